"""Signing in, and who somebody is on a server that asks for it."""

import ast
import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.parts import sign_in
from review_db.access import MAY
from review_db.store import OWNER, RoundPlan
from tests.pages.conftest import GATE, import_lines, make_line, shown_text
from trek_core.errors import AccessError

PASSWORD = "a long password"
WHO = """
import streamlit as st
from pages.parts.annotator import current_annotator
from pages.parts.page_access import render_gate
from pages.parts.sign_in import find_signed_in, render_signed_in
if name := find_signed_in():
    render_signed_in(name)
if render_gate("cases"):
    st.text(f"here: {current_annotator()}")
"""


@pytest.fixture
def visit(signed_in, store, monkeypatch):
    """A visit to a server that people sign in to, with what a browser brings along."""
    assert signed_in
    store.set_password("Ada", PASSWORD, by=OWNER)

    def run(script=WHO, *, cookie=None, claims=None) -> AppTest:
        monkeypatch.setattr(sign_in, "_read_cookie", lambda: cookie)
        page = AppTest.from_string(script, default_timeout=30)
        page.session_state["annotator"] = "Lea"
        page.user = claims or {}
        page.run()
        assert not page.exception, page.exception
        return page

    return run


def enter(page, name, password):
    page.text_input(key="sign-in-name").input(name)
    page.text_input(key="sign-in-password").input(password)
    page.button[0].click().run()


def test_name_and_password_let_somebody_in_and_keep_the_password_nowhere(visit):
    page = visit()
    assert [title.value for title in page.title] == ["Sign in"]
    enter(page, "Ada", PASSWORD)
    assert "here: Ada" in shown_text(page)
    assert page.session_state["sign-in-password"] == ""


@pytest.mark.parametrize(("name", "password"), [("Ada", "wrong"), ("Nobody", PASSWORD), ("", "")])
def test_anything_else_does_not_and_does_not_say_which_was_wrong(visit, name, password):
    page = visit()
    enter(page, name, password)
    assert "here:" not in shown_text(page)
    assert "Name and password do not go together." in shown_text(page)


def test_guessing_is_told_to_wait(visit, store):
    store.check_password("Ada", "wrong")
    with closing(sqlite3.connect(store.path)) as db, db:
        db.execute("update sign_ins set blocked_until = '2999-01-01T00:00:00.000+00:00'")
    page = visit()
    enter(page, "Ada", PASSWORD)
    assert "Too many wrong passwords: wait until" in shown_text(page)


def test_a_name_in_the_session_or_a_cookie_is_nobody(visit):
    page = visit(cookie="made-up")
    assert [title.value for title in page.title] == ["Sign in"]


def test_a_session_cookie_is_whose_it_is(visit, store):
    page = visit(cookie=store.start_session("Ada"))
    assert "here: Ada" in shown_text(page)


def test_signing_out_ends_the_session_for_every_tab(visit, store):
    token = store.start_session("Ada")
    page = visit(cookie=token)
    page.button(key="sign-out").click().run()
    assert store.find_session(token) is None
    assert "here:" not in shown_text(page)


def test_an_identity_that_is_vouched_for_is_the_person_it_is_linked_to(visit, store):
    store.link_identity("ada@lab.example", "Ada", by=OWNER)
    claims = {"is_logged_in": True, "email": "Ada@lab.example"}
    assert "here: Ada" in shown_text(visit(claims=claims))
    assert "here:" not in shown_text(visit(claims=claims | {"email_verified": False}))
    assert "here:" not in shown_text(visit(claims=claims | {"email": "eve@lab.example"}))


@pytest.mark.parametrize("page", ["rounds", "export", "agreement", "probes", "setup", "adjudicate"])
def test_an_annotator_who_types_the_address_of_a_leads_page_is_told_what_it_takes(
    visit, store, page
):
    token = store.start_session("Ada")
    shown = visit(GATE.format(page), cookie=token)
    assert "Ada may not open this page: it needs the role" in unescape(shown_text(shown))
    lead = visit(GATE.format(page), cookie=store.start_session("Lea"))
    assert "may not open" not in shown_text(lead)


def test_a_round_is_not_made_by_who_has_no_right_to_with_a_page_still_open(show, store, signed_in):
    import_lines(store, make_line("a"))
    page = signed_in(show("rounds", new="1"), "Lea")
    page.text_input(key="round-name").input("mine")
    page.multiselect(key="round-people").set_value(["Ada"]).run()
    signed_in(page, "Lea")
    store.set_roles("Lea", ["annotator"], by="Root")
    page.button(key="round-create").click().run()
    assert [each.name for each in store.list_rounds()] == ["default"]


def test_a_click_after_signing_out_elsewhere_does_nothing(show, store, signed_in):
    import_lines(store, make_line("a"))
    store.create_round(RoundPlan("pilot", ["a"], ("Ada",)), by="Lea")
    page = signed_in(show("rounds", round="pilot"), "Lea")
    page.session_state["session-token"] = "ended"
    page.button(key="round-close_round").click().run()
    assert store.load_round("pilot").state == "open"
    assert "Sign in first" in shown_text(page)


def test_whoever_has_signed_out_acts_as_nobody_on_a_page_left_open(store, signed_in, monkeypatch):
    assert signed_in
    token = store.start_session("Lea")
    monkeypatch.setattr(sign_in, "find_token", lambda: token)
    assert sign_in.who_acts("Ada") == "Lea"  # whoever the page was drawn for
    store.end_session(token)
    with pytest.raises(AccessError, match="You are signed out: nothing was changed"):
        sign_in.who_acts("Lea")


def find_writes(file):
    """Calls of the store's methods that write, with how each says who does it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in MAY:
            by = next((each.value for each in node.keywords if each.arg == "by"), None)
            yield node.func.attr, by and ast.unparse(by)


def test_every_write_of_a_page_asks_at_the_press_who_is_signed_in():
    package = Path(sign_in.__file__).parents[1]
    writes = [found for file in package.rglob("*.py") for found in find_writes(file)]
    assert len(writes) > 20
    careless = [
        (method, by)
        for method, by in writes
        # A name is added before anybody has one.
        if method != "add_annotator" and not re.match(r"(who_acts|current_annotator)\(", by or "")
    ]
    assert careless == []


def test_clearing_streamlits_caches_as_any_browser_can_ends_no_session(visit, store):
    page = visit(cookie=store.start_session("Ada"))
    st.cache_data.clear()
    st.cache_resource.clear()
    assert "here: Ada" in shown_text(page.run())
