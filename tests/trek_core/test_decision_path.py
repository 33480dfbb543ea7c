"""The way to the labels in words: what each step says, and which of them counted."""

import pytest

from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.decision_path import compute_decision_path
from trek_core.recorded_probes import Probes

A, B, OTHER = "https://a.org/1", "https://b.org/2", "https://other.org"


def path(case=None, policy="any", **probes):
    record = Case.model_validate({"question": "Who leads?", **(case or {})})
    found = Probes.model_validate(probes)
    return compute_decision_path(record, found, attribute(record, found, policy))


def test_a_retrieved_gold_page_settles_its_side_and_the_queries_do_not_count():
    retrieval, post = path(
        {"gold_urls": [A], "retrieved_urls": [A, OTHER]},
        queries={"query_reasonable": False, "reason": "no year"},
        gold_only={"correct": False, "grade_reason": "another name", "page_accessible": False},
    )
    e, q = retrieval.steps
    assert (e.letter, e.value, e.counted) == ("E", True, True)
    assert e.rests_on == ("1 of 1 gold page retrieved, by their URLs.",)
    assert (q.value, q.counted, retrieval.label) == (False, False, None)
    g, n = post.steps
    assert (g.value, g.reason, post.label) == (False, "another name", "Interpretation")
    assert "No gold page could be opened." in g.rests_on
    assert not n.counted


def test_without_the_evidence_the_queries_decide_the_side():
    retrieval, post = path(
        {"gold_urls": [A], "retrieved_urls": [OTHER]},
        retrieval={"evidence_match": False, "reason": "names no mayor"},
        queries={"query_reasonable": True, "reason": "names the city"},
        gold_only={"correct": True},
        gold_plus_noise={"ran": False},
    )
    e, q = retrieval.steps
    assert (e.value, e.reason) == (False, "names no mayor")
    assert e.rests_on[1] == "Evidence match: no retrieved page carries the key evidence."
    assert (q.counted, q.reason, retrieval.label) == (True, "names the city", "Retrieval")
    assert (post.steps[1].value, post.steps[1].rests_on) == (None, ("Never run.",))


def test_one_of_two_gold_pages_is_enough_under_one_reading_and_not_under_the_other():
    case = {"gold_urls": [A, B], "retrieved_urls": [A]}
    under = {policy: path(case, policy)[0] for policy in ("any", "all")}
    assert [under[policy].steps[0].value for policy in ("any", "all")] == [True, None]
    for side in under.values():
        assert side.steps[0].rests_on[0] == "1 of 2 gold pages retrieved, by their URLs."
    assert under["all"].label == "Pre-retrieval"


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({"retrieved_urls": [OTHER]}, "No gold page is recorded, so only the evidence match"),
        ({"gold_urls": [A]}, "Whether a gold page was retrieved is not recorded."),
        ({"gold_urls": [A], "retrieved_urls": []}, "Nothing was retrieved."),
        ({"gold_urls": [A], "retrieved_urls": [OTHER]}, "Evidence match: never asked"),
    ],
)
def test_what_is_not_recorded_is_said(case, said):
    assert any(words.startswith(said) for words in path(case)[0].steps[0].rests_on)
    assert path(case)[1].steps[0].rests_on == ("The probe is not recorded.",)


@pytest.mark.parametrize(
    ("probes", "is_open"),
    [
        ({}, True),
        ({"gold_only": {"correct": True}, "gold_plus_noise": {"ran": False}}, True),
        (
            {"gold_only": {"correct": True}, "gold_plus_noise": {"ran": True, "correct": True}},
            False,
        ),
        ({"gold_only": {"correct": False}}, False),
    ],
)
def test_a_side_without_a_failure_is_open_while_an_answer_that_counts_is_not_known(probes, is_open):
    retrieval, post = path({"gold_urls": [A], "retrieved_urls": [A]}, **probes)
    assert (retrieval.is_open, post.is_open) == (False, is_open)
