"""Your corrections: where decisions went another way than one's own answers, step by step."""

from itertools import groupby

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
        render_who_are_you()
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
        rows = [_describe(each) for each in found]
        render_template(
            "corrections.html", step=step, title=_TITLES.get(step, ""), rows=rows,
            cases=count_of(len(rows), "answer"),
        )  # fmt: skip


def _describe(each: Correction) -> dict[str, str]:
    return {
        "case_id": each.case_id,
        "round": each.round,
        "question": FIELDS_BY_NAME[each.field].question,
        "mine": _say(each.field, each.mine),
        "decided": _say(each.field, each.decided),
        "reason": each.reason,
        "day": say_day(each.decided_at),
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
