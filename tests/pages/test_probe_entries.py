"""What was run again of a case, put together from the calls of real runs over real HTTP."""

import re
from contextlib import contextmanager

import pytest

from pages.parts.probe_comparison import compute_comparison
from pages.parts.probe_entries import compute_reproductions, list_entries
from review_db.run_probes import run_probes
from review_db.store import ReviewStore
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply, good
from tests.trek_core.probes.running import BLOG, GOLD, KEY, make_record, make_settings
from trek_core.probes.plan import Plan
from trek_core.recorded_probes import Probes

GOLD_ONLY = ("gold_only", "analysis")
NOISE = ("gold_plus_noise", "noise_grade")
REFUSAL = {"type": "refusal", "refusal": "No."}


@pytest.fixture
def store(tmp_path):
    return ReviewStore(tmp_path / "reviews.db")


@pytest.fixture
def endpoint(monkeypatch):
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    with ProbeEndpoint() as started:
        yield started


@contextmanager
def answering(endpoint, script):
    endpoint.script = script
    yield
    endpoint.script = good


def refuse(_asked):
    body = Reply({}).payload()
    body["output"][0]["content"] = [REFUSAL]
    return Reply(body=body)


def run(store, endpoint, probes, **plan):
    settings = make_settings(endpoint.base_url)
    chosen = Plan(probes=probes, whatever_the_grade=True, **plan)
    run_id = store.start_probe_run(chosen, settings, ["c1"])
    run_probes(store, run_id, [make_record()], chosen, settings)


def entries_of(store):
    return list_entries(make_record().case, store.load_probe_calls("c1"))


def test_an_answer_and_its_grade_are_one_entry(store, endpoint):
    run(store, endpoint, GOLD_ONLY)
    (entry,) = entries_of(store)
    assert (entry.probe, entry.number) == ("gold_only", 1)
    assert entry.grade.request.probe == "analysis"
    assert entry.probes.gold_only.rag_answer == "Imke Vale"
    assert entry.probes.gold_only.correct is True


def test_entries_are_numbered_over_all_runs_of_their_probe(store, endpoint):
    run(store, endpoint, GOLD_ONLY, repeats=2)
    run(store, endpoint, NOISE)
    run(store, endpoint, GOLD_ONLY, first_repeat=3)
    found = [(entry.probe, entry.number) for entry in entries_of(store)]
    assert sorted(found) == [("gold_only", n) for n in (1, 2, 3)] + [("gold_plus_noise", 1)]
    assert all(entry.grade for entry in entries_of(store))


def test_each_grade_stands_with_the_answer_it_grades(store, endpoint):
    def script(asked):
        if asked.probe == "gold_only":
            return Reply(GOOD_ANSWERS["gold_only"] | {"rag_answer": f"Answer{len(endpoint.log)}"})
        (graded,) = re.findall(r"Answer\d+", asked.text)
        return Reply(GOOD_ANSWERS["analysis"] | {"reason": graded})

    with answering(endpoint, script):
        run(store, endpoint, GOLD_ONLY, repeats=4)
    for entry in entries_of(store):
        assert entry.probes.gold_only.grade_reason == entry.probes.gold_only.rag_answer


def test_a_query_judgement_alone_is_an_entry_of_its_own(store, endpoint):
    run(store, endpoint, ("analysis",))
    (entry,) = entries_of(store)
    assert entry.probe == "analysis"
    assert entry.probes.queries.query_reasonable is True


def test_a_refusal_is_an_entry_without_an_answer_and_no_verdict(store, endpoint):
    with answering(endpoint, refuse):
        run(store, endpoint, ("gold_plus_noise",))
    (entry,) = entries_of(store)
    assert entry.call.outcome == "refused"
    assert entry.probes.gold_plus_noise.answer is None
    assert entry.probes.gold_plus_noise.correct is None
    rows = {row.title: row for row in compute_comparison(Probes(), entry)}
    assert rows["Ended"].new.startswith("the model declined to answer")
    assert "Answer" not in rows


def test_a_call_that_failed_and_was_asked_again_counts_once(store, endpoint):
    with answering(endpoint, lambda _: Reply(status=400, body={"error": {"message": "no"}})):
        run(store, endpoint, ("gold_plus_noise",))
    assert entries_of(store)[0].call.outcome == "failed"
    run(store, endpoint, NOISE)
    (entry,) = entries_of(store)
    assert (entry.call.outcome, entry.probes.gold_plus_noise.answer) == ("answered", "Perrin")


def test_failures_are_counted_by_model_once_there_are_several(store, endpoint):
    run(store, endpoint, GOLD_ONLY)
    assert compute_reproductions(entries_of(store)) == []
    run(store, endpoint, GOLD_ONLY, first_repeat=2, repeats=9)
    ((model, found),) = compute_reproductions(entries_of(store))
    assert model == "evaluated"
    assert found.sentence == "not reproduced (0 of 10, 95 % CI 0-28 %)"


def test_the_recorded_result_stands_beside_the_new_one_with_both_inputs(store, endpoint):
    recorded = make_record(
        probes={
            "gold_plus_noise": {
                "ran": True,
                "answer": "Someone",
                "correct": True,
                "context_urls": [BLOG],
                "model": "old",
            }
        }
    ).probes
    run(store, endpoint, NOISE)
    rows = {row.title: row[1:] for row in compute_comparison(recorded, entries_of(store)[0])}
    assert rows["Answer"] == ("Someone", "Perrin")
    assert rows["Judge's grade"] == (True, False)
    assert rows["Model"] == ("old", "evaluated")
    assert rows["Pages given"] == ([BLOG], [BLOG, GOLD])


def test_a_recorded_probe_that_was_never_run_is_not_recorded(store, endpoint):
    run(store, endpoint, NOISE)
    never = Probes.model_validate({"gold_plus_noise": {"ran": False}})
    rows = {row.title: row for row in compute_comparison(never, entries_of(store)[0])}
    assert rows["Answer"].recorded is None
