"""What the checklist reads off a record, with TrekTrace's side and without."""

from dataclasses import replace

import pytest

from tests.trek_core.checklist_samples import FACTS, stage_answers
from trek_core.attribution import attribute
from trek_core.checklist import CaseFacts, compute_claims, compute_facts, evaluate
from trek_core.records import Record

GOLD = "https://www.example.org/council/"
SAME = "http://example.org/council"
EQUIVALENT = "https://example.net/council-2024"
OTHER = "https://example.com/council"


def record(probes=None, **case):
    return Record.model_validate(
        {"case": {"question": "Who chairs?", **case}, "probes": probes or {}}
    )


def facts_of(found, *, visible=True):
    return compute_facts(found, attribute(found.case, found.probes) if visible else None)


FULL = record(
    {
        "retrieval": {
            "key_evidence": "Ada chairs.",
            "evidence_match": True,
            "equivalent_urls": [EQUIVALENT, "https://never.retrieved.example"],
        },
        "queries": {"query_reasonable": True},
        "gold_only": {"rag_answer": "Ada", "correct": True},
        "gold_plus_noise": {
            "ran": True, "answer": "Bo", "correct": False, "context_urls": [OTHER, GOLD, OTHER],
        },
    },
    reference_answers=["Ada", "Ada Lovelace"],
    gold_urls=[GOLD, GOLD],
    effective_year=2024,
    false_premise=False,
    judge={"verdict": "incorrect"},
    search_queries=["chair of the council"],
    retrieved_urls=[SAME, OTHER, EQUIVALENT, SAME],
)  # fmt: skip


def test_a_full_record_gives_every_fact():
    assert facts_of(FULL) == CaseFacts(
        reference_count=2,
        false_premise=False,
        has_effective_year=True,
        verdict="incorrect",
        gold_urls=(GOLD,),
        retrieved_urls=(SAME, OTHER, EQUIVALENT),
        claimed_urls=(SAME, EQUIVALENT),
        equivalent_urls=(EQUIVALENT,),
        has_key_evidence=True,
        has_queries=True,
        has_gold_only_answer=True,
        has_noise_answer=True,
        noise_urls=(OTHER, GOLD),
        trektrace_retrieval="none",
        trektrace_post="Distraction",
        trektrace_labels="Distraction",
    )


@pytest.mark.parametrize(("year", "is_known"), [(2024, True), ("before 2024", True), (None, False)])
def test_an_effective_year_is_known_where_one_is_recorded(year, is_known):
    assert facts_of(record(effective_year=year)).has_effective_year is is_known


def test_withholding_trektrace_leaves_only_the_identity_of_pages():
    assert facts_of(FULL, visible=False) == replace(
        facts_of(FULL),
        claimed_urls=(SAME,),
        equivalent_urls=(),
        trektrace_retrieval=None,
        trektrace_post=None,
        trektrace_labels=None,
    )


def test_a_question_alone_gives_no_facts_but_residual_labels():
    assert facts_of(record(), visible=False) == CaseFacts()
    assert facts_of(record()) == CaseFacts(trektrace_labels="Pre-retrieval")


@pytest.mark.parametrize(
    ("fields", "recorded"),
    [
        ({}, (False, None)),
        ({"search_queries": [], "retrieved_urls": []}, (True, ())),
        ({"search_queries": None, "retrieved_urls": None}, (False, None)),
        ({"search_calls": []}, (True, ())),
        ({"search_calls": [{"query": "q"}]}, (True, None)),
        ({"search_calls": [{"urls": [OTHER]}]}, (False, (OTHER,))),
    ],
)
def test_recorded_and_empty_stay_apart(fields, recorded):
    found = facts_of(record(**fields))
    assert (found.has_queries, found.retrieved_urls) == recorded


