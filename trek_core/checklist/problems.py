"""What keeps a step from being left, one sentence each."""

from collections.abc import Iterable
from dataclasses import dataclass

from trek_core.checklist.conclusions import Difference
from trek_core.checklist.conditions import cites
from trek_core.checklist.facts import Answers, CaseFacts
from trek_core.checklist.fields import FIELDS, Field, Kind
from trek_core.checklist.gating import Status


@dataclass(frozen=True)
class Problem:
    """What keeps a step from being left, as one sentence.

    `is_open`: a question that simply has no answer yet, which it says by itself.
    """

    step: int
    field: str
    message: str
    is_open: bool = False


def find_missing_answers(
    status: dict[str, Status], live: Answers, facts: CaseFacts
) -> Iterable[Problem]:
    """Each required question without an answer, and each page without its mark."""
    for field in FIELDS:
        if status[field.name] not in (Status.UNANSWERED, Status.ANSWERED):
            continue
        is_open = status[field.name] is Status.UNANSWERED
        message = _missing(field, live, facts) if field.required(live, facts) else None
        if message:
            yield Problem(field.step, field.name, message, is_open)


def _missing(field: Field, live: Answers, facts: CaseFacts) -> str | None:
    if field.kind is Kind.PAGES:
        marks = live.get(field.name) or {}
        unmarked = sum(1 for url in field.pages_to_mark(facts) if url not in marks)
        pages = "a page" if unmarked == 1 else f"{unmarked} pages"
        return f"{field.question}: mark {pages}." if unmarked else None
    return None if field.name in live else f"Not answered: {field.question}"


def find_unknown_time(live: Answers) -> Iterable[Problem]:
    """A target time is said where the question names it."""
    if live.get("target_basis") == "explicit" and "target_time" not in live:
        yield Problem(1, "target_time", "Say which time the question names: Target time is empty.")


def find_doubts(live: Answers, facts: CaseFacts) -> Iterable[Problem]:
    """What does not fit the case, and keeps no step from being left: a year it does not record."""
    if live.get("target_basis") == "effective_year" and not facts.has_effective_year:
        message = "This case records no effective year: choose another source of the target time."
        yield Problem(1, "target_basis", message)


def find_unsupported_reference(live: Answers, facts: CaseFacts) -> Iterable[Problem]:
    """A yes rests on a supporting gold page or an entry, a no on an entry (B.6, item 1)."""
    valid, entries = live.get("reference_valid"), live.get("reference_evidence")
    marks = live.get("gold_pages") or {}
    supported = any(marks.get(url) == "supports" for url in facts.gold_urls)
    if valid == "yes" and not (entries or supported):
        message = "A yes rests on evidence: mark a gold page as supporting, or add an entry."
    elif valid == "no" and not entries:
        message = "A no rests on evidence: add an entry with its URL and quote."
    else:
        return
    yield Problem(1, "reference_evidence", message)


def find_missing_citations(live: Answers, facts: CaseFacts) -> Iterable[Problem]:
    """A grade of an answer that is not in the record needs the run that gave it."""
    rest_on_runs = (
        ("gold-only", "gold_only", "gold_only_correct", facts.has_gold_only_answer),
        ("gold-plus-noise", "gold_plus_noise", "noise_correct", facts.has_noise_answer),
    )
    for words, probe, grade, is_recorded in rest_on_runs:
        if grade in live and not is_recorded and not cites(probe, live):
            yield Problem(5, "cited_probe_calls", f"Cite the {words} run that you graded.")


def find_missing_reasons(
    status: dict[str, Status], differences: tuple[Difference, ...]
) -> Iterable[Problem]:
    """Each difference whose reason is asked for needs one."""
    for difference in differences:
        if status[difference.reason_field] is Status.UNANSWERED:
            message = f"Say why you differ on the {difference.part}."
            yield Problem(6, difference.reason_field, message, is_open=True)
