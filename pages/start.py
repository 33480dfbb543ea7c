"""Start: what this is, where to go on, and how cases get in."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.import_form import render_import
from pages.parts.import_report import render_import_report
from pages.parts.links import open_page, page_link
from pages.parts.page_access import may, may_open
from pages.parts.reads import load_counts
from pages.parts.round_choice import NOT_OPEN, choose_round
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.visits import has_just_arrived
from pages.parts.words import STATE_WORDS
from review_db.case_queue import say_waiting
from review_db.location import db_option
from review_db.store import DEFAULT_ROUND, PROBE_RUN_DONE, CaseFilter
from trek_core.counted import count_of

_CARD_PX = 560
_TEXT_PX = 690
_FURTHER = (("agreement", "Agreement", "handshake"), ("export", "Export", "download"))


def render() -> None:
    """Show the page; who comes back to a database with cases is taken to them at once."""
    total = sum(load_counts(CaseFilter())["state"].values())
    if total and has_just_arrived():
        open_page("cases")
    st.title("TrekTrace Review")
    st.text(
        "Check, case by case, where a search-using system's wrong answer went wrong: the query, "
        "the search, the reading, or the noise around it. Then see how far people and TrekTrace "
        "agree.",
        width=_TEXT_PX,
    )
    render_import_report()
    if total:
        _render_going_on(total)
    else:
        _render_first_steps()
    if current_store().is_sample:
        render_template("own_cases.html")
        return
    if not may("import_file"):
        return
    with st.expander("Import more cases" if total else "Import cases", expanded=not total):
        render_import()


def _render_going_on(total: int) -> None:
    annotator = current_annotator()
    with st.container(border=True, width=_CARD_PX):
        if annotator is None:
            _render_what_waits(total)
        else:
            _render_progress(annotator)
    with st.container(horizontal=True):
        page_link("cases", "All cases", icon=":material/list_alt:")
        for name, words, icon in _FURTHER:
            if may_open(name):
                page_link(name, words, icon=f":material/{icon}:")
        if annotator is not None:
            page_link("corrections", "Your corrections", icon=":material/rule:")


def _render_what_waits(total: int) -> None:
    """What whoever says who they are will meet: every failure."""
    store = current_store()
    failures = store.count_progress("").total
    if not failures:
        st.header(count_of(total, "case"))
        render_template("note.html", text=store.next_case("").reason)
        return
    st.header(f"{count_of(failures, 'case')} to review")
    others = total - failures
    verb = "was" if others == 1 else "were"
    correct = [f"{others:,} more {verb} judged correct."] if others else []
    render_template("note.html", text=" ".join([*correct, "You say who you are when you begin."]))
    _render_review_button("Start reviewing")


def _render_progress(annotator: str) -> None:
    store = current_store()
    round_name = choose_round(annotator)
    progress = store.count_progress(annotator, round_name)
    following = store.next_case(annotator, round=round_name)
    st.header(f"{progress.done:,} of {count_of(progress.total, 'case')} handed in")
    st.progress(progress.done / max(progress.total, 1))
    parts = ("submitted", "needs_discussion", "draft", "skipped", "not_started")
    words = [f"{getattr(progress, part):,} {STATE_WORDS[part].lower()}" for part in parts]
    taken = [f"{progress.taken:,} taken by others"] if progress.taken else []
    waiting = [say_waiting(progress.withheld)] if progress.withheld else []
    render_template("note.html", text=" · ".join(words + taken + waiting))
    state = store.load_round(round_name).state
    if state != "open":
        render_template("note.html", text=NOT_OPEN[state])
        return
    if following.case_id is None:
        render_template("note.html", text=following.reason)
        return
    _render_review_button("Continue reviewing" if progress.done else "Start reviewing", round_name)
    if following.reason == PROBE_RUN_DONE:
        render_template("probe_run_done.html", case_id=following.case_id)
        page_link("review", "Look at its answers", case=following.case_id)
    else:
        render_template("note.html", text=following.reason)


def _render_review_button(words: str, round_name: str = DEFAULT_ROUND) -> None:
    if st.button(words, key="start-review", type="primary", icon=":material/fact_check:"):
        open_page("review", **({} if round_name == DEFAULT_ROUND else {"round": round_name}))


def _render_first_steps() -> None:
    option = db_option(current_store().path) if may("import_file") else ""
    render_template("first_steps.html", db_option=option)
