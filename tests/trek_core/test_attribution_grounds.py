"""What each label rests on, and what people should know beside it."""

import pytest

from tests.trek_core.attribution_samples import OTHER, A, B, case, probes
from trek_core.attribution import Attribution, attribute
from trek_core.taxonomy import Label


def grounds(attribution: Attribution, label: str) -> list[tuple[str, bool | None]]:
    return [(ground.judgement, ground.value) for ground in attribution.grounds[Label(label)]]


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


def test_an_interpretation_on_an_unread_gold_page_keeps_its_label():
    unread = probes(gold_only={"correct": False, "page_accessible": False})
    assert Label.INTERPRETATION in attribute(case(), unread).labels
