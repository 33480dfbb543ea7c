"""Who a page is drawn for, on one's own machine."""

import sqlite3

import pytest

from pages.parts import annotator
from review_db import connection
from review_db.schema import SCHEMA_VERSION
from trek_core.errors import StoreError


@pytest.fixture
def remember(monkeypatch):
    """Let the browser's cookie hold a name."""
    return lambda name: monkeypatch.setattr(annotator, "_read_cookie", lambda: name)


@pytest.fixture(params=["written by another program", "upgraded by a newer version"])
def unwritable(request, store, monkeypatch):
    """A database that can be read and takes nothing."""
    store.add_annotator("Ada")
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(store.path, isolation_level=None)
    if request.param == "written by another program":
        other.execute("begin immediate")
    else:
        other.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    yield
    other.close()


@pytest.mark.usefixtures("unwritable")
def test_whoever_is_here_already_is_known_while_nothing_can_be_written(remember):
    remember("Ada")
    assert annotator._name_in_cookie() == "Ada"


@pytest.mark.usefixtures("unwritable")
def test_a_page_for_a_name_that_cannot_be_kept_is_refused_not_drawn_for_nobody(remember):
    remember("Bo")
    with pytest.raises(StoreError):
        annotator._name_in_cookie()


@pytest.mark.usefixtures("store")
def test_a_name_that_can_be_nobodys_is_asked_for_again(remember):
    for name in ("", "x" * 81, "A\nda"):
        remember(name)
        assert annotator._name_in_cookie() == ""
