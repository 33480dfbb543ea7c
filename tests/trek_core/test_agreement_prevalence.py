"""Label shares and what exclusions change, on cases counted by hand."""

import pytest

from tests.trek_core.agreement_samples import blames, case, clears, find, material
from trek_core.agreement import compute_wilson
from trek_core.agreement.comparisons.prevalence import (
    GROUPINGS,
    compute_exclusion,
    compute_prevalence,
)
from trek_core.taxonomy import Label

CASES = [
    case("c1", "Retrieval", "Distraction", system="one", dataset="fresh"),
    case("c2", "Distraction", system="one", dataset="seal"),
    case("c3", "Randomness", system="one", dataset="seal", complete=False),
    case("c4", "Distraction", system="two", dataset="seal"),
    case("c5", system="two", dataset="seal"),
]


def test_a_share_is_of_the_cases_that_have_labels():
    rows = compute_prevalence(material(CASES, []))
    share = find(rows, population="attributed", by="all", view="label:Distraction")
    assert (share.value, share.n, share.details["count"]) == (0.75, 4, 3)
    assert share.ci == compute_wilson(3, 4)
    assert share.case_ids == {"counted": ("c1", "c2", "c4")}
    assert (share.place["source"], share.place["round"]) == ("trektrace", None)


def test_shares_come_with_and_without_incomplete_attributions():
    rows = compute_prevalence(material(CASES, []))
    where = {"by": "all", "view": "label:Randomness"}
    assert find(rows, population="attributed", **where).value == 0.25
    complete = find(rows, population="complete", **where)
    assert (complete.value, complete.n) == (0.0, 3)


def test_shares_come_by_system_and_dataset_and_their_counts_add_up():
    rows = compute_prevalence(material(CASES, []))
    where = {"population": "attributed", "view": "label:Distraction"}
    one = find(rows, by="system", system="one", **where)
    assert (one.value, one.n) == (pytest.approx(2 / 3), 3)
    both = find(rows, by="dataset_and_system", dataset="seal", system="one", **where)
    assert (both.value, both.n) == (0.5, 2)
    for label in Label:
        for by in GROUPINGS:
            place = {"population": "attributed", "by": by, "view": f"label:{label}"}
            found = [row for row in rows if place.items() <= row.place.items()]
            assert sum(row.n for row in found) == 4
            assert (
                sum(row.details["count"] for row in found)
                == (
                    find(rows, population="attributed", by="all", view=f"label:{label}").details[
                        "count"
                    ]
                )
            )


def test_peoples_shares_are_of_what_they_decided_whatever_trektrace_says():
    judgements = [blames("Ada", "c3", "Retrieval"), blames("Ada", "c5", "Randomness"),
                  clears("Ada", "c1", "judge_error"), clears("Ada", "c2", "undecided")]  # fmt: skip
    rows = compute_prevalence(material(CASES, judgements))
    share = find(rows, source="people", by="all", view="label:Retrieval")
    assert (share.value, share.n, share.place["population"]) == (0.5, 2, "decided")
    assert share.case_ids["counted"] == ("c3",)


def test_a_group_without_a_case_has_no_share():
    rows = compute_prevalence(material([], []))
    assert {(row.value, row.reason, row.ci) for row in rows} == {(None, "empty_group", None)}


def test_excluding_system_independent_cases_moves_the_shares_before_and_after():
    judgements = [
        blames("Ada", "c1", "Retrieval"), clears("Ada", "c2", "judge_error"),
        clears("Ada", "c3", "not_a_failure"), clears("Ada", "c5", "judge_error"),
    ]  # fmt: skip
    rows = compute_exclusion(material(CASES, judgements))
    distraction = find(rows, view="label:Distraction")
    # c1 and c2 before, c1 alone after; both have Distraction, only c1 has Retrieval.
    assert (distraction.value, distraction.n) == (0.0, 1)
    retrieval = find(rows, view="label:Retrieval")
    assert (retrieval.details["before"]["value"], retrieval.details["after"]["value"]) == (0.5, 1.0)
    assert (retrieval.value, retrieval.details["removed"]) == (0.5, 1)
    assert retrieval.case_ids == {"removed": ("c2",)}
    assert retrieval.details["excluded"] == {
        "not_a_failure": 1, "human_pending": 1, "no_attribution": 1
    }  # fmt: skip


def test_where_every_case_is_excluded_there_is_no_after_and_no_difference():
    rows = compute_exclusion(material(CASES[:1], [clears("Ada", "c1", "judge_error")]))
    row = find(rows, view="label:Retrieval")
    assert (row.value, row.reason, row.n) == (None, "empty_group", 0)
    assert (row.details["before"]["value"], row.details["after"]["value"]) == (1.0, None)
