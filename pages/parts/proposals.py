"""What was found for another case of the question, offered in step 1 and never applied."""

import streamlit as st

from pages.parts.answer_words import question_of, say_answer
from pages.parts.answers import Place, compute_case_key, note_saved, report_problem
from pages.parts.finding_words import say_finders, say_finding
from pages.parts.links import page_link
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import Proposal, ReferenceFinding
from trek_core.checklist import Answers
from trek_core.errors import TrekError

_NOT_HERE = "review-not-here"  # keys of proposals that this session has put aside


def render_proposals(place: Place, answers: Answers) -> None:
    """Show the findings that this judgement may take; `answers` are what the form shows."""
    put_aside = st.session_state.get(_NOT_HERE, ())
    for each in current_store().list_proposals(place.case_id, place.annotator, place.round):
        if _key(place, each.finding) not in put_aside:
            _render(place, each, answers)


def _render(place: Place, proposal: Proposal, answers: Answers) -> None:
    finding, key = proposal.finding, _key(place, proposal.finding)
    with st.container(key=f"proposal-{key}", border=True, gap="small"):
        render_template(
            "proposal.html",
            finding=finding,
            words=say_finding(finding),
            by=say_finders(finding),
            verified=proposal.answers.get("verified_answer"),
            answers=[(question_of(f), say_answer(f, v)) for f, v in proposal.answers.items()],
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button(
                "Take these answers", key=f"take-{key}", on_click=_take,
                args=(place, finding, dict(answers)),
            )  # fmt: skip
            st.button("Not here", key=f"not-here-{key}", on_click=_put_aside, args=(key,))
            page_link("case", "Look at that case", case=finding.case_id)


def _key(place: Place, finding: ReferenceFinding) -> str:
    """A proposal's name in widget keys: another once the finding is another."""
    found = compute_case_key(finding.case_id, f"{finding.round} {finding.found_at}")
    return f"{place.case_key}-{found}"


def _take(place: Place, finding: ReferenceFinding, seen: Answers) -> None:
    try:
        saved = current_store().take_finding(
            place.case_id, place.annotator, finding, seen=seen, round=place.round,
            by=who_acts(place.annotator),
        )  # fmt: skip
        note_saved(place.case_key, saved)
    except TrekError as error:
        report_problem(place.case_key, f"Not taken: {error}")


def _put_aside(key: str) -> None:
    st.session_state[_NOT_HERE] = {*st.session_state.get(_NOT_HERE, ()), key}
