import pytest

from review_db.annotators import add_annotator, compute_look
from review_db.connection import write_transaction
from trek_core.errors import StoreError


def test_a_name_is_kept_trimmed_and_composed(empty_store):
    assert empty_store.add_annotator("  Zoe\u0301 ") == "Zo\u00e9"
    assert empty_store.add_annotator("Zo\u00e9") == "Zo\u00e9"
    assert empty_store.load_annotators() == ["Zo\u00e9"]


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "a\x00b", "x" * 81, "half \ud83d"])
def test_what_is_no_name_is_refused(empty_store, name):
    with pytest.raises(StoreError, match="Enter a name of 1 to 80 characters"):
        empty_store.add_annotator(name)
    assert empty_store.load_annotators() == []


def test_a_name_may_have_eighty_characters(empty_store):
    assert empty_store.add_annotator("x" * 80) == "x" * 80


@pytest.mark.parametrize(
    "name",
    [
        "ZOE MAY",
        "Zoe  May",
        "ZoeMay",
        "Zoe\u00a0May",
        "Zoe\u200b May",
        "Z\u043ee May",
        "\uff3aoe May",
        "Zoe May\ufe0f",
    ],
)
def test_a_name_that_looks_like_anothers_is_refused_and_says_whose(empty_store, name):
    empty_store.add_annotator("Zoe May")
    with pytest.raises(StoreError, match="looks like 'Zoe May', who is here already"):
        empty_store.add_annotator(name)
    assert empty_store.load_annotators() == ["Zoe May"]


def test_names_that_differ_to_the_eye_are_two_people(empty_store):
    names = ["Jose", "Jos\u00e9", "Bo 1", "Bo 2", "\u0915\u093f", "\u0915\u0941"]
    for name in names:
        empty_store.add_annotator(name)
    assert sorted(empty_store.load_annotators()) == sorted(names)


def test_a_name_that_cannot_be_seen_is_none(empty_store):
    assert compute_look("\u200b\u2060") == ""
    with pytest.raises(StoreError, match="cannot be seen"):
        empty_store.add_annotator("\u200b\u2060")


def test_people_who_look_alike_and_are_here_already_are_both_found(empty_store):
    with write_transaction(empty_store.path) as db:
        for name in ("Ada", "ada"):
            add_annotator(db, name)
    assert [empty_store.add_annotator(name) for name in ("Ada", "ada")] == ["Ada", "ada"]
