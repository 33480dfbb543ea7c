"""Your corrections: where decisions went another way than one's own answers, step by step."""

from itertools import groupby
from typing import Any

import streamlit as st

from pages.parts.annotator import current_annotator, render_who_are_you
from pages.parts.links import page_link
from pages.parts.round_words import say_day
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import Correction
from trek_core.checklist import FIELDS_BY_NAME, GUIDELINE, compute_options
from trek_core.counted import count_of

_TITLES = {guidance.step: guidance.title for guidance in GUIDELINE}
NOTHING = "no answer"


def render() -> None:
    """Show the page, to each only their own."""
    st.title("Your corrections")
    name = current_annotator()
    if name is None:
        render_who_are_you(level=2)
        return
    page_link("start", "Start", icon=":material/home:")
    corrections = current_store().load_corrections(name)
    if not corrections:
        render_template(
            "empty.html",
            title="No decision went against an answer of yours",
            lines=["When a lead decides a case on which people differed, this page shows where."],
        )
        return
    cases = len({(each.round, each.case_id) for each in corrections})
    render_template(
        "note.html",
        text=f"{count_of(len(corrections), 'answer')} on {count_of(cases, 'case')} decided another "
        "way, over all rounds. The steps are those of the checklist.",
    )
    by_step = sorted(corrections, key=lambda each: each.step)
    for step, found in groupby(by_step, key=lambda each: each.step):
        some = list(found)
        render_template(
            "corrections.html", step=step, title=_TITLES.get(step, ""), decided=_by_decision(some),
            cases=count_of(len(some), "answer"),
        )  # fmt: skip


def _by_decision(corrections: list[Correction]) -> list[dict[str, Any]]:
    """What each decision changed of one's own answers, in order."""
    found: dict[tuple[str, str], list[Correction]] = {}
    for each in corrections:
        found.setdefault((each.round, each.case_id), []).append(each)
    return [
        {
            "case_id": some[0].case_id,
            "round": some[0].round,
            "day": say_day(some[0].decided_at),
            "reason": some[0].reason,
            "answers": [_describe(each) for each in some],
        }
        for some in found.values()
    ]


def _describe(each: Correction) -> dict[str, str]:
    return {
        "question": FIELDS_BY_NAME[each.field].question,
        "mine": _say(each.field, each.mine),
        "decided": _say(each.field, each.decided),
    }


def _say(field: str, value: object) -> str:
    """An answer in the words of its options."""
    if value in (None, "", []):
        return NOTHING
    words = {
        option.value: option.title
        for response in ("yes", "no")
        for option in compute_options(FIELDS_BY_NAME[field], {"response_correct": response})
    }
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(words.get(str(each), str(each)) for each in values)