@pytest.mark.parametrize(
    ("probe", "recorded"),
    [
        ({"ran": True, "answer": "Ada"}, True),
        ({"answer": "Ada"}, True),
        ({"ran": True, "answer": ""}, True),
        ({"ran": True}, False),
        ({"correct": True}, False),
        ({"ran": False, "answer": "Ada"}, False),
        (None, False),
    ],
)
def test_a_noise_answer_counts_only_where_the_probe_ran(probe, recorded):
    assert facts_of(record({"gold_plus_noise": probe})).has_noise_answer is recorded


@pytest.mark.parametrize(
    ("given", "expected"),
    [([OTHER], (OTHER,)), ([], ()), (None, (SAME,))],
)
def test_pages_that_may_have_misled_are_those_the_probe_was_given(given, expected):
    probes = {"gold_plus_noise": {"answer": "Bo", "context_urls": given}}
    assert facts_of(record(probes, retrieved_urls=[SAME])).noise_urls == expected


def test_an_address_that_says_nothing_is_nobodys_page():
    found = facts_of(record(gold_urls=["#top", ""], retrieved_urls=["", OTHER]))
    assert found.claimed_urls == ()


# E, Q, G, N of TrekTrace (? unknown) and what it decided on either side.
DECIDED = """
T ? T T | none          none
T ? F ? | none          Interpretation
F T T F | Retrieval     Distraction
F F ? ? | Pre-retrieval -
F ? T ? | -             -
? T F T | -             Interpretation
? F T T | -             none
? ? ? F | -             -
"""


@pytest.mark.parametrize("row", DECIDED.strip().splitlines())
def test_a_side_of_trektrace_counts_only_where_its_own_judgements_decide_it(row):
    known = {"T": True, "F": False, "?": None}
    judgements, sides = (part.split() for part in row.split("|"))
    e, q, g, n = (known[letter] for letter in judgements)
    found = facts_of(
        record(
            {
                "retrieval": {"evidence_match": e},
                "queries": {"query_reasonable": q},
                "gold_only": {"correct": g},
                "gold_plus_noise": {"ran": n is not None, "correct": n},
            }
        )
    )
    assert [found.trektrace_retrieval or "-", found.trektrace_post or "-"] == sides


CLAIMED = FACTS.claimed_urls[0]
MISSED = FACTS.retrieved_urls[1]


@pytest.mark.parametrize(
    ("url", "mark", "said"),
    [
        (CLAIMED, "carries_all", "confirmed"),
        (CLAIMED, "carries_part", "confirmed"),
        (CLAIMED, "same_topic_only", "refuted: same_topic_only"),
        (CLAIMED, "wrong_entity", "refuted: wrong_entity"),
        (CLAIMED, "wrong_time", "refuted: wrong_time"),
        (CLAIMED, "contradicts", "refuted: contradicts"),
        (CLAIMED, "unavailable", "could not be checked"),
        (CLAIMED, "not_opened", "could not be checked"),
        (MISSED, "carries_all", "missed by TrekTrace"),
        (MISSED, "carries_part", "missed by TrekTrace"),
        (MISSED, "wrong_time", None),
        (MISSED, "not_opened", None),
        ("https://elsewhere.example", "carries_all", None),
    ],
)
def test_a_mark_confirms_or_refutes_a_claim_or_names_a_missed_page(url, mark, said):
    visible = replace(FACTS, trektrace_labels="Retrieval")
    assert compute_claims({"page_marks": {url: mark}}, visible).get(url) == said


def test_no_page_is_said_to_be_missed_where_trektraces_claims_are_withheld():
    marks = {CLAIMED: "carries_all", MISSED: "carries_all"}
    assert compute_claims({"page_marks": marks}, FACTS) == {CLAIMED: "confirmed"}


def test_identity_claims_need_marks_in_a_blind_review_and_equivalents_do_not():
    answers = {
        **stage_answers("none", "Interpretation"),
        "answers_are": "alternatives",
        "gold_pages": {GOLD: "supports"},
        "page_marks": {SAME: "carries_all"},
    }
    assert evaluate(answers, facts_of(FULL, visible=False)).problems == ()
    fields = [problem.field for problem in evaluate(answers, facts_of(FULL)).problems]
    assert fields == ["page_marks", "disagreement_post"]
