"""Samples are shared out by largest remainder and drawn by seed alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trek_core.sampling import allocate_places, draw_stratified_sample, shuffle_by_seed

sizes = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 50), max_size=6)


def test_places_go_by_largest_remainder():
    # 94 of 200 over 120, 55, 25: 56.4, 25.85, 11.75; the two places left go to .85 and .75.
    assert allocate_places({"a": 120, "b": 55, "c": 25}, 94) == {"a": 56, "b": 26, "c": 12}


def test_equal_remainders_go_to_the_larger_stratum_then_by_name():
    assert allocate_places({"b": 1, "a": 1}, 1) == {"a": 1, "b": 0}
    assert allocate_places({"small": 1, "large": 3}, 2) == {"small": 0, "large": 2}


@given(sizes, st.data())
def test_places_add_up_and_no_stratum_gives_more_than_it_has(found, data):
    n = data.draw(st.integers(0, sum(found.values())))
    places = allocate_places(found, n)
    assert sum(places.values()) == n
    for name, size in found.items():
        assert 0 <= places[name] <= size
        assert abs(places[name] - n * size / sum(found.values())) < 1 if n else not places[name]


@pytest.mark.parametrize("n", [-1, 4])
def test_more_than_there_are_is_refused(n):
    with pytest.raises(ValueError, match="expected 0 to 3"):
        allocate_places({"a": 3}, n)


@given(st.lists(st.text(max_size=5), unique=True), st.integers())
def test_the_order_does_not_depend_on_the_order_given(case_ids, seed):
    assert shuffle_by_seed(case_ids, seed) == shuffle_by_seed(case_ids[::-1], seed)


def test_the_order_is_the_same_on_every_machine():
    assert shuffle_by_seed(["a", "b", "c", "d"], 7) == ["c", "d", "b", "a"]


def test_a_sample_takes_its_cases_from_each_stratum():
    drawn = draw_stratified_sample({"x": ["a", "b", "c", "d"], "y": ["e", "f"]}, 3, 1)
    assert {name: len(case_ids) for name, case_ids in drawn.items()} == {"x": 2, "y": 1}
