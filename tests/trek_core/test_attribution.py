from itertools import product
from pathlib import Path

import pytest

from trek_core.attribution import Attribution, attribute, compute_label_set, needs_evidence_match
from trek_core.cases import Case
from trek_core.recorded_probes import Probes
from trek_core.taxonomy import LABEL_SETS, Label

KNOWN = {"T": True, "F": False, "?": None}
ROWS = [
    line
    for line in (Path(__file__).parent / "attribution_rows.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
A, B, OTHER = "https://a.org/1", "https://b.org/2", "https://other.org"


def case(**fields) -> Case:
    return Case.model_validate({"question": "Who leads?", **fields})


def probes(**fields) -> Probes:
    return Probes.model_validate(fields)


def grounds(attribution: Attribution, label: str) -> list[tuple[str, bool | None]]:
    return [(ground.judgement, ground.value) for ground in attribution.grounds[Label(label)]]


def test_the_hand_written_table_has_every_combination_once():
    expected = {
        (*judgements, noise) for *judgements, noise in product(*["TF?"] * 4, ["run", "not"])
    }
    found = [tuple(row.partition("|")[0].split()) for row in ROWS]
    assert len(found) == 162
    assert set(found) == expected


@pytest.mark.parametrize("row", ROWS)
def test_labels_and_completeness_are_those_of_the_hand_written_table(row):
    judgements, labels, complete = (part.strip() for part in row.split("|"))
    *values, noise = judgements.split()
    e, q, g, n = (KNOWN[value] for value in values)
    found = attribute(
        case(),  # no gold URLs: the evidence match alone decides E
        probes(
            retrieval={"evidence_match": e},
            queries={"query_reasonable": q},
            gold_only={"correct": g},
            gold_plus_noise={"ran": noise == "run", "correct": n},
        ),
    )
    assert " + ".join(found.labels) == labels
    assert found.complete == (complete == "yes")
    assert found.complete == (not found.missing)
    assert set(found.grounds) == set(found.labels)


def test_the_rule_gives_each_of_the_nine_label_sets_and_no_other():
    found = {compute_label_set(*values) for values in product([True, False, None], repeat=4)}
    assert found == set(LABEL_SETS)


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


def test_a_distraction_rests_on_the_gold_plus_noise_grade_alone():
    found = attribute(
        case(gold_urls=(A,), retrieved_urls=(A,)),
        probes(gold_only={"correct": True}, gold_plus_noise={"ran": True, "correct": False}),
    )
    dumped = found.model_dump(mode="json")["grounds"]
    assert dumped == {"Distraction": [{"judgement": "gold_plus_noise.correct", "value": False}]}


@pytest.mark.parametrize(
    ("fields", "recorded", "label", "expected"),
    [
        (
            {"gold_urls": (A,), "retrieved_urls": (OTHER,)},
            {"retrieval": {"evidence_match": False}, "queries": {"query_reasonable": True}},
            "Retrieval",
            [
                ("retrieval.url_match", False),
                ("retrieval.evidence_match", False),
                ("queries.query_reasonable", True),
            ],
        ),
        (
            {"gold_urls": (A,), "retrieved_urls": ()},
            {"queries": {"query_reasonable": False}},
            "Pre-retrieval",
            [
                ("retrieval.url_match", False),
                ("retrieved_urls", False),
                ("queries.query_reasonable", False),
            ],
        ),
        (
            {},
            {},
            "Pre-retrieval",
            [("retrieval.evidence_match", None), ("queries.query_reasonable", None)],
        ),
        ({}, {"gold_only": {"correct": False}}, "Interpretation", [("gold_only.correct", False)]),
        (
            {"gold_urls": (A,), "retrieved_urls": (A,)},
            {"gold_only": {"correct": True}, "gold_plus_noise": {"ran": True, "correct": True}},
            "Randomness",
            [
                ("retrieval.url_match", True),
                ("gold_only.correct", True),
                ("gold_plus_noise.correct", True),
            ],
        ),
    ],
)
def test_each_label_carries_what_it_rests_on(fields, recorded, label, expected):
    assert grounds(attribute(case(**fields), probes(**recorded)), label) == expected


def test_missing_names_every_judgement_that_keeps_a_case_incomplete():
    assert attribute(case(), probes()).missing == (
        "retrieval.evidence_match",
        "queries.query_reasonable",
        "gold_only.correct",
    )
    never_run = probes(retrieval={"evidence_match": True}, gold_only={"correct": True})
    assert attribute(case(), never_run).missing == ("gold_plus_noise.correct",)


def test_a_noise_grade_counts_only_when_the_probe_was_run():
    def label(noise):
        recorded = {"retrieval": {"evidence_match": True}, "gold_only": {"correct": True}}
        return attribute(case(), probes(**recorded, gold_plus_noise=noise)).labels

    assert label({"correct": False}) == (Label.DISTRACTION,)
    assert label({"ran": False, "correct": False}) == (Label.RANDOMNESS,)


def test_needs_evidence_match_marks_cases_whose_match_the_other_reading_would_have_asked():
    partly = case(gold_urls=(A, B), retrieved_urls=(A,))
    assert needs_evidence_match(partly, probes(), "all")
    assert any("Needs evidence match" in note for note in attribute(partly, probes(), "all").notes)
    assert not needs_evidence_match(partly, probes(), "any")
    assert not needs_evidence_match(partly, probes(retrieval={"evidence_match": False}), "all")
    assert not needs_evidence_match(case(gold_urls=(A,), retrieved_urls=(A,)), probes(), "all")
    assert attribute(partly, probes(), "any").notes == ()


@pytest.mark.parametrize(
    ("fields", "recorded", "words"),
    [
        (
            {"gold_urls": (A,), "retrieved_urls": (A,)},
            {"retrieval": {"url_match": False}},
            "retrieval.url_match is false, the URLs say true",
        ),
        (
            {},
            {"gold_only": {"correct": False, "page_accessible": False}},
            "Gold page not read",
        ),
        ({}, {"recorded_labels": ["Retrieval"]}, "labels differ from the rule's: Retrieval"),
        (
            {"gold_urls": (A,)},
            {"retrieval": {"gold_evidence_urls": (A, OTHER)}},
            f"retrieval.gold_evidence_urls names pages that were not among its input: {OTHER}.",
        ),
        (
            {"retrieved_urls": (A,)},
            {"retrieval": {"evidence_match": True, "equivalent_urls": (A + "/",)}},
            f"retrieval.equivalent_urls names pages that were not among its input: {A}/.",
        ),
        (
            {"gold_urls": (A,)},
            {"gold_only": {"used_urls": (A, B)}},
            f"gold_only.used_urls names pages that were not among its input: {B}.",
        ),
        (
            {"gold_urls": (A,), "retrieved_urls": (B,)},
            {"gold_plus_noise": {"used_urls": (A, B, OTHER)}},
            f"gold_plus_noise.used_urls names pages that were not among its input: {OTHER}.",
        ),
    ],
)
def test_what_people_should_know_is_noted(fields, recorded, words):
    notes = attribute(case(**fields), probes(**recorded)).notes
    assert len([note for note in notes if words in note]) == 1


def test_pages_named_are_not_called_foreign_when_the_input_was_not_recorded():
    named = probes(
        retrieval={"equivalent_urls": (A,), "gold_evidence_urls": (A,)},
        gold_only={"used_urls": (A,)},
        gold_plus_noise={"used_urls": (A,)},
    )
    assert not [note for note in attribute(case(), named).notes if "names pages" in note]


def test_a_label_that_nothing_stands_behind_says_so():
    bare = attribute(case(), probes())
    assert (str(bare.label_set), bare.complete) == ("Pre-retrieval", False)
    assert [note for note in bare.notes if note.startswith("Not attributed: no judgement")]
    for fields, recorded in (
        ({}, {"queries": {"query_reasonable": False}}),
        ({}, {"recorded_labels": ["Pre-retrieval"]}),
        ({"gold_urls": (A,), "retrieved_urls": ()}, {}),
    ):
        notes = attribute(case(**fields), probes(**recorded)).notes
        assert not [note for note in notes if "Not attributed" in note]


def test_a_foreign_equivalent_page_changes_no_judgement():
    the_case = case(gold_urls=(A,), retrieved_urls=(OTHER,))
    with_foreign = probes(retrieval={"evidence_match": False, "equivalent_urls": (A,)})
    assert attribute(the_case, with_foreign).evidence_retrieved is False
    assert attribute(the_case, with_foreign).matched_urls == ()


def test_an_interpretation_on_an_unread_gold_page_keeps_its_label():
    unread = probes(gold_only={"correct": False, "page_accessible": False})
    assert Label.INTERPRETATION in attribute(case(), unread).labels
