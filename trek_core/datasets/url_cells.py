"""The URLs of one cell: several, however they are stuck together."""

import re
from itertools import pairwise

_EDGE = r"[\s\u200b\ufeff,;|'\"\[\]<>]"
_START = re.compile(rf"(?:^|(?<={_EDGE}))https?://", re.IGNORECASE)
_AROUND = re.compile(rf"^{_EDGE}+|{_EDGE}+$")


def split_urls(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The URLs of a cell, first occurrence kept, and the pieces of text in it that are none.

    A URL begins at `http` after white space (no-break spaces too), a comma, a semicolon or a
    quotation mark; one inside another URL, as archives have them, is part of it.
    """
    starts = [match.start() for match in _START.finditer(text)]
    bounds = [*starts, len(text)]
    urls, other = [], [text[: bounds[0]]]
    for start, end in pairwise(bounds):
        url, *rest = _trim(text[start:end]).split(maxsplit=1)
        urls.append(_trim(url))
        other += rest
    return tuple(dict.fromkeys(urls)), tuple(piece for each in other if (piece := _trim(each)))


def _trim(text: str) -> str:
    return _AROUND.sub("", text)
