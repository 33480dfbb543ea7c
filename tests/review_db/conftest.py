"""A review database with three bare cases and two people, in a real file."""

import pytest

from review_db.store import ReviewStore
from tests.review_db.case_lines import as_file, make_case


@pytest.fixture
def empty_store(tmp_path):
    return ReviewStore(tmp_path / "reviews.db")


@pytest.fixture
def store(empty_store):
    empty_store.import_file(as_file(*(make_case(f"c{number}") for number in (1, 2, 3))), "cases")
    empty_store.add_annotator("Ada")
    empty_store.add_annotator("Bo")
    return empty_store
