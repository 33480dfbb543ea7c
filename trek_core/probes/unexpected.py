"""An error that nobody thought of, in words: what it is and where, never what it holds."""

import traceback
from pathlib import PurePath


def describe_unexpected(error: BaseException) -> str:
    """The kind of an error and the line it came from; its own words may hold a key or a page."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {PurePath(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"an error of this program ({type(error).__name__}{where})"
