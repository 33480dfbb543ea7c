"""Text from a file as a terminal may have it: what commands print goes through here."""

import json
import re
import sys
from codecs import lookup
from io import TextIOWrapper
from typing import Any, TextIO

_UNPRINTABLE = re.compile(
    # Controls but tab; line and paragraph marks and what turns the direction of text; half a pair.
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def make_printable(line: str) -> str:
    """The line without control characters, which a name from a file may carry."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", line)


def show(
    text: str = "", *, file: TextIO | None = None, start: str = "", end: str = "\n",
    flush: bool = False,
) -> None:  # fmt: skip
    """Print lines for people; only `start` and `end`, which are ours, may steer the terminal."""
    lines = "\n".join(map(make_printable, text.split("\n")))
    print(f"{start}{lines}", end=end, file=file or sys.stdout, flush=flush)


def escape_what_cannot_be_written() -> None:
    """Let an output in an encoding other than UTF-8 show a foreign letter as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show_json(value: Any, *, allow_nan: bool = True) -> None:
    """Print a value as one line of JSON, with what a terminal may not have as escapes."""
    is_narrow = lookup(sys.stdout.encoding or "utf-8").name != "utf-8"
    text = json.dumps(value, ensure_ascii=is_narrow, allow_nan=allow_nan)
    print(_UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
