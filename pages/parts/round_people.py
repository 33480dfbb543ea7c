"""Changing a round that is there: more annotators, another overlap."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import Round
from trek_core.errors import TrekError

_PROBLEM = "round-change-problem"


def render_people_form(shown: Round) -> None:
    """Offer to add annotators and to change how many judgements each case is to have."""
    others = [name for name in current_store().load_annotators() if name not in shown.annotators]
    with st.expander("Change who judges", key="round-change"), st.form("round-change-form"):
        st.multiselect(
            "Add annotators", others, key="round-add", accept_new_options=True,
            placeholder="Nobody more; a new name can be typed, then Enter",
        )  # fmt: skip
        st.number_input(
            "Judgements per case", 1, value=shown.overlap, key="round-new-overlap", step=1,
            placeholder="everybody judges every case",
        )  # fmt: skip
        st.form_submit_button("Change", on_click=_change, args=(shown.name,))
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)


def _change(name: str) -> None:
    people = st.session_state["round-add"]
    known = current_store().load_annotators()
    overlap = st.session_state["round-new-overlap"]
    try:
        current_store().change_round(
            name, overlap=overlap, add_annotators=people,
            new_people=[each for each in people if each not in known], by=current_annotator(),
        )  # fmt: skip
    except TrekError as error:
        st.session_state[_PROBLEM] = f"Nothing was changed: {error}"
