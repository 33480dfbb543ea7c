"""Lists and objects that a program wrote as Python shows them (`{'query': 'x', 'n': None}`)."""

import json
import re
from collections.abc import Iterator
from typing import Any

_MOST = 2_000_000
"""Characters of a text that is looked at: a page of results, not a page's whole text."""
_TOKEN = re.compile(
    r"(?P<plain>[^'\"A-Z]+)|'(?P<single>(?:[^'\\]|\\.)*)'|\"(?P<double>(?:[^\"\\]|\\.)*)\""
    r"|(?P<word>None|True|False)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|.)|\"", re.DOTALL)
_WORDS = {"True": "true", "False": "false", "None": "null"}
_KEPT = frozenset("nrtbfu\\")


def read_python_text(text: str) -> Any:
    """The value that a text shows; raises ValueError for a text that shows none.

    The text is turned into JSON and read as such: nothing of it is run.
    """
    if len(text) > _MOST:
        raise ValueError("too long to be looked at")
    return json.loads("".join(_write(text)), strict=False)


def _write(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError("no value as Python shows one")
        at = found.end()
        if found["plain"] is not None:
            yield found["plain"]
        elif found["word"] is not None:
            yield _WORDS[found["word"]]
        else:
            inside = found["single"] if found["single"] is not None else found["double"]
            yield f'"{_ESCAPE.sub(_write_escape, inside)}"'


def _write_escape(found: re.Match[str]) -> str:
    sign: str | None = found[1]
    if sign is None or sign == '"':
        return '\\"'
    if len(sign) > 1:
        code = int(sign[1:], 16)
        return json.dumps(chr(code))[1:-1] if code <= 0x10FFFF else found[0]
    return found[0] if sign in _KEPT else sign
