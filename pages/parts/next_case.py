"""Going on to the next case: claiming it, and saying why it is that one."""

import streamlit as st

from pages.parts.answers import Place, compute_case_key, report_done, report_problem
from pages.parts.round_address import show_case
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from review_db.store import PROBE_RUN_DONE, NextCase
from trek_core.errors import TrekError

_LEFT = "review-left"  # (case key, key of the case its Save or Undo went on to, that case's id)
_CAME = "review-came"  # (case key, id of the case that was handed in or skipped to get there)
_REASON = "review-reason"  # (case key, why it came next)


def announce(following: NextCase, round_name: str) -> None:
    """Keep why a case came next, for its page to say."""
    if following.case_id is None:
        return
    key = compute_case_key(following.case_id, round_name)
    st.session_state[_REASON] = (key, following.reason)
    if following.reason == PROBE_RUN_DONE:
        report_done(key, following.reason)


def find_reason(case_key: str) -> str:
    """Why this case came next; empty where the person chose it."""
    key, reason = st.session_state.get(_REASON, (None, ""))
    return reason if key == case_key else ""


def go_on(place: Place) -> None:
    """Claim the next case and go there, or say why there is none (a callback)."""
    try:
        following = current_store().claim_next(
            place.annotator, place.round, place.case_id, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
        return
    if following.case_id is None:
        report = report_done if following.is_done else report_problem
        report(place.case_key, following.reason)
        return
    announce(following, place.round)
    next_key = compute_case_key(following.case_id, place.round)
    st.session_state[_CAME] = (next_key, place.case_id)
    leave_for(place, following.case_id)


def find_came_from(case_key: str) -> str | None:
    """The case from which the person went on to this one; None where they came otherwise."""
    key, left_id = st.session_state.get(_CAME, (None, None))
    return left_id if key == case_key else None


def leave_for(place: Place, next_id: str) -> None:
    """Go to another case of the round."""
    st.session_state[_LEFT] = (place.case_key, compute_case_key(next_id, place.round), next_id)
    show_case(next_id, place.round)


def find_next(case_key: str) -> str | None:
    """Where the person was sent from this case, until they are there.

    What they press on the way comes with the old address, which would bring the case back.
    """
    left, next_key, next_id = st.session_state.get(_LEFT, (None, None, None))
    if next_key == case_key:
        del st.session_state[_LEFT]
    return next_id if left == case_key else None
