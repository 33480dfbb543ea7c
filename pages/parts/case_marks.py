"""What a person does with a case beside answering: skip it, flag it, say something about it."""

import streamlit as st

from pages.parts.answers import Place, compute_case_key, local_time, note_saved, report_problem
from pages.parts.next_case import go_on
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import StoredJudgement
from trek_core.errors import TrekError


def render_skip(place: Place) -> str:
    """Offer to put the case at the end of the queue; returns the control's key."""
    key = f"skip-{place.case_key}"
    with (
        st.popover("Skip", icon=":material/redo:", key=key, type="tertiary"),
        st.form(f"{key}-form", border=False),
    ):
        st.text_input("Why? (optional; it comes back at the end)", key=f"{key}-why")
        st.form_submit_button("Skip this case", type="primary", on_click=_skip, args=(place, key))
    return key


def _skip(place: Place, key: str) -> None:
    reason = str(st.session_state.get(f"{key}-why") or "").strip()
    try:
        current_store().skip(
            place.case_id, place.annotator, reason, round=place.round, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
        return
    go_on(place)


def render_flag(place: Place, judgement: StoredJudgement) -> str:
    """Offer to mark the case for others to look at; returns the control's key."""
    is_flagged = judgement.flag is not None
    # A flag that was set leaves the layer closed: its key is another one.
    key = f"flag-{place.case_key}-{compute_case_key(repr(judgement.flag))[:6]}"
    word, icon = ("Flagged", ":material/flag_2:") if is_flagged else ("Flag", ":material/flag:")
    with (
        st.popover(word, icon=icon, key=key, type="tertiary"),
        st.form(f"{key}-form", border=False),
    ):
        st.text_input("What should others look at?", value=judgement.flag or "", key=f"{key}-text")
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button(
                "Flag", type="primary", on_click=_flag, args=(place, f"{key}-text")
            )
            if is_flagged:
                st.form_submit_button("Take the flag off", on_click=_flag, args=(place, None))
    return key


def _flag(place: Place, text_key: str | None) -> None:
    text = None if text_key is None else str(st.session_state.get(text_key) or "").strip()
    try:
        saved = current_store().flag(
            place.case_id, place.annotator, text, round=place.round, by=who_acts(place.annotator)
        )
        note_saved(place.case_key, saved)
    except TrekError as error:
        report_problem(place.case_key, str(error))


def render_comments(place: Place, names: dict[str, str] | None = None) -> None:
    """Show what was said about the case and a way to add to it.

    With `names`, those stand for people's own, and whoever has none is not named.
    """
    comments = current_store().load_comments(place.case_id, place.annotator, round=place.round)
    known = {place.annotator: place.annotator, **(names or {})}
    shown = [
        (
            each.annotator if names is None else known.get(each.annotator, "Somebody else"),
            _say_when(each.at),
            each.text,
        )
        for each in comments
    ]
    key = f"comments-{place.case_key}"
    count = f" ({len(comments)})" if comments else ""
    with st.popover(f"Comments{count}", icon=":material/chat:", key=key, type="tertiary"):
        render_template("comments.html", comments=shown)
        with st.form(f"{key}-form-{len(comments)}", border=False):
            st.text_area(
                "Comment", key=f"{key}-{len(comments)}", height=80, label_visibility="collapsed",
                placeholder="For whoever looks at this case in this round",
            )  # fmt: skip
            st.form_submit_button(
                "Add", type="primary", on_click=_comment, args=(place, f"{key}-{len(comments)}")
            )


def _say_when(at: str) -> str:
    return f"{at[:10]} {local_time(at)}"


def _comment(place: Place, text_key: str) -> None:
    text = str(st.session_state.get(text_key) or "")
    try:
        current_store().add_comment(
            place.case_id, place.annotator, text, round=place.round, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
