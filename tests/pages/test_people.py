"""The People page: names, roles and ways to sign in."""

from html import unescape

import pytest

from review_db.passwords import SHORTEST_PASSWORD
from tests.pages.conftest import HOSTILE, shown_text

PASSWORD = "a long password"


def press(page, label):
    next(button for button in page.button if button.label == label).click().run()


def test_a_person_is_added_with_roles_and_a_password(show, store):
    page = show("people", who="Lea")
    page.text_input(key="people-name").input("Ada")
    press(page, "Add")
    page.selectbox(key="people-person").set_value("Ada").run()
    page.multiselect(key="people-roles-of-Ada").set_value(["annotator", "lead"])
    press(page, "Keep the roles")
    page.text_input(key="people-password-of-Ada").input(PASSWORD)
    press(page, "Set the password")
    assert store.load_roles("Ada") == {"annotator", "lead"}
    assert store.check_password("Ada", PASSWORD)
    assert not store.check_password("Ada", PASSWORD + "!")
    assert PASSWORD not in shown_text(page)


def test_a_short_password_is_refused_in_one_sentence(show, store):
    store.add_annotator("Ada")
    page = show("people", who="Lea")
    page.text_input(key="people-password-of-Ada").input("short")
    press(page, "Set the password")
    assert f"at least {SHORTEST_PASSWORD} characters" in shown_text(page)
    assert not store.has_password("Ada")


def test_an_identity_is_linked_to_a_person(show, store):
    store.add_annotator("Ada")
    page = show("people", who="Lea")
    page.text_input(key="people-identity-of-Ada").input("ada@lab.example")
    press(page, "Link it")
    assert store.find_identity("Ada@lab.example") == "Ada"


def test_the_page_says_who_read_the_guideline(show, store):
    store.add_annotator("Ada")
    store.record_guideline_read("Ada", "1")
    day = store.load_guideline_reads()["Ada"]["1"][:10]
    assert day in shown_text(show("people", who="Lea"))


def test_on_ones_own_machine_it_says_how_to_share_and_asks_who_changes_anything(show, store):
    page = show("people")
    assert "trek serve --sign-in" in shown_text(page)
    assert "people-name" not in [each.key for each in page.text_input]
    page.text_input(key="annotator-name").input("Lea")
    press(page, "Go on")
    assert store.load_annotators() == ["Lea"]
    assert "people-name" in [each.key for each in page.text_input]


def test_an_annotator_finds_only_their_own_password_there(show, store, signed_in):
    page = signed_in(show("people"), "Ada")
    assert "Root" not in shown_text(page)
    assert [each.key for each in page.text_input] == ["people-password-of-Ada"]
    assert [each.label for each in page.button] == ["Set the password", "Sign out everywhere else"]
    page.text_input[0].input(PASSWORD)
    press(page, "Set the password")
    assert store.check_password("Ada", PASSWORD)


def test_a_new_password_ends_the_persons_sessions_but_not_ones_own(show, store, signed_in):
    theirs = store.start_session("Ada")
    page = signed_in(show("people"), "Root")
    page.selectbox(key="people-person").set_value("Ada").run()
    page.text_input(key="people-password-of-Ada").input(PASSWORD)
    press(page, "Set the password")
    assert store.find_session(theirs) is None
    assert store.find_session(page.session_state["session-token"]) == "Root"


@pytest.mark.parametrize("roles", [["annotator"], []])
def test_who_is_no_admin_any_more_changes_nobody_with_an_open_page(show, store, signed_in, roles):
    store.set_roles("Lea", ["lead", "admin"], by="Root")
    page = signed_in(show("people"), "Lea")
    page.selectbox(key="people-person").set_value("Ada").run()
    store.set_roles("Lea", roles, by="Root")
    page.multiselect(key="people-roles-of-Ada").set_value(["admin"])
    press(page, "Keep the roles")
    assert store.load_roles("Ada") == {"annotator"}
    if roles:
        assert "Lea may not do this: it needs the role admin" in unescape(shown_text(page))
    else:  # Who has no role at all is signed out.
        assert store.find_session(page.session_state["session-token"]) is None


def test_the_last_admin_stays_one(show, store, signed_in):
    page = signed_in(show("people"), "Root")
    page.selectbox(key="people-person").set_value("Root").run()
    page.multiselect(key="people-roles-of-Root").set_value([])
    press(page, "Keep the roles")
    assert store.load_roles("Root") == {"admin"}
    assert "Nothing was changed: Somebody has to be admin" in shown_text(page)


def test_hostile_names_stay_text(show, store):
    store.add_annotator(HOSTILE[:80])
    page = show("people", who="Lea")
    assert "<script>" not in shown_text(page)
    assert all("beacon" not in str(each.value) for each in (*page.markdown, *page.error))


def test_somebody_is_signed_out_everywhere_and_oneself_everywhere_else(show, store, signed_in):
    theirs = [store.start_session("Ada") for _ in range(2)]
    mine = store.start_session("Root")
    page = signed_in(show("people"), "Root")
    for name, word in (("Ada", "Sign out everywhere"), ("Root", "Sign out everywhere else")):
        page.selectbox(key="people-person").set_value(name).run()
        press(page, word)
    assert [store.find_session(each) for each in (*theirs, mine)] == [None] * 3
    assert store.find_session(page.session_state["session-token"]) == "Root"
    assert "Root: 1 sign-in ended." in shown_text(page)
