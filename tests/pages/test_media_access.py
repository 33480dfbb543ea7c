"""Who may fetch a file that a page offers."""

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from pages.parts.media_access import MediaAccess
from pages.parts.session_cookie import COOKIE
from review_db.store import OWNER, ReviewStore


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("TREK_DB", str(tmp_path / "reviews.db"))
    store = ReviewStore(tmp_path / "reviews.db")
    store.add_annotator("Lea")
    store.set_roles("Lea", ["lead", "admin"], by=OWNER)
    store.set_password("Lea", "a long password", by=OWNER)
    return store


def fetch(path="/media/1f.xlsx", **cookies):
    browser = TestClient(MediaAccess(PlainTextResponse("cases")), cookies=cookies)
    return browser.get(path).status_code


@pytest.mark.usefixtures("store")
def test_where_a_name_is_enough_whoever_has_an_address_gets_the_file():
    assert fetch() == 200


def test_where_people_sign_in_a_file_is_for_the_signed_in_until_they_sign_out(store):
    store.set_access_mode("users", by=OWNER)
    token = store.start_session("Lea")
    assert fetch() == 403
    assert fetch(**{COOKIE: "made up"}) == 403
    assert fetch(**{COOKIE: token}) == 200
    assert fetch("/static/index.js") == 200
    store.end_session(token)
    assert fetch(**{COOKIE: token}) == 403


def test_a_cookie_of_a_provider_says_nothing_where_none_is_set_up(store):
    store.set_access_mode("users", by=OWNER)
    assert fetch(_streamlit_user="somebody") == 403
