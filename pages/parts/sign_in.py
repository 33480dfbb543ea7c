"""Signing in, on a server that asks people to: with a password, or through OpenID Connect."""

from contextlib import suppress
from importlib.util import find_spec

import streamlit as st

from pages.parts.session_cookie import COOKIE, TICKET, leave_ticket, render_exchange
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from trek_core.errors import AccessError, TrekError

_TOKEN = "session-token"  # noqa: S105 - where it is kept, not what it is
_PROBLEM = "sign-in-problem"
_REFUSED = "Name and password do not go together. Check both; an admin can set a new password."


def do_people_sign_in() -> bool:
    """Whether a name is not enough here."""
    return current_store().load_access_mode() == "users"


def find_signed_in() -> str | None:
    """The person who has signed in from this browser, None when nobody has.

    What a browser sends cannot make it somebody else: its token is looked up at every run.
    """
    token = find_token()
    name = current_store().find_session(token) if token else None
    if name is not None:
        return name
    identity = find_outside_identity()
    return current_store().find_identity(identity) if identity else None


def who_acts(annotator: str) -> str:
    """Who is behind a press on a page drawn for an annotator, asked anew at the press.

    Raises `AccessError` where whoever signed in has signed out since, or was signed out.
    """
    if not do_people_sign_in():
        return annotator
    name = find_signed_in()
    if name is None:
        raise AccessError("You are signed out: nothing was changed. Sign in, then do it again.")
    return name


def find_outside_identity() -> str | None:
    """The e-mail address that an OpenID Connect provider vouches for, None without one."""
    claims = st.user.to_dict()
    if not claims.get("is_logged_in") or claims.get("email_verified") is False:
        return None
    return str(claims.get("email") or "") or None


def render_sign_in() -> None:
    """Ask for name and password, or offer the providers that are set up."""
    st.title("Sign in")
    with st.container(width=420, key="sign-in"):
        with st.form("sign-in-form"):
            st.text_input("Name", key="sign-in-name", max_chars=80)
            st.text_input("Password", key="sign-in-password", type="password", max_chars=200)
            st.form_submit_button("Sign in", type="primary", on_click=_sign_in)
        if problem := st.session_state.pop(_PROBLEM, None):
            render_template("problem.html", sentence=problem)
        if has_provider():
            _render_outside()
        render_template(
            "note.html",
            text="Names and passwords are given by an admin of this server.",
        )


def render_signed_in(name: str) -> None:
    """Show who is signed in, and a way out."""
    render_exchange()
    render_template("signed_in.html", who=name)
    st.button("Sign out", key="sign-out", type="tertiary", on_click=_sign_out)


def has_provider() -> bool:
    """Whether an OpenID Connect provider is set up in Streamlit's secrets."""
    try:
        return "auth" in st.secrets
    except FileNotFoundError:
        return False


def _render_outside() -> None:
    identity = find_outside_identity()
    if find_spec("authlib") is None:
        sentence = "OpenID Connect is set up but not installed here: install trek-review[sign-in]."
        render_template("problem.html", sentence=sentence)
        return
    if identity is None:
        for provider in _list_providers():
            words = f"Sign in with {provider}" if provider else "Sign in with your organisation"
            st.button(
                words, key=f"sign-in-{provider or 'outside'}", on_click=st.login,
                args=(provider,) if provider else (),
            )  # fmt: skip
        return
    render_template("unknown_identity.html", identity=identity)
    st.button("Sign out there", key="sign-out-outside", on_click=st.logout)


def _list_providers() -> list[str]:
    """The names of the providers, '' for one without a name."""
    auth = st.secrets["auth"]
    named = [name for name in auth if hasattr(auth[name], "keys")]
    return [*named, *([""] if "client_id" in auth else [])]


def find_token() -> str | None:
    """This browser's sign-in token, whatever it may be worth."""
    return st.session_state.get(_TOKEN) or _read_cookie()


def _read_cookie() -> str | None:
    return st.context.cookies.get(COOKIE)


def _sign_in() -> None:
    name = str(st.session_state["sign-in-name"]).strip()
    password = str(st.session_state["sign-in-password"])
    st.session_state["sign-in-password"] = ""
    try:
        if not current_store().check_password(name, password):
            st.session_state[_PROBLEM] = _REFUSED
            return
        token = current_store().start_session(name)
    except TrekError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    st.session_state[_TOKEN] = token
    st.session_state[TICKET] = leave_ticket(token)


def _sign_out() -> None:
    if token := find_token():
        with suppress(TrekError):  # A database that cannot be used lets nobody in either.
            current_store().end_session(token)
    for key in list(st.session_state):
        del st.session_state[key]
    if find_outside_identity():
        st.logout()
