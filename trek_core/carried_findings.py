"""What a finding about a reference is to another case of the question: which answers carry over.

Only step 1 is about the question and its reference, whatever the system. Later steps are about one
response and never carry, a judge's error included.
"""

from typing import Any

from trek_core.cases import Case
from trek_core.checklist import FIELDS, Answers, CaseFacts, Kind

CARRIED = tuple(field for field in FIELDS if field.step == 1 and field.name != "notes_1")
"""The questions whose answers hold for every system's case of a question; notes are one's own."""


def has_same_reference(one: Case, other: Case) -> bool:
    """Whether two cases ask the same of the same reference, as recorded.

    Question, dataset, effective year, premise and reference answers are the same; what a case does
    not record about its references is not known to be.
    """
    return one.reference_answers is not None and _reference(one) == _reference(other)


def compute_carried(found: Answers, mine: Answers, facts: CaseFacts) -> dict[str, Any]:
    """What taking a finding changes: field -> its new value, for those of `found` that differ.

    `facts` are of the case that takes it. Evidence is added to what is there, and of the marks only
    those of its own gold pages are taken.
    """
    changed: dict[str, Any] = {}
    for field in CARRIED:
        value = found.get(field.name)
        if value is None or not field.asked(found, facts):
            continue
        before = mine.get(field.name)
        if field.kind is Kind.PAGES:
            value = {**(before or {}), **{u: m for u, m in value.items() if u in facts.gold_urls}}
        elif field.kind is Kind.ENTRIES:
            value = [*(before or ()), *(entry for entry in value if entry not in (before or ()))]
        if value and value != before:
            changed[field.name] = value
    return changed


def _reference(case: Case) -> tuple[object, ...]:
    year = None if case.effective_year is None else str(case.effective_year)
    return (
        case.question,
        case.dataset,
        year,
        bool(case.false_premise),
        frozenset(case.reference_answers or ()),
    )
