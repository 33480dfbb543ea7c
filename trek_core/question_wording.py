"""Whether two questions are the same one: their wordings, compared without what says nothing."""

import re
from hashlib import sha256

from trek_core.folding import fold

_EDGES = re.compile(r"^\W+|\W+$")


def normalise_question(text: str) -> str:
    """A question as it is compared: without case, spacing, typography and marks at its ends."""
    return _EDGES.sub("", " ".join(fold(text).text.split()))


def compute_question_key(text: str) -> str:
    """What all wordings of one question have in common: 16 hex digits.

    A text of marks alone is compared as it is written.
    """
    return sha256((normalise_question(text) or text).encode(errors="replace")).hexdigest()[:16]
