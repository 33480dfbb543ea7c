"""A review database with three bare cases and two people, in a real file."""

import pytest

from review_db.copies import back_up
from review_db.store import ReviewStore
from tests.review_db.apart import part
from tests.review_db.case_lines import RESPONSE_WRONG, as_file, make_case


@pytest.fixture
def empty_store(tmp_path):
    return ReviewStore(tmp_path / "reviews.db")


@pytest.fixture
def store(empty_store):
    empty_store.import_file(as_file(*(make_case(f"c{number}") for number in (1, 2, 3))), "cases")
    empty_store.add_annotator("Ada")
    empty_store.add_annotator("Bo")
    return empty_store


@pytest.fixture
def ours(store):
    """A database in which somebody has begun."""
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    return store


@pytest.fixture
def theirs(ours, tmp_path):
    """A copy of ours, for work done apart."""
    return part(ours, tmp_path / "theirs.db")


@pytest.fixture
def backup(store, tmp_path):
    """A backup of the store with a judgement handed in, in a folder of its own."""
    store.save_answers("c1", "Ada", RESPONSE_WRONG)
    store.submit("c1", "Ada")
    path = tmp_path / "kept" / "backup.db"
    path.parent.mkdir()
    back_up(store.path, path)
    return path
