"""Finding a passage nearly alike to a quotation, with bounded work whatever the two texts are.

Comparing takes, at worst, the length of the page times the square of the quotation's. Where that is
too much, only the stretches of the page with the most of the quotation's words are compared.
"""

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

MOST_WORK = 100_000_000
"""Steps of comparing a page with a quotation: at worst about a fifth of a second."""

_AT_A_TIME = 64
"""So many characters of a quotation are compared in one step."""
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True)
class Stretch:
    """A passage `text[start:end]`, `score` percent alike."""

    start: int
    end: int
    score: float


def find_near(text: str, wanted: str, least: float) -> Stretch | None:
    """The passage most alike to `wanted` among those compared, if `least` percent or more."""
    best: Stretch | None = None
    for start, end in list_stretches(text, wanted):
        cutoff = best.score if best else least
        found = fuzz.partial_ratio_alignment(wanted, text[start:end], score_cutoff=cutoff)
        if found is not None and (best is None or found.score > best.score):
            best = Stretch(start + found.dest_start, start + found.dest_end, found.score)
    return best


def compute_work(characters: int, wanted: str) -> int:
    """How many steps comparing so many characters with a quotation takes at worst."""
    return characters * len(wanted) * -(-len(wanted) // _AT_A_TIME)


def can_compare_all(text: str, wanted: str) -> bool:
    """Whether all of a text is compared with a quotation, not its likely parts alone."""
    return compute_work(len(text), wanted) <= MOST_WORK


def list_stretches(text: str, wanted: str) -> list[tuple[int, int]]:
    """What is compared: all of a text, or the stretches with the most of the quotation's words.

    Stretches are twice as long as the quotation and overlap, so that each passage of its length
    is whole in one.
    """
    if can_compare_all(text, wanted):
        return [(0, len(text))]
    step = len(wanted)
    words = set(_WORDS.findall(wanted))
    shared: dict[int, set[str]] = {start: set() for start in range(0, len(text), step)}
    for found in _WORDS.finditer(text):
        if found[0] in words:
            here = found.start() // step * step
            shared[here].add(found[0])
            if here:
                shared[here - step].add(found[0])
    most = max(1, MOST_WORK // compute_work(2 * step, wanted))
    likely = sorted(shared, key=lambda start: -len(shared[start]))[:most]
    return [(start, min(start + 2 * step, len(text))) for start in sorted(likely)]
