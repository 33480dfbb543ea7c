"""Whether the evidence was retrieved: by the URLs, by the match, under either policy."""

import pytest

from tests.trek_core.attribution_samples import OTHER, A, B, case, probes
from trek_core.attribution import attribute, needs_evidence_match

# gold, retrieved, recorded url_match, recorded evidence_match: E under "any", E under "all".
# A record says nothing about its policy here, so a recorded url_match was made under "any".
EVIDENCE_ROWS = [
    ((A,), (A,), None, None, True, True),
    ((A,), (OTHER, A), None, False, True, True),
    ((A,), (OTHER,), None, None, None, None),
    ((A,), (OTHER,), None, True, True, True),
    ((A,), (OTHER,), None, False, False, False),
    ((A,), (), None, None, False, False),
    ((A,), (), None, True, True, True),
    ((A,), None, None, None, None, None),
    ((A,), None, None, True, True, True),
    ((A,), None, None, False, False, False),
    ((A,), None, True, None, True, True),
    ((A,), None, False, None, None, None),
    ((A,), None, False, True, True, True),
    ((A,), None, False, False, False, False),
    ((A, B), (A,), None, None, True, None),
    ((A, B), (A,), None, True, True, True),
    ((A, B), (A,), None, False, True, False),
    ((A, B), (B, OTHER, A), None, None, True, True),
    ((A, B), (OTHER,), None, None, None, None),
    ((A, B), (OTHER,), None, False, False, False),
    ((A, B), (), None, None, False, False),
    ((A, B), None, True, None, True, None),
    ((A, B), None, True, False, True, False),
    ((A, B), None, False, None, None, None),
    ((), (OTHER,), None, None, None, None),
    ((), (OTHER,), None, True, True, True),
    ((), (OTHER,), None, False, False, False),
    ((), (), None, None, None, None),
    ((), None, True, None, None, None),
    (None, None, None, None, None, None),
    (None, (A,), True, False, False, False),
    # The URLs win over a recorded url_match.
    ((A,), (A,), False, None, True, True),
    ((A,), (OTHER,), True, None, None, None),
    ((A,), (OTHER,), True, False, False, False),
    ((A, B), (A,), True, None, True, None),
]


@pytest.mark.parametrize(
    ("gold", "retrieved", "url_match", "evidence_match", "under_any", "under_all"), EVIDENCE_ROWS
)
def test_evidence_is_decided_by_the_urls_then_the_match_then_an_empty_retrieval(
    gold, retrieved, url_match, evidence_match, under_any, under_all
):
    the_case = case(gold_urls=gold, retrieved_urls=retrieved)
    recorded = probes(retrieval={"url_match": url_match, "evidence_match": evidence_match})
    assert attribute(the_case, recorded, "any").evidence_retrieved is under_any
    assert attribute(the_case, recorded, "all").evidence_retrieved is under_all


@pytest.mark.parametrize(
    ("recorded", "under_any", "under_all"), [(True, True, True), (False, None, False)]
)
def test_a_url_match_recorded_under_all_says_what_it_can_about_any(recorded, under_any, under_all):
    the_case = case(gold_urls=(A, B))
    policy = {"policy": {"url_match": "all"}}
    found = probes(retrieval={"url_match": recorded}, provenance=policy)
    assert attribute(the_case, found, "any").evidence_retrieved is under_any
    asked = probes(retrieval={"url_match": recorded, "evidence_match": False}, provenance=policy)
    assert attribute(the_case, asked, "all").evidence_retrieved is under_all


def test_the_records_own_policy_holds_unless_another_is_asked_for():
    the_case = case(gold_urls=(A, B), retrieved_urls=(A,))
    made_under_all = probes(provenance={"policy": {"url_match": "all"}})
    assert attribute(the_case, probes()).url_match == "any"
    assert attribute(the_case, made_under_all).url_match == "all"
    assert attribute(the_case, made_under_all).evidence_retrieved is None
    assert attribute(the_case, made_under_all, "any").evidence_retrieved is True


def test_retrieved_urls_are_those_of_all_search_calls():
    calls = [{"query": "x", "urls": [OTHER]}, {"query": "y", "urls": [A, OTHER]}]
    found = attribute(case(gold_urls=(A,), search_calls=calls), probes())
    assert found.evidence_retrieved is True
    assert found.matched_urls == (A,)


def test_needs_evidence_match_marks_cases_whose_match_the_other_reading_would_have_asked():
    partly = case(gold_urls=(A, B), retrieved_urls=(A,))
    assert needs_evidence_match(partly, probes(), "all")
    assert any("Needs evidence match" in note for note in attribute(partly, probes(), "all").notes)
    assert not needs_evidence_match(partly, probes(), "any")
    assert not needs_evidence_match(partly, probes(retrieval={"evidence_match": False}), "all")
    assert not needs_evidence_match(case(gold_urls=(A,), retrieved_urls=(A,)), probes(), "all")
    assert attribute(partly, probes(), "any").notes == ()


def test_a_foreign_equivalent_page_changes_no_judgement():
    the_case = case(gold_urls=(A,), retrieved_urls=(OTHER,))
    with_foreign = probes(retrieval={"evidence_match": False, "equivalent_urls": (A,)})
    assert attribute(the_case, with_foreign).evidence_retrieved is False
    assert attribute(the_case, with_foreign).matched_urls == ()
