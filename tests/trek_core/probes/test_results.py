"""From calls to a record: what an answer fills in, and what stays unknown."""

import pytest

from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS
from tests.trek_core.probes.running import BLOG, GOLD, make_record
from trek_core.attribution import attribute
from trek_core.jsonl import record_to_json
from trek_core.probes.calls import ProbeCall, ProbeRequest
from trek_core.probes.contracts import CONTRACTS
from trek_core.probes.plan import Plan
from trek_core.probes.results import assemble_probes, with_outcome
from trek_core.probes.steps import compute_steps
from trek_core.recorded_probes import Probes
from trek_core.settings import ProbePolicy


def make_call(probe, answer=None, outcome="answered", urls=(), **fields):
    role = CONTRACTS[probe].role
    request = ProbeRequest(
        case_id="c1",
        probe=probe,
        role=role,
        model=f"model of the {role}",
        prompt_sha256=f"prompt of {probe}",
        input_text="",
        urls=urls,
    )
    return ProbeCall(
        request=request,
        outcome=outcome,
        answer=answer,
        asked_at="2026-02-03T10:00:00+00:00",
        answered_at="2026-02-03T10:00:01+00:00",
        **fields,
    )


def assemble(record=None, **answers):
    urls = {"evidence_match": (BLOG,), "gold_only": (GOLD,), "gold_plus_noise": (BLOG, GOLD)}
    calls = {
        probe: make_call(probe, answer, urls=urls.get(probe, ()))
        if answer is not None
        else make_call(probe, outcome="refused")
        for probe, answer in answers.items()
    }
    return assemble_probes(record or make_record(), calls, ProbePolicy())


def test_every_answered_field_has_its_place():
    probes = assemble(**GOOD_ANSWERS)
    kept = str(record_to_json(make_record().model_copy(update={"probes": probes}), None))
    for answer in GOOD_ANSWERS.values():
        for value in answer.values():
            assert repr(value).strip("[]") in kept
    assert probes.gold_only.context_urls == (GOLD,)
    assert probes.gold_plus_noise.ran is True
    assert probes.gold_plus_noise.model == "model of the evaluated_model"
    assert probes.retrieval.url_match is False
    assert probes.retrieval.matched_urls == ()


def test_one_reason_stands_with_both_grades():
    probes = assemble(gold_only=GOOD_ANSWERS["gold_only"], analysis=GOOD_ANSWERS["analysis"])
    assert probes.queries.reason == probes.gold_only.grade_reason == "Same name."


def test_without_calls_the_record_stays_as_it_is():
    record = make_record(probes={"gold_only": {"rag_answer": "recorded"}})
    assert assemble(record) is record.probes


def test_a_refused_call_makes_what_was_recorded_unknown():
    recorded = {"gold_only": {"rag_answer": "recorded", "correct": True, "grade_reason": "old"}}
    probes = assemble(make_record(probes=recorded), gold_only=None)
    assert probes.gold_only.rag_answer is None
    assert probes.gold_only.correct is None
    assert probes.gold_only.grade_reason is None


def test_what_was_not_asked_stays_recorded():
    recorded = {"gold_plus_noise": {"ran": True, "answer": "recorded", "correct": False}}
    probes = assemble(make_record(probes=recorded), gold_only=GOOD_ANSWERS["gold_only"])
    assert probes.gold_plus_noise.answer == "recorded"
    assert probes.gold_plus_noise.correct is False


def test_queries_that_were_not_recorded_are_not_judged():
    record = make_record(search_calls=None, retrieved_urls=[BLOG])
    answers = {name: GOOD_ANSWERS[name] for name in ("gold_only", "analysis")}
    probes = assemble(record, **answers)
    assert probes.queries.query_reasonable is None
    assert probes.gold_only.correct is True


def test_a_grade_of_no_answer_is_no_grade():
    probes = assemble(gold_only=None, analysis=GOOD_ANSWERS["analysis"])
    assert probes.gold_only.correct is None
    assert probes.queries.query_reasonable is True
    assert not attribute(make_record().case, probes).complete


@pytest.mark.parametrize("named", [[], ["https://elsewhere.example/"], [f"{BLOG}/"]])
def test_a_match_that_names_no_page_of_its_input_is_no_evidence(named):
    match = GOOD_ANSWERS["evidence_match"] | {"equivalent_urls": named}
    probes = assemble(key_evidence=GOOD_ANSWERS["key_evidence"], evidence_match=match)
    assert probes.retrieval.evidence_match is None
    assert probes.retrieval.equivalent_urls == tuple(named)
    attribution = attribute(make_record().case, probes)
    assert attribution.evidence_retrieved is None
    assert not attribution.complete


def test_a_denied_match_needs_to_name_no_page():
    match = GOOD_ANSWERS["evidence_match"] | {"evidence_match": False, "equivalent_urls": []}
    assert assemble(evidence_match=match).retrieval.evidence_match is False


def test_the_labels_a_file_claimed_are_dropped_with_the_judgements_they_rest_on():
    record = make_record(probes={"recorded_labels": ["Retrieval"]})
    assert assemble(record).recorded_labels == ("Retrieval",)
    assert assemble(record, gold_only=GOOD_ANSWERS["gold_only"]).recorded_labels is None


def test_the_provenance_keeps_what_other_probes_were_made_with():
    recorded = {"provenance": {"models": {"browsing_judge": "earlier"}, "by": "somebody"}}
    probes = assemble(make_record(probes=recorded), gold_only=GOOD_ANSWERS["gold_only"])
    assert probes.provenance.models == {
        "browsing_judge": "earlier",
        "evaluated_model": "model of the evaluated_model",
    }
    assert probes.provenance.model_extra["by"] == "somebody"
    assert probes.provenance.model_extra["prompts"] == {"gold_only": "prompt of gold_only"}
    assert probes.provenance.created_at == "2026-02-03T10:00:01+00:00"


def test_gold_plus_noise_is_said_not_to_have_run_only_where_the_rule_says_so():
    analysis = GOOD_ANSWERS["analysis"] | {"gold_only_correct": False}
    record = make_record()
    probes = assemble(gold_only=GOOD_ANSWERS["gold_only"], analysis=analysis)
    steps = compute_steps(record.case, probes, ("gold_only", "analysis"), Plan(), ProbePolicy())
    assert with_outcome(probes, steps).gold_plus_noise.ran is False
    unknown = compute_steps(record.case, Probes(), ("gold_only", "analysis"), Plan(), ProbePolicy())
    assert with_outcome(Probes(), unknown).gold_plus_noise is None
