"""Adding people, and changing what they may do and how they sign in."""

from collections.abc import Callable

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.sign_in import do_people_sign_in, find_token
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.access import ROLES
from review_db.passwords import SHORTEST_PASSWORD
from trek_core.counted import count_of
from trek_core.errors import TrekError

_DONE = "people-done"
_PROBLEM = "people-problem"


def render_add_person() -> None:
    """Offer to add somebody."""
    with st.form("people-add", clear_on_submit=True):
        st.text_input("New person's name", key="people-name", max_chars=80)
        st.form_submit_button("Add", on_click=_add)
    _render_outcome("add")


def render_person(*, is_admin: bool) -> None:
    """Offer to change one person: anybody for an admin, for everybody else their own password."""
    by = current_annotator()
    names = current_store().load_annotators() if is_admin else [by] if by else []
    if not names:
        return
    name = st.selectbox("Person", names, key="people-person") if is_admin else by
    if name is None:
        return
    with st.container(border=True, key="people-one"):
        if is_admin:
            _render_roles(name)
        _render_password(name, by)
        if is_admin:
            _render_identity(name)
        if do_people_sign_in():
            _render_sessions(name, by)
    _render_outcome("change")


# The keys carry the name: what was typed for one person can never be kept for another.
def _render_roles(name: str) -> None:
    with st.form("people-roles", border=False):
        key = f"people-roles-of-{name}"
        st.multiselect(
            "Roles", ROLES, default=sorted(current_store().load_roles(name)), key=key,
            placeholder="None: may read what everybody may",
        )  # fmt: skip
        st.form_submit_button("Keep the roles", on_click=_set_roles, args=(name, key))


def _render_password(name: str, by: str | None) -> None:
    with st.form("people-password", border=False, clear_on_submit=True):
        key = f"people-password-of-{name}"
        st.text_input(
            "Your new password" if name == by else "New password", key=key, type="password",
            max_chars=200, help=f"At least {SHORTEST_PASSWORD} characters.",
        )  # fmt: skip
        st.form_submit_button("Set the password", on_click=_set_password, args=(name, key))


def _render_identity(name: str) -> None:
    with st.form("people-identity", border=False, clear_on_submit=True):
        key = f"people-identity-of-{name}"
        st.text_input(
            "E-mail address at the sign-in provider", key=key, max_chars=200,
            help="For OpenID Connect: who signs in under it is this person here.",
        )  # fmt: skip
        st.form_submit_button("Link it", on_click=_link, args=(name, key))


def _render_sessions(name: str, by: str | None) -> None:
    word = "Sign out everywhere else" if name == by else "Sign out everywhere"
    st.button(word, key=f"people-sessions-of-{name}", on_click=_end_sessions, args=(name,))


def _add() -> None:
    typed = str(st.session_state["people-name"])
    _keep(
        "add",
        lambda: f"{current_store().add_annotator(typed, by=current_annotator())} is here now.",
    )


def _set_roles(name: str, key: str) -> None:
    def keep() -> str:
        current_store().set_roles(name, st.session_state[key], by=current_annotator())
        return f"{name} has these roles now."

    _keep("change", keep)


def _set_password(name: str, key: str) -> None:
    def keep() -> str:
        session = find_token() if do_people_sign_in() else None
        current_store().set_password(
            name, str(st.session_state[key]), by=current_annotator(), session=session
        )
        return f"{name} has a new password. It is shown nowhere: pass it on yourself."

    _keep("change", keep)


def _end_sessions(name: str) -> None:
    def keep() -> str:
        ended = current_store().end_sessions(name, by=current_annotator(), but=find_token())
        return f"{name}: {count_of(ended, 'sign-in')} ended."

    _keep("change", keep)


def _link(name: str, key: str) -> None:
    def keep() -> str:
        current_store().link_identity(str(st.session_state[key]), name, by=current_annotator())
        return f"{name} can sign in with that address now."

    _keep("change", keep)


def _keep(form: str, write: Callable[[], str]) -> None:
    try:
        st.session_state[f"{_DONE}-{form}"] = write()
    except TrekError as error:
        st.session_state[f"{_PROBLEM}-{form}"] = f"Nothing was changed: {error}"


def _render_outcome(form: str) -> None:
    if problem := st.session_state.pop(f"{_PROBLEM}-{form}", None):
        render_template("problem.html", sentence=problem)
    if done := st.session_state.pop(f"{_DONE}-{form}", None):
        render_template("note.html", text=done)
