#!/bin/sh
# Prints a Python of 3.11 or later that can make virtual environments, or says what is missing.
# Usage: find_python.sh [PYTHON]
candidates=${1:-python3.14 python3.13 python3.12 python3.11 python3 python}
without_venv=

for python in $candidates; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "$python"
        exit 0
    fi
    without_venv=${without_venv:-$python}
done

if [ -n "$without_venv" ]; then
    version=$("$without_venv" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "$without_venv cannot make a virtual environment: its venv module is not installed." >&2
    echo "On Debian and Ubuntu: apt install python3-venv (or python$version-venv)." >&2
else
    echo "Python 3.11 or later is needed; looked for: $candidates." >&2
    echo "Install one, or name yours: make PYTHON=/path/to/python3." >&2
fi
exit 1
