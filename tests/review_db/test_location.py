"""Where databases live, and the sample project's own file."""

from pathlib import Path

import pytest

from review_db.location import data_folder, database_path, db_option
from review_db.sample import ensure_sample, find_sample_file, sample_database_path
from review_db.store import ReviewStore
from tests.review_db.case_lines import as_file, make_case
from trek_core.errors import StoreError

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("TREK_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_the_callers_choice_wins_over_the_environment(monkeypatch):
    monkeypatch.setenv("TREK_DB", "/elsewhere/mine.db")
    assert database_path("/here/mine.db") == Path("/here/mine.db")
    assert database_path(None) == Path("/elsewhere/mine.db")
    assert database_path("~/mine.db") == Path.home() / "mine.db"


def test_without_a_choice_it_is_in_the_persons_data_folder(monkeypatch):
    monkeypatch.setenv("TREK_DB", "")
    chosen = database_path(None)
    assert chosen.parent == data_folder()
    assert not chosen.is_relative_to(CHECKOUT)
    assert sample_database_path().parent == data_folder()
    assert sample_database_path() != chosen


def test_a_command_names_a_database_that_is_not_the_default_one(monkeypatch):
    assert db_option(database_path(None)) == ""
    monkeypatch.setenv("TREK_DB", "/my data/mine.db")  # another terminal does not have it
    assert db_option(database_path(None)) == " --db '/my data/mine.db'"


def test_the_sample_is_made_once_and_marked():
    path = sample_database_path()
    ensure_sample(path)
    store = ReviewStore(path)
    assert store.is_sample
    lines = find_sample_file().read_bytes().count(b"\n")
    assert store.list_cases().total == lines >= 40
    revision = store.revision()
    ensure_sample(path)
    assert store.revision() == revision


def test_a_sample_whose_filling_broke_off_is_filled_up(monkeypatch):
    path = sample_database_path()

    def break_off(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("review_db.sample.import_file", break_off)
        with pytest.raises(KeyboardInterrupt):
            ensure_sample(path)
    assert ReviewStore(path).is_sample
    ensure_sample(path)
    assert ReviewStore(path).list_cases().total >= 40


def test_a_newer_sample_brings_its_cases_and_keeps_judgements(monkeypatch, tmp_path):
    sample = tmp_path / "sample.jsonl"
    monkeypatch.setattr("review_db.sample.find_sample_file", lambda: sample)
    sample.write_bytes(as_file(make_case("c1")).getvalue())
    path = sample_database_path()
    ensure_sample(path)
    store = ReviewStore(path)
    store.add_annotator("Ada")
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    sample.write_bytes(as_file(make_case("c1"), make_case("c2")).getvalue())
    ensure_sample(path)
    assert store.list_cases().total == 2
    assert store.load_judgement("c1", "Ada").answers == {"reference_valid": "yes"}


def test_the_sample_never_mixes_with_other_cases(store):
    assert not store.is_sample
    with pytest.raises(StoreError, match="cases of its own"):
        ensure_sample(store.path)
    ensure_sample(sample_database_path())
    sample = ReviewStore(sample_database_path())
    with pytest.raises(StoreError, match="takes no other cases"):
        sample.import_file(as_file(make_case("c1")), "cases")
