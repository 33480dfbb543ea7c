"""A text as it is compared: without what white space, dashes, quotation marks, case, or the several
ways Unicode writes one character make different, and with the way back to the original.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

_SAME = {
    **dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-"),
    **dict.fromkeys("‘’‚‛′‹›ʼ＇`´", "'"),
    **dict.fromkeys("“”„‟″«»＂〝〞", '"'),
}
_PLAIN = (
    r"[!-_a-~\u4e00-\u9fff\u05d0-\u05ea\u0627-\u064a"
    r"\u0410-\u0418\u041a-\u0438\u043a-\u044f]+"
)
_RUNS = re.compile(rf"{_PLAIN}(?: {_PLAIN})*|.", re.DOTALL)
"""Runs of characters that fold one to one (ASCII but the grave accent, ideographs, most
letters of Hebrew, Arabic and Cyrillic), or any one character."""
MOST_FOLDED = 500_000
"""Characters that a text gives as it is compared; what follows is taken as it is written."""

_UNSEEN = ("Cf", "Cc", "Cs")
_VARIATION_SELECTORS = ("\ufe0e", "\ufe0f")


@dataclass(frozen=True)
class FoldedText:
    """A text as it is compared, in runs that have as many characters as in the original.

    Run `i` begins at `text[starts[i]]` and began at `origins[i]` in the original; a last run of
    no length stands at the end of both.
    """

    text: str
    starts: list[int]
    origins: list[int]

    def origin(self, position: int) -> int:
        """Where the character that gave `text[position]` began in the original."""
        run = bisect_right(self.starts, position) - 1
        return self.origins[run] + position - self.starts[run]


def fold(text: str) -> FoldedText:
    """A text as it is compared, with the way back to the original.

    Characters are taken apart (NFKD) rather than composed: that looks at one character at a time,
    and leaves out how a text happens to be composed all the same.
    """
    found = _Folding()
    for run in _RUNS.finditer(text):
        start, end = run.span()
        if found.length > MOST_FOLDED:
            found.add(text[start:], start)
            found.base = len(text) - 1
            break
        if end - start > 1:
            found.add(run[0].lower(), start)
            found.base = end - 1
            continue
        for combining, part in _fold_character(run[0]):
            if combining:
                found.marks.append((combining, part))
            elif part != " " or found.last not in ("", " "):
                found.add(part, start)
    found.add("", len(text))
    return FoldedText("".join(found.runs), found.starts, found.origins)


@dataclass
class _Folding:
    """A text while it is folded; `marks` are those of the character at `base` that wait."""

    runs: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    length: int = 0
    base: int = 0
    last: str = ""

    def add(self, run: str, origin: int) -> None:
        """Add a run, after the marks of the character before it in Unicode's own order."""
        if self.marks:
            if len(self.marks) > 1:
                self.marks.sort(key=lambda each: each[0])
            for _, mark in self.marks:
                self._append(mark, self.base)
            self.marks.clear()
        self._append(run, origin)
        self.base = origin

    def _append(self, run: str, origin: int) -> None:
        self.runs.append(run)
        self.starts.append(self.length)
        self.origins.append(origin)
        self.length += len(run)
        self.last = run[-1:]


@lru_cache(maxsize=8192)
def _fold_character(character: str) -> tuple[tuple[int, str], ...]:
    """One character as it is compared, each part with its combining class; none if not seen."""
    if character.isspace():
        return ((0, " "),)
    if character in _VARIATION_SELECTORS or unicodedata.category(character) in _UNSEEN:
        return ()
    parts = unicodedata.normalize("NFKD", _SAME.get(character, character)).casefold()
    same = (_SAME.get(part, part) for part in unicodedata.normalize("NFKD", parts))
    return tuple((unicodedata.combining(part), " " if part.isspace() else part) for part in same)
