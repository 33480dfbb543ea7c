"""Kill the server the moment the page says "Saved", again and again, and look for the answers."""

from collections.abc import Callable, Iterator

from tests.browser.review_steps import ReviewTab
from trek_core.checklist.options import GOLD_PAGE_MARKS, TARGET_BASES, YES_NO_UNSURE

CASE_ID = "s01-a"
_NOTE_TEXT = "A note that was saved in round {}, whole: ünïcode and all."

Change = tuple[str, str, Callable[[], object]]
"""A field, how its new answer reads, and what a person does to give it."""


def find_lost_answers(tab: ReviewTab, rounds: int) -> Iterator[str | None]:
    """For each round, what was lost after the page had said that it was saved, or None."""
    tab.open(CASE_ID)
    for number in range(rounds):
        field, words, give = _compute_change(tab, number)
        said = tab.save_by(field, give)
        tab.server.kill()
        stored = tab.stored(CASE_ID)
        tab.server.start()
        tab.page.reload()
        tab.wait_for_case(CASE_ID)
        shown = _read_answer(tab, field)
        found = f"revision {stored.revision} of {said}; {field} shows {shown!r}, not {words!r}"
        complete = stored.revision >= said and shown == words and tab.revision() == said
        yield None if complete else f"round {number}: {found}"


def _compute_change(tab: ReviewTab, number: int) -> Change:
    """Another question each round, with another answer each time it comes round."""
    field, options = (
        ("target_basis", TARGET_BASES),
        ("false_premise_verified", YES_NO_UNSURE),
        ("gold_pages", GOLD_PAGE_MARKS),
        ("notes_1", ()),
    )[number % 4]
    if not options:
        text = _NOTE_TEXT.format(number)
        return field, text, lambda: tab.type(field, text)
    word = options[number // 4 % len(options)].title
    return field, word, lambda: tab.click(field, word)


def _read_answer(tab: ReviewTab, field: str) -> str:
    if field == "notes_1":
        return tab.row(field).locator("textarea").input_value()
    return ", ".join(tab.chosen(field))
