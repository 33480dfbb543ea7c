"""Known answers of a training round: a lead's own judgement of a case, adopted."""

from typing import Any

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.round_standings import CLOSED
from review_db.store import Round
from trek_core.counted import count_of
from trek_core.errors import TrekError

_PROBLEM = "training-problem"
_FINISHED = ("submitted", "needs_discussion")


def render_training_setup(shown: Round) -> None:
    """Show which cases have known answers, and adopt the lead's own judgements for the others."""
    st.header("Known answers")
    by = current_annotator()
    store = current_store()
    known = store.load_known_answers(shown.name)
    without = [each for each in store.load_round_states(shown.name) if each not in known]
    render_template(
        "note.html",
        text=f"{count_of(len(known), 'case')} of {shown.n:,} with known answers. Whoever hands in "
        "a training case sees them beside their own. Judge a case yourself, in the round default "
        "or any other, and adopt it here.",
    )
    mine = _load_mine(without, by) if by else {}
    if without:
        render_template(
            "training_cases.html", without=without[:50], more=max(len(without) - 50, 0), mine=mine
        )
    if mine:
        st.button(
            f"Adopt my {count_of(len(mine), 'judgement')}", key="training-adopt", type="primary",
            on_click=_adopt, args=(shown.name, mine),
        )  # fmt: skip
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)


def _load_mine(case_ids: list[str], by: str) -> dict[str, dict[str, Any]]:
    """The closed questions of one's own judgement of each case, handed in last in any round."""
    store = current_store()
    rounds = [each.name for each in store.list_rounds(by)]
    found: dict[str, dict[str, Any]] = {}
    for case_id in case_ids:
        judgements = [store.load_judgement(case_id, by, name) for name in rounds]
        finished = [each for each in judgements if each.state in _FINISHED]
        if finished:
            last = max(finished, key=lambda each: str(each.saved_at))
            found[case_id] = {name: value for name, value in last.answers.items() if name in CLOSED}
    return found


def _adopt(name: str, mine: dict[str, dict[str, Any]]) -> None:
    try:
        for case_id, answers in mine.items():
            current_store().set_known_answers(name, case_id, answers, by=current_annotator())
    except TrekError as error:
        st.session_state[_PROBLEM] = f"Not adopted: {error}"
