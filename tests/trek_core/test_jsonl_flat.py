"""Flat and nested records: two forms of one content."""

import pytest

from tests.trek_core.case_lines import question, refuse, take
from trek_core.attribution import attribute
from trek_core.taxonomy import Label

NESTED = {
    "schema": "trektrace/1",
    "case_id": "demo/1/m",
    "question": "Who leads the council?",
    "effective_year": 2025,
    "reference_answers": ["Ada"],
    "gold_urls": ["https://a.org/1"],
    "system": {"model": "m", "reasoning_effort": "high", "search": {"kind": "native"}},
    "judge": {"verdict": "incorrect"},
    "search_queries": ["council leader"],
    "retrieved_urls": ["https://b.org"],
    "retrieval": {
        "url_match": False,
        "matched_urls": [],
        "key_evidence": "Ada leads.",
        "gold_evidence_urls": ["https://a.org/1"],
        "evidence_match": True,
        "retrieved_key_evidence": "Ada leads it.",
        "equivalent_urls": ["https://b.org"],
    },
    "queries": {"query_reasonable": True, "reason": "asks for the leader"},
    "gold_only": {
        "rag_answer": "Ada",
        "page_accessible": True,
        "used_urls": ["https://a.org/1"],
        "rag_reasoning": "It says so.",
        "correct": True,
    },
    "gold_plus_noise": {
        "ran": True,
        "answer": "Bo",
        "used_urls": ["https://b.org"],
        "reasoning": "An old page.",
        "correct": False,
    },
    "labels": ["Distraction"],
}
FLAT = {
    "case_id": "demo/1/m",
    "question": "Who leads the council?",
    "effective_year": 2025,
    "gold_answers": ["Ada"],
    "gold_urls": ["https://a.org/1"],
    "model": "m",
    "reasoning_effort": "high",
    "search": "native",
    "verdict": "incorrect",
    "search_queries": ["council leader"],
    "retrieved_urls": ["https://b.org"],
    "url_match": False,
    "matched_urls": [],
    "key_evidence": "Ada leads.",
    "gold_evidence_urls": ["https://a.org/1"],
    "evidence_match": True,
    "retrieved_key_evidence": "Ada leads it.",
    "equivalent_urls": ["https://b.org"],
    "query_reasonable": True,
    "query_reason": "asks for the leader",
    "rag_answer": "Ada",
    "page_accessible": True,
    "used_urls": ["https://a.org/1"],
    "rag_reasoning": "It says so.",
    "gold_only_correct": True,
    "gold_plus_noise_answer": "Bo",
    "gold_plus_noise_used_urls": ["https://b.org"],
    "gold_plus_noise_reasoning": "An old page.",
    "gold_plus_noise_correct": False,
    "labels": ["Distraction"],
}


def test_the_flat_and_the_nested_form_are_the_same_record():
    flat, nested = take(FLAT), take(NESTED)
    assert flat.record == nested.record
    assert flat.content_hash == nested.content_hash
    assert attribute(flat.record.case, flat.record.probes).labels == (Label.DISTRACTION,)


def test_labels_that_the_rule_gives_too_are_no_content():
    unlabelled = {name: value for name, value in NESTED.items() if name != "labels"}
    assert take(NESTED).content_hash == take(unlabelled).content_hash
    assert take(NESTED).record.probes.recorded_labels is None
    assert take(NESTED).file_labels == (Label.DISTRACTION,)
    assert take(unlabelled).file_labels is None


def test_other_labels_stay_as_recorded_labels():
    entry = take(NESTED | {"labels": ["Retrieval", "Distraction"]})
    assert entry.record.probes.recorded_labels == (Label.RETRIEVAL, Label.DISTRACTION)
    assert entry.content_hash != take(NESTED).content_hash


def test_recorded_labels_are_read_before_labels():
    entry = take(NESTED | {"recorded_labels": ["Retrieval"], "labels": ["Distraction"]})
    assert entry.file_labels == (Label.RETRIEVAL,)


@pytest.mark.parametrize(
    "fields",
    [
        {"complete": False},
        {"grounds": {}},
        {"missing": ["x"]},
        {"judgements": [{"annotator": "A"}]},
    ],
)
def test_computed_fields_and_judgements_are_no_content(fields):
    assert take(NESTED | fields).content_hash == take(NESTED).content_hash


def test_a_flat_grade_or_answer_of_the_noise_probe_means_that_it_was_run():
    for fields in ({"gold_plus_noise_correct": False}, {"gold_plus_noise_answer": "Bo"}):
        noise = take(question(**fields)).record.probes.gold_plus_noise
        assert noise is not None
        assert noise.ran is True
    for fields in ({"gold_plus_noise_correct": None}, {"gold_plus_noise_reasoning": "x"}):
        noise = take(question(**fields)).record.probes.gold_plus_noise
        assert noise is not None
        assert not noise.was_run
    said = take(question(gold_plus_noise_correct=False, noise_was_run=False))
    assert said.record.probes.gold_plus_noise.ran is False


def test_one_value_in_both_forms_is_taken_and_null_beside_it_says_nothing():
    both = question(gold_only_correct=True, gold_only={"correct": True, "rag_answer": "Ada"})
    assert take(both).record.probes.gold_only.rag_answer == "Ada"
    null_flat = question(gold_only_correct=None, gold_only={"correct": True})
    assert take(null_flat).record.probes.gold_only.correct is True
    null_nested = question(gold_only_correct=True, gold_only={"correct": None})
    assert take(null_nested).record.probes.gold_only.correct is True


def test_two_values_for_one_place_are_refused_naming_both():
    found = refuse(question(gold_only_correct=True, gold_only={"correct": False}))
    assert found.field == "gold_only_correct"
    assert "gold_only.correct" in found.expected
    found = refuse(question(rag_answer="Ada", gold_only_answer="Bo"))
    assert (found.field, "rag_answer" in found.found) == ("gold_only_answer", True)
    assert refuse(question(gold_answers=["a"], reference_answers=["b"])).field == "gold_answers"
    assert refuse(question(system="m", model="n")).field == "model"


def test_flat_lists_beside_search_calls_must_say_the_same():
    calls = [{"query": "q", "urls": ["u", "v"]}, {"query": "r", "urls": ["u"]}]
    same = question(search_calls=calls, search_queries=["q", "r"], retrieved_urls=["v", "u"])
    assert take(same).record.case.retrieved == ("u", "v")
    for fields in ({"retrieved_urls": ["w"]}, {"retrieved_urls": 3}, {"search_queries": ["q"]}):
        (name,) = fields
        found = refuse(question(search_calls=calls, **fields))
        assert found.field == name
        assert "search_calls" in found.expected
