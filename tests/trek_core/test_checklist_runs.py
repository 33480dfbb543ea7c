"""Probes that were run again: when their questions are asked, and that a grade cites its run."""

from dataclasses import replace

import pytest

from tests.trek_core.checklist_samples import (
    FACTS,
    GOLD_ONLY_RUN,
    NOISE_RUN,
    OTHER,
    RETRIEVAL_ANSWERS,
    WRONG_RESPONSE,
)
from trek_core.attribution import attribute
from trek_core.checklist import Status, compute_facts, evaluate
from trek_core.records import Record

NEVER_RUN = replace(FACTS, has_noise_answer=False, claimed_urls=())
HERE = replace(NEVER_RUN, probes_run=frozenset({"gold_plus_noise"}))
BOTH_HERE = replace(
    NEVER_RUN,
    has_gold_only_answer=False,
    probes_run=frozenset({"gold_only", "gold_plus_noise"}),
)
TO_STEP_5 = {
    **WRONG_RESPONSE,
    "key_evidence_ok": "yes",
    **RETRIEVAL_ANSWERS["none"],
    **{f"gold_only_{name}": "yes" for name in ("model_ok", "temporal_ok", "context_ok")},
    "gold_only_page_content_ok": "yes",
    "gold_only_correct": "yes",
}
NOISE_GRADED = {
    **{f"noise_{name}": "yes" for name in ("model_ok", "temporal_ok", "context_ok")},
    "noise_page_content_ok": "yes",
    "noise_correct": "no",
}


def test_a_probe_that_was_never_run_asks_nothing_and_leaves_its_side_open():
    found = evaluate(TO_STEP_5, NEVER_RUN)
    assert found.status["noise_correct"] is Status.NOT_RECORDED
    assert found.post_side == "undetermined"


def test_a_stored_run_opens_the_questions_about_its_probe():
    found = evaluate(TO_STEP_5, HERE)
    assert found.status["noise_correct"] is Status.UNANSWERED
    assert "noise_correct" in {problem.field for problem in found.problems}


def test_a_grade_of_a_run_has_to_cite_it():
    found = evaluate({**TO_STEP_5, **NOISE_GRADED}, HERE)
    assert [(each.step, each.field) for each in found.problems] == [(5, "cited_probe_calls")]
    assert "gold-plus-noise" in found.problems[0].message
    cited = evaluate({**TO_STEP_5, **NOISE_GRADED, "cited_probe_calls": [NOISE_RUN]}, HERE)
    assert cited.problems == ()
    assert [str(label) for label in cited.labels] == ["Distraction"]


def test_a_run_of_another_probe_is_no_citation():
    answers = {**TO_STEP_5, **NOISE_GRADED, "cited_probe_calls": [GOLD_ONLY_RUN]}
    assert evaluate(answers, HERE).problems


def test_a_cited_run_counts_where_the_run_itself_is_not_stored():
    answers = {**TO_STEP_5, **NOISE_GRADED, "cited_probe_calls": [NOISE_RUN]}
    elsewhere, here = evaluate(answers, NEVER_RUN), evaluate(answers, HERE)
    assert (elsewhere.labels, elsewhere.problems) == (here.labels, here.problems)


def test_a_gold_only_run_serves_where_none_was_recorded():
    answers = {**TO_STEP_5, "gold_only_correct": "no"}
    assert "Cite the gold-only run" in evaluate(answers, BOTH_HERE).problems[0].message
    cited = evaluate({**answers, "cited_probe_calls": [GOLD_ONLY_RUN]}, BOTH_HERE)
    assert [str(label) for label in cited.labels] == ["Interpretation"]


def test_a_recorded_answer_needs_no_citation_and_may_have_one():
    answers = {**TO_STEP_5, **NOISE_GRADED}
    facts = replace(HERE, has_noise_answer=True)
    assert evaluate(answers, facts).problems == ()
    assert evaluate({**answers, "cited_probe_calls": [NOISE_RUN]}, facts).problems == ()


@pytest.mark.parametrize("probes", [{}, {"gold_plus_noise": {"ran": False}}])
def test_the_pages_that_may_have_misled_a_run_are_the_retrieved_ones(probes):
    case = {"case_id": "c", "question": "Who?", "retrieved_urls": [OTHER]}
    record = Record.model_validate({"case": case, "probes": probes})
    facts = compute_facts(record, attribute(record.case, record.probes), {"gold_plus_noise"})
    assert facts.noise_urls == (OTHER,)
