"""`python -m review_db.cli`: the same command where no script is installed."""

import sys

from review_db.cli import main

sys.exit(main())
