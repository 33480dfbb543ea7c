"""Cutting from a long text the passages that matter, with what is marked in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from trek_core.quotes import Kind, QuoteMatch

AROUND = 280
"""Characters shown on either side of a match."""
BEGINNING = 600
"""Characters shown of a text in which nothing matches."""
_SOON = 40

_STRONGEST: tuple[Kind, ...] = ("words", "close", "exact")


@dataclass(frozen=True)
class Piece:
    """A stretch of a text: how it matches, if it does, and whether text was left out before it."""

    text: str
    kind: Kind | None = None
    follows_gap: bool = False


def cut_excerpts(
    text: str, matches: Sequence[QuoteMatch], *, whole: bool = False
) -> tuple[Piece, ...]:
    """The text around its matches, or its beginning where there are none, piece by piece.

    Together the pieces are a part of the text in its order, and all of it with `whole`. Where
    matches overlap, a piece is of the strongest kind.
    """
    pieces: list[Piece] = []
    shown_to = 0
    for start, end in [(0, len(text))] if whole else _find_windows(text, matches):
        edges = {start, end}
        edges.update(edge for match in matches for edge in (match.start, match.end))
        inside = sorted(edge for edge in edges if start <= edge <= end)
        for left, right in pairwise(inside):
            kinds = [each.kind for each in matches if each.start <= left and right <= each.end]
            kind = max(kinds, key=_STRONGEST.index, default=None)
            pieces.append(Piece(text[left:right], kind, follows_gap=left == start > shown_to))
        shown_to = end
    return tuple(pieces)


def count_shown(pieces: Sequence[Piece]) -> int:
    """How many characters the pieces show."""
    return sum(len(piece.text) for piece in pieces)


def _find_windows(text: str, matches: Sequence[QuoteMatch]) -> list[tuple[int, int]]:
    windows: list[tuple[int, int]] = []
    for match in sorted(matches, key=lambda each: each.start):
        start = _find_start(text, match.start - AROUND, match.start)
        end = _find_end(text, match.end + AROUND)
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(windows[-1][1], end))
        else:
            windows.append((start, end))
    return windows or [(0, _find_end(text, BEGINNING))]


def _find_start(text: str, start: int, latest: int) -> int:
    """The start of a word at or after `start`, if there is one soon."""
    if start <= 0:
        return 0
    space = text.find(" ", start, min(start + _SOON, latest))
    return start if space == -1 else space + 1


def _find_end(text: str, end: int) -> int:
    """The end of a word at or after `end`, if there is one soon."""
    if end >= len(text):
        return len(text)
    space = text.find(" ", end, end + _SOON)
    return end if space == -1 else space
