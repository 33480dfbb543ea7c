"""A case whose probes were run again: it comes back, its run is cited, its file carries it."""

import io

import pytest

from review_db.run_probes import run_probes
from review_db.store import PROBE_RUN_DONE, ReviewStore
from tests.review_db.case_lines import EVIDENCE
from tests.trek_core.probes.probe_endpoint import OUT_OF_QUOTA, ProbeEndpoint
from tests.trek_core.probes.running import BLOG, KEY, make_record, make_settings
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.errors import AnswerError
from trek_core.jsonl import write_jsonl
from trek_core.probes.plan import Plan

NOISE = ("gold_plus_noise", "noise_grade")
RECORDED = {
    "retrieval": {"evidence_match": False},
    "queries": {"query_reasonable": True},
    "gold_only": {"rag_answer": "Perrin", "correct": False},
    "gold_plus_noise": {"ran": False},
}
TO_GOLD_ONLY = {
    "target_basis": "none",
    "gold_pages": {"https://gold.example/page": "supports"},
    "reference_evidence": EVIDENCE,
    "reference_valid": "yes",
    "response_correct": "no",
    "response_rule": "plain",
    "evidence_retrieved": "no",
    "queries_adequate": "yes",
    **{f"gold_only_{name}": "yes" for name in PROBE_CONDITIONS},
    "gold_only_correct": "yes",
}
NOISE_GRADED = {
    **{f"noise_{name}": "yes" for name in PROBE_CONDITIONS},
    "noise_correct": "no",
    "disagreement_post": "The judge took a short form for another name.",
}


@pytest.fixture
def endpoint(monkeypatch):
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    with ProbeEndpoint() as started:
        yield started


@pytest.fixture
def store(tmp_path):
    store = ReviewStore(tmp_path / "reviews.db")
    for name in ("Ada", "Bo"):
        store.add_annotator(name)
    import_records(store, *(make_record(name, probes=RECORDED) for name in ("c1", "c2", "c3")))
    return store


def import_records(store, *records):
    file = io.BytesIO()
    write_jsonl(file, records)
    file.seek(0)
    report = store.import_file(file, "cases.jsonl")
    assert report.rejections == []
    return report


def run(store, endpoint, *case_ids, asked_by="Ada", probes=NOISE):
    settings = make_settings(endpoint.base_url)
    plan = Plan(probes=probes, whatever_the_grade=True)
    run_id = store.start_probe_run(plan, settings, case_ids, asked_by)
    records = [store.load_case(case_id).record for case_id in case_ids]
    run_probes(store, run_id, records, plan, settings)
    return run_id


def cite(store, case_id="c1", probe="gold_plus_noise"):
    (stored,) = store.load_probe_calls(case_id, [probe])
    return [f"{probe}:{stored.call.request.key}"]


def next_of(store, annotator="Ada", after=None):
    found = store.next_case(annotator, after)
    return found.case_id, found.reason


def test_a_case_comes_back_to_the_person_whose_run_of_it_is_done(store, endpoint):
    store.save_answers("c3", "Ada", TO_GOLD_ONLY)
    store.save_answers("c1", "Ada", TO_GOLD_ONLY)
    assert next_of(store)[0] == "c1"
    run(store, endpoint, "c3")
    assert next_of(store) == ("c3", PROBE_RUN_DONE)
    assert next_of(store, after="c3")[0] == "c1", "the case just left does not come back at once"
    assert next_of(store, "Bo")[1] != PROBE_RUN_DONE


def test_an_answer_after_the_run_ends_the_waiting(store, endpoint):
    store.save_answers("c3", "Ada", TO_GOLD_ONLY)
    run(store, endpoint, "c3")
    store.save_answers("c3", "Ada", {"cited_probe_calls": cite(store, "c3")})
    assert next_of(store)[1] != PROBE_RUN_DONE


def test_a_case_handed_in_with_an_open_side_comes_back_too(store, endpoint):
    store.save_answers("c2", "Ada", TO_GOLD_ONLY)
    store.submit("c2", "Ada")
    assert store.load_judgement("c2", "Ada").post_side == "undetermined"
    run(store, endpoint, "c2")
    assert next_of(store) == ("c2", PROBE_RUN_DONE)


def test_a_decided_case_stays_handed_in(store, endpoint):
    answers = {**TO_GOLD_ONLY, "gold_only_correct": "no"}
    store.save_answers("c2", "Ada", answers)
    store.submit("c2", "Ada")
    run(store, endpoint, "c2")
    assert next_of(store)[1] != PROBE_RUN_DONE


def test_a_run_over_many_cases_sends_nobody_anywhere(store, endpoint):
    run(store, endpoint, "c2", "c3")
    assert next_of(store)[1] != PROBE_RUN_DONE


def test_a_run_that_did_not_get_through_brings_nothing_back(store, endpoint):
    endpoint.script = lambda _: OUT_OF_QUOTA
    run(store, endpoint, "c3")
    assert next_of(store)[1] != PROBE_RUN_DONE


def test_a_grade_of_a_run_is_handed_in_only_with_its_citation(store, endpoint):
    run(store, endpoint, "c1")
    assert store.find_answered_probes("c1") == {"gold_plus_noise", "noise_grade"}
    store.save_answers("c1", "Ada", {**TO_GOLD_ONLY, **NOISE_GRADED})
    with pytest.raises(AnswerError, match="Cite the gold-plus-noise run"):
        store.submit("c1", "Ada")
    store.save_answers("c1", "Ada", {"cited_probe_calls": cite(store)})
    store.submit("c1", "Ada")
    judgement = store.load_judgement("c1", "Ada")
    assert (judgement.post_side, judgement.labels) == ("Distraction", ("Retrieval", "Distraction"))


def test_with_a_run_here_its_questions_have_to_be_answered(store, endpoint):
    run(store, endpoint, "c1")
    store.save_answers("c1", "Ada", TO_GOLD_ONLY)
    with pytest.raises(AnswerError, match="Not answered"):
        store.submit("c1", "Ada")


def test_a_cited_run_survives_export_and_import_where_the_run_is_not(store, endpoint, tmp_path):
    run(store, endpoint, "c1")
    answers = {**TO_GOLD_ONLY, **NOISE_GRADED, "cited_probe_calls": cite(store)}
    answers["misleading_urls"] = {BLOG: "outdated"}
    store.save_answers("c1", "Ada", answers)
    store.submit("c1", "Ada")
    other = ReviewStore(tmp_path / "other.db")
    import_records(other, *store.load_records())
    mine, theirs = (each.load_judgement("c1", "Ada") for each in (store, other))
    assert theirs.answers["cited_probe_calls"] == cite(store)
    assert (theirs.state, theirs.labels, theirs.post_side) == (
        mine.state,
        mine.labels,
        mine.post_side,
    )
    assert import_records(store, *other.load_records()).added == 0
