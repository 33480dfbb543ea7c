"""Local sign-in: hashes with salt, and guessing slowed down."""

import pytest

from review_db import passwords
from review_db.connection import open_database
from trek_core.errors import AccessError, StoreError

PASSWORD = "correct horse battery"


@pytest.fixture
def ada(store):
    store.set_password("Ada", PASSWORD)
    return store


def stored(store):
    with open_database(store.path) as db:
        return db.execute("select hashed from passwords").fetchone()["hashed"]


def test_only_the_right_password_is_right(ada):
    assert ada.check_password("Ada", PASSWORD)
    assert not ada.check_password("Ada", PASSWORD + " ")
    assert not ada.check_password("Bo", PASSWORD)
    assert not ada.check_password("Nobody", PASSWORD)
    assert (ada.has_password("Ada"), ada.has_password("Bo")) == (True, False)


def test_the_password_is_nowhere_in_the_file_and_its_hash_is_salted(ada):
    first = stored(ada)
    ada.set_password("Ada", PASSWORD)
    assert stored(ada) != first
    assert first.startswith("scrypt$16384$8$1$")
    assert PASSWORD.encode() not in ada.path.read_bytes()


def test_an_accent_counts_the_same_however_a_keyboard_sends_it(store):
    composed, apart = "caf\u00e9 au lait", "cafe\u0301 au lait"
    for typed in (composed, apart):
        store.set_password("Ada", typed)
        assert store.check_password("Ada", composed)
        assert store.check_password("Ada", apart)


def test_a_hash_from_before_passwords_were_composed_still_takes_what_was_typed_then(monkeypatch):
    apart = "cafe\u0301 au lait"
    with monkeypatch.context() as before:
        before.setattr(passwords.unicodedata, "normalize", lambda _form, text: text)
        hashed = passwords.hash_password(apart)
    assert passwords.verify_password(apart, hashed)


def test_a_short_password_is_refused(store):
    with pytest.raises(StoreError, match="at least 10 characters"):
        store.set_password("Ada", "short")


def test_wrong_passwords_in_a_row_make_one_wait_and_a_new_password_ends_it(ada):
    for _ in range(passwords.FREE_FAILURES):
        assert not ada.check_password("Ada", "wrong")
    with pytest.raises(AccessError, match="Too many wrong passwords: wait until"):
        ada.check_password("Ada", PASSWORD)
    ada.set_password("Ada", "another good one")
    assert ada.check_password("Ada", "another good one")


def test_the_right_password_clears_the_count(ada):
    for _ in range(3):
        for _ in range(passwords.FREE_FAILURES - 1):
            ada.check_password("Ada", "wrong")
        assert ada.check_password("Ada", PASSWORD)


def test_each_wait_is_longer_than_the_one_before_up_to_a_limit(ada, monkeypatch):
    monkeypatch.setattr(passwords, "verify_password", lambda *_: False)
    waits = []
    for _ in range(80):
        with passwords.write_transaction(ada.path) as db:
            db.execute("update sign_ins set blocked_until = ''")
        ada.check_password("Ada", "wrong")
        with open_database(ada.path) as db:
            row = db.execute("select failures, blocked_until from sign_ins").fetchone()
        waits.append(passwords.compute_wait(row["failures"]))
    assert waits == sorted(waits)
    assert waits[: passwords.FREE_FAILURES] == [0] * (passwords.FREE_FAILURES - 1) + [1]
    assert waits[-1] == passwords.LONGEST_WAIT_SECONDS


def test_an_identity_from_elsewhere_is_one_person(store):
    store.link_identity("Ada@A.example", "Ada")
    assert store.find_identity("ada@a.example") == "Ada"
    assert store.find_identity("bo@a.example") is None
    store.link_identity("ada@a.example", "Bo")
    assert store.find_identity("ada@a.example") == "Bo"
