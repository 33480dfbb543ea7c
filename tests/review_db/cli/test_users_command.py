"""`trek users`: people, roles, passwords from the command line."""

import io
import sys

import pytest

from review_db.access import ROLES
from review_db.cli import main
from review_db.cli.serve import set_up_sign_in
from review_db.cli.users import ROLE_NAMES
from review_db.store import ReviewStore
from trek_core.errors import StoreError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "reviews.db"


def users(path, *arguments):
    return main(["users", *arguments, "--db", str(path)])


def test_a_person_gets_roles_and_a_password(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("a good long password\n"))
    assert users(path, "Lea", "--role", "lead", "--role", "admin", "--password") == 0
    assert "Lea\tlead, admin\tpassword" in capsys.readouterr().out
    store = ReviewStore(path)
    assert store.check_password("Lea", "a good long password")
    assert store.load_roles("Lea") == {"lead", "admin"}


def test_sign_in_needs_an_admin(path, capsys):
    assert users(path, "--access", "users") == 1
    assert "has to be admin" in capsys.readouterr().err
    users(path, "Lea", "--role", "admin")
    assert users(path, "--access", "users") == 0
    assert "Access: users (people sign in)" in capsys.readouterr().out


def test_the_command_line_still_works_where_people_sign_in(path):
    users(path, "Lea", "--role", "admin", "--access", "users")
    assert users(path, "Bo", "--role", "annotator", "--identity", "bo@a.example") == 0
    assert ReviewStore(path).find_identity("bo@a.example") == "Bo"


def test_a_role_is_somebodys(path, capsys):
    assert users(path, "--role", "lead") == 1
    assert "Name the person" in capsys.readouterr().err


def test_serving_with_sign_in_turns_it_on_once_somebody_is_admin(path):
    with pytest.raises(StoreError, match="trek users NAME --role admin"):
        set_up_sign_in(path, asked=True)
    users(path, "Lea", "--role", "admin")
    assert set_up_sign_in(path, asked=False) is False
    assert set_up_sign_in(path, asked=True) is True
    assert set_up_sign_in(path, asked=False) is True


def test_the_command_knows_every_role():
    assert ROLE_NAMES == ROLES
