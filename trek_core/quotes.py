"""Finding a quotation in a page's text: word for word, nearly so, or not at all.

What a judge writes down as evidence is often no quotation but says it in other words; for that
there is the passage that has most of its words.

Both texts are folded before they are compared, so that white space, dashes, quotation marks, case,
and the several ways Unicode writes one character make no difference. Where a match stands is said
in the original text, for that is what is shown.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from trek_core.folding import FoldedText, fold
from trek_core.near_quotes import can_compare_all, find_near

LEAST_SCORE = 80.0
"""A passage less alike than this, in percent, is not taken for the quotation."""
LEAST_CHARACTERS = 8
"""Shorter quotations are looked for word for word only: nearly alike says nothing of them."""
MOST_CHARACTERS = 1_000
"""Longer ones too, since comparing them would take long; nobody quotes that much."""

MOST_OVERLAPS = 1_000_000
"""Characters compared for places that overlap; from then on, a place begins where one ended."""

LEAST_WORDS = 60.0
"""How many of its words, in percent, make a passage one that says the same in other words."""
FEWEST_WORDS = 3
"""A passage has at least so many of them."""

Kind = Literal["exact", "close", "words"]
"""Word for word, nearly so, or most of its words close together."""

Compared = Literal["all", "parts", "nothing"]

_WORDS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]|[^\W\u3040-\u30ff\u4e00-\u9fff]+")
"""Words; where they are written without spaces, characters."""
_AROUND = " '\"…."
"""What may stand around a quotation without being part of it."""


@dataclass(frozen=True)
class QuoteMatch:
    """Where a quotation stands, `text[start:end]`, and how.

    `exact` is alike after folding, with no word or number cut at either end; `close` nearly so,
    `score` percent alike. `words` is no quotation: the passage has `score` percent of its words.
    """

    start: int
    end: int
    score: float
    kind: Kind


@dataclass(frozen=True)
class Search:
    """What came of looking for a quotation: its best `match`, None where it is not there.

    `compared` says in how much of the text a passage nearly alike was looked for: all of it, the
    likely parts alone, or nothing of it, as the quotation or both are too long.
    """

    match: QuoteMatch | None
    compared: Compared = "all"


def find_quotes(text: str, quotes: Iterable[str]) -> list[Search]:
    """What comes of looking for each quotation in a text."""
    folded = fold(text)
    return [find_quote(folded, quote) for quote in quotes]


def find_quote(text: FoldedText, quote: str) -> Search:
    """The first place where a quotation stands word for word, else nearly, else in other words."""
    wanted = fold(quote).text.strip(_AROUND)
    if not wanted:
        return Search(None)
    start = _find_whole(text.text, wanted)
    if start is not None:
        return Search(_match(text, start, start + len(wanted), 100.0, "exact"))
    compared: Compared = "nothing" if len(wanted) > MOST_CHARACTERS else "all"
    if LEAST_CHARACTERS <= len(wanted) <= min(MOST_CHARACTERS, len(text.text)):
        compared = "all" if can_compare_all(text.text, wanted) else "parts"
        found = find_near(text.text, wanted, LEAST_SCORE)
        if found is not None:
            match = _match(text, found.start, found.end, found.score, "close")
            return Search(match, compared)
    return Search(_find_words(text, wanted), compared)


def _find_whole(text: str, wanted: str) -> int | None:
    """Where `wanted` stands in the text without a word, a number or a character cut by it."""
    spent = 0
    start = text.find(wanted)
    while start != -1:
        spent += len(wanted)
        end = start + len(wanted)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (_are_joined(before, wanted[0]) or _are_joined(wanted[-1], after)):
            return start
        start = text.find(wanted, start + 1 if spent <= MOST_OVERLAPS else end)
    return None


def _are_joined(left: str, right: str) -> bool:
    """Whether two neighbours belong together; scripts without spaces between words never do."""
    if right and unicodedata.combining(right):
        return True
    return (left.isdigit() and right.isdigit()) or (left.islower() and right.islower())


def _find_words(text: FoldedText, wanted: str) -> QuoteMatch | None:
    """The shortest passage with the most different words of `wanted`, if they are enough."""
    words = {word for word in _WORDS.findall(wanted) if _tells(word)}
    least = max(FEWEST_WORDS, len(words) * LEAST_WORDS / 100)
    reach = 3 * len(wanted) + 100
    here = [(m[0], m.start(), m.end()) for m in _WORDS.finditer(text.text) if m[0] in words]
    within: Counter[str] = Counter()
    best = (0, 0, 0, 0)  # how many, minus the length, first and last of `here`
    first = 0
    for last, (word, _, end) in enumerate(here):
        within[word] += 1
        while within[here[first][0]] > 1 or end - here[first][1] > reach:
            within[here[first][0]] -= 1
            if not within[here[first][0]]:
                del within[here[first][0]]
            first += 1
        if len(within) >= max(least, best[0]):
            best = max(best, (len(within), here[first][1] - end, first, last))
    if not best[0]:
        return None
    found = _drop_strays(here[best[2] : best[3] + 1], least, 2 * len(wanted) / len(words))
    share = 100 * len({word for word, _, _ in found}) / len(words)
    return _match(text, found[0][1], found[-1][2], share, "words")


def _drop_strays(
    found: list[tuple[str, int, int]], least: float, far: float
) -> list[tuple[str, int, int]]:
    """The words of a passage without those at its ends that stand far from the others."""
    first, last = 0, len(found) - 1
    left = Counter(word for word, _, _ in found)
    while len(left) - 1 >= least:
        if found[first + 1][1] - found[first][2] > far:
            stray, first = found[first][0], first + 1
        elif found[last][1] - found[last - 1][2] > far:
            stray, last = found[last][0], last - 1
        else:
            break
        left[stray] -= 1
        if not left[stray]:
            del left[stray]
    return found[first : last + 1]


def _tells(word: str) -> bool:
    """Whether a word says something: long enough, a number, or a character that is a word."""
    return len(word) > 3 or word.isdigit() or not word.isascii()


def _match(text: FoldedText, start: int, end: int, score: float, kind: Kind) -> QuoteMatch:
    """The span in the original, over whole characters with their marks."""
    while text.text[start : start + 1] == " " and start < end:
        start += 1
    while end > start and text.text[end - 1] == " ":
        end -= 1
    first, last = text.origin(start), text.origin(end - 1)
    while text.origin(end) == last:
        end += 1
    return QuoteMatch(first, text.origin(end), score, kind)
