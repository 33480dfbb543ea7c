import pytest

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
