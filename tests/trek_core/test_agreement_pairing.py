"""Two raters on one question: cells, exclusions and slices add up, and name their cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.agreement_samples import blames, case, clears, find
from trek_core.agreement import compute_report
from trek_core.agreement.comparisons.pairing import group_alike, pair_answers, split_pairing
from trek_core.agreement.comparisons.slices import (
    SLICES,
    compute_slices,
    find_slices,
    slice_population,
)
from trek_core.taxonomy import LABEL_SETS

ANSWERS = [
    ("yes", "yes"),
    ("yes", "no"),
    ("no", "yes"),
    ("yes", "yes"),
    ("yes", "late"),
    ("late", "never"),
    ("late", "early"),
]


def pair(answers, causes):
    case_ids = [f"c{number}" for number in range(1, len(answers) + 1)]
    return pair_answers("x", ("no", "yes"), case_ids, group_alike(answers), causes)


def test_each_cell_and_each_cause_names_its_cases():
    found = pair(ANSWERS, ("early", "late", "never"))
    assert found.cells == {(1, 1): ("c1", "c4"), (1, 0): ("c2",), (0, 1): ("c3",)}
    assert found.left_out == {"early": ("c7",), "late": ("c5", "c6")}
    assert found.table.tolist() == [[0, 1], [1, 2]]
    assert (found.n, found.cases, found.excluded) == (4, 7, {"early": 1, "late": 2})
    assert found.differing == ("c2", "c3")
    assert found.groups == {"differing": ("c2", "c3"), **found.left_out}


def test_an_answer_nobody_knows_is_refused_by_name():
    with pytest.raises(ValueError, match="x: found 'perhaps', expected an answer"):
        pair([("yes", "perhaps")], ())


@given(
    st.lists(st.tuples(*[st.sampled_from(["no", "yes", "late", "early"])] * 2), max_size=20),
    st.data(),
)
def test_slices_of_a_pairing_add_up_to_it(answers, data):
    names = st.sampled_from(["a", "b", None])
    slice_of = {f"c{n}": data.draw(names) for n in range(1, len(answers) + 1)}
    whole = pair(answers, ("early", "late"))
    parts = split_pairing(whole, slice_of)
    assert sum(part.cases for part in parts.values()) == whole.cases == len(answers)
    assert sum((part.table for part in parts.values()), whole.table * 0).tolist() == (
        whole.table.tolist()
    )
    for name, part in parts.items():
        named = {each for ids in [*part.cells.values(), *part.left_out.values()] for each in ids}
        assert named == {case_id for case_id, of in slice_of.items() if of == name}


CASES = [
    case("c1", "Distraction", system="one", dataset="fresh"),
    case("c2", "Retrieval", system="one", dataset="seal"),
    case("c3", "Distraction", system="two", dataset="fresh"),
    case("c4", "Distraction", dataset="fresh"),
]
JUDGEMENTS = [
    blames("Ada", "c1", "Distraction"), blames("Ada", "c2", "Distraction"),
    clears("Ada", "c3", "judge_error"), blames("Ada", "c4", "Distraction"),
]  # fmt: skip


def test_figures_come_by_system_and_by_dataset_with_their_own_exclusions():
    rows = compute_slices(compute_report(CASES, JUDGEMENTS))
    one = find(rows, by="system", of="one", view="joint", statistic="percent_agreement")
    assert (one.value, one.n, one.case_ids["counted"]) == (0.5, 2, ("c1", "c2"))
    two = find(rows, by="system", of="two", view="joint", statistic="cohen_kappa")
    assert (two.value, two.reason, two.details["excluded"]) == (
        None, "no_pairs", {"system_independent": 1}
    )  # fmt: skip
    assert two.case_ids["system_independent"] == ("c3",)
    unnamed = find(rows, by="system", of=None, view="joint", statistic="percent_agreement")
    assert unnamed.case_ids["counted"] == ("c4",)
    fresh = find(rows, by="dataset", of="fresh", view="joint", statistic="percent_agreement")
    assert (fresh.value, fresh.n) == (1.0, 2)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(LABEL_SETS), st.sampled_from(["one", "two", ""]),
            st.none() | st.sampled_from(LABEL_SETS),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_slices_by_system_add_up_to_the_whole(drawn):
    cases = [case(f"c{n}", *first.labels, system=of) for n, (first, of, _) in enumerate(drawn)]
    judgements = [
        blames("Ada", f"c{n}", *second.labels) for n, (*_, second) in enumerate(drawn) if second
    ]
    report = compute_report(cases, judgements)
    whole = report.headline.population
    for by in SLICES:
        parts = slice_population(whole, find_slices(cases, by)).values()
        assert sum(part.n for part in parts) == whole.n
        pairs = [pair for part in parts for pair in part.pairs]
        assert sorted(pairs, key=lambda pair: pair.case_id) == sorted(
            whole.pairs, key=lambda pair: pair.case_id
        )
        for cause, count in whole.excluded.items():
            assert sum(part.excluded.get(cause, 0) for part in parts) == count
