"""Whole runs over real HTTP: what is asked in which order, what is kept, what ends a run."""

import asyncio

import pytest

from tests.trek_core.probes.document_samples import MemoryCache, ScriptedSource
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply, good
from tests.trek_core.probes.running import BLOG, GOLD, MemoryLog, make_record, make_settings, run
from trek_core.attribution import attribute
from trek_core.errors import ProbeConfigError
from trek_core.probes.calls import ProbeCall
from trek_core.probes.plan import Plan
from trek_core.probes.runner import ProbeRunner

NOW = "2026-01-01T00:00:00.000+00:00"
IN_ORDER = [
    ("key_evidence", "evidence_match"),
    ("gold_only", "analysis"),
    ("analysis", "gold_plus_noise"),
    ("gold_plus_noise", "noise_grade"),
]


@pytest.fixture
def endpoint():
    with ProbeEndpoint() as started:
        yield started


def changed(probe, **fields):
    """A script in which one probe answers something else."""

    def script(asked):
        answer = GOOD_ANSWERS[asked.probe]
        return Reply(answer | fields if asked.probe == probe else answer)

    return script


def test_the_whole_pipeline_asks_each_probe_once_and_in_order(endpoint):
    summary = run(endpoint, [make_record()])
    assert sorted(endpoint.probes) == sorted(GOOD_ANSWERS)
    for earlier, later in IN_ORDER:
        assert endpoint.probes.index(earlier) < endpoint.probes.index(later)
    assert (summary.state, summary.problem, summary.progress.cases_done) == ("done", None, 1)
    record = make_record()
    attribution = attribute(record.case, summary.results["c1"][0])
    assert [str(label) for label in attribution.labels] == ["Distraction"]
    assert attribution.complete


def test_a_retrieved_gold_page_needs_no_evidence_match(endpoint):
    record = make_record(search_calls=[{"query": "q", "urls": [BLOG, GOLD]}])
    summary = run(endpoint, [record])
    assert "evidence_match" not in endpoint.probes
    assert summary.results["c1"][0].retrieval.url_match is True
    assert summary.not_asked == {"evidence_match: the URLs settle it": 1}


def test_under_the_reading_all_every_gold_page_has_to_be_retrieved(endpoint):
    record = make_record(
        gold_urls=[GOLD, f"{GOLD}/2"], search_calls=[{"query": "q", "urls": [GOLD]}]
    )
    settings = make_settings(endpoint.base_url, policy={"url_match": "all"})
    run(endpoint, [record], settings=settings)
    assert "evidence_match" in endpoint.probes


def test_after_a_wrong_gold_only_answer_gold_plus_noise_is_not_run(endpoint):
    endpoint.script = changed("analysis", gold_only_correct=False)
    summary = run(endpoint, [make_record()])
    assert not {"gold_plus_noise", "noise_grade"} & set(endpoint.probes)
    probes = summary.results["c1"][0]
    assert probes.gold_plus_noise.ran is False
    attribution = attribute(make_record().case, probes)
    assert [str(label) for label in attribution.labels] == ["Interpretation"]
    assert attribution.complete


def test_whoever_disagrees_with_the_grade_may_have_gold_plus_noise_run(endpoint):
    record = make_record(probes={"gold_only": {"rag_answer": "Perrin", "correct": False}})
    probes = ("gold_plus_noise", "noise_grade")
    run(endpoint, [record], Plan(probes=probes))
    assert endpoint.probes == []
    run(endpoint, [record], Plan(probes=probes, whatever_the_grade=True))
    assert endpoint.probes == list(probes)


def test_an_analysis_alone_grades_the_recorded_answer(endpoint):
    record = make_record(probes={"gold_only": {"rag_answer": "Someone recorded"}})
    summary = run(endpoint, [record], Plan(probes=("analysis",)))
    assert endpoint.probes == ["analysis"]
    assert "Someone recorded" in endpoint.log[0].text
    assert summary.results["c1"][0].gold_only.rag_answer == "Someone recorded"
    assert summary.results["c1"][0].gold_only.correct is True


def test_what_cannot_be_asked_is_said(endpoint):
    bare = make_record(gold_urls=[], reference_answers=None, search_calls=None)
    summary = run(endpoint, [bare])
    assert endpoint.log == []
    assert summary.state == "done"
    assert summary.not_asked["gold_only: the case has no gold URL"] == 1
    assert summary.not_asked["analysis: the case has no reference answer"] == 1
    assert summary.results["c1"][0] == bare.probes


def test_accepted_answers_are_not_asked_about(endpoint):
    summary = run(endpoint, [make_record(judge={"verdict": "correct"})])
    assert (endpoint.log, summary.progress.cases) == ([], 0)


def test_a_limit_takes_the_first_failures(endpoint):
    records = [make_record("ok", judge={"verdict": "correct"}), make_record("a"), make_record("b")]
    assert set(run(endpoint, records, Plan(limit=1)).results) == {"a"}


def test_no_more_calls_than_allowed_run_at_once_and_no_fewer(endpoint):
    endpoint.delay = 0.05
    settings = make_settings(endpoint.base_url, limits={"concurrency": 3})
    run(endpoint, [make_record(f"c{number}") for number in range(8)], settings=settings)
    assert endpoint.most_at_once == 3


class CountingClient:
    """Notes in which pass of the event loop each call begins, and answers none of them."""

    def __init__(self):
        self.passes = 0
        self.begun = []

    async def count_passes(self):
        while True:
            self.passes += 1
            await asyncio.sleep(0)

    async def ask(self, request):
        self.begun.append(self.passes)
        await asyncio.sleep(0.05)
        return ProbeCall(request=request, outcome="refused", asked_at=NOW, answered_at=NOW)


def test_calls_begin_one_by_one_so_that_the_first_need_not_wait_for_the_last():
    async def carry_out():
        client = CountingClient()
        counting = asyncio.create_task(client.count_passes())
        settings = make_settings("http://127.0.0.1:1/v1", limits={"concurrency": 8})
        runner = ProbeRunner(settings, client, MemoryLog(), MemoryCache(), ScriptedSource())
        await runner.run([make_record(f"c{n}") for n in range(24)], Plan(probes=("gold_only",)))
        counting.cancel()
        return client.begun

    begun = asyncio.run(carry_out())
    assert len(begun) == 24
    assert len(set(begun)) == 24


def test_each_repeat_is_a_call_of_its_own(endpoint):
    plan = Plan(probes=("gold_only", "analysis"), repeats=3)
    log = MemoryLog()
    summary = run(endpoint, [make_record()], plan, log)
    assert endpoint.probes.count("gold_only") == 3
    assert len(summary.results["c1"]) == 3
    more = Plan(probes=plan.probes, repeats=5)
    assert run(endpoint, [make_record()], more, log).progress.reused == 6
    assert endpoint.probes.count("gold_only") == 5


def test_what_the_log_holds_is_not_asked_again(endpoint):
    log = MemoryLog()
    first = run(endpoint, [make_record()], log=log)
    endpoint.log.clear()
    again = run(endpoint, [make_record()], log=log)
    assert endpoint.log == []
    assert (again.progress.asked, again.progress.reused) == (0, 6)
    assert again.results == first.results


def test_a_call_without_a_reply_is_asked_again_and_a_refusal_is_not(endpoint):
    refusal = {"type": "refusal", "refusal": "No."}
    refused = {"output": [{"type": "message", "role": "assistant", "content": [refusal]}]}
    plan = Plan(probes=("key_evidence", "gold_only"))

    def script(asked):
        if asked.probe == "gold_only":
            return Reply(body=refused)
        return Reply(status=400, body={"error": {"message": "no"}})

    endpoint.script, log = script, MemoryLog()
    first = run(endpoint, [make_record()], plan, log)
    assert first.progress.outcomes == {"refused": 1, "failed": 1}
    endpoint.script = good
    endpoint.log.clear()
    run(endpoint, [make_record()], plan, log)
    assert endpoint.probes == ["key_evidence"]


def test_fill_waits_for_the_evidence_match_and_leaves_a_sufficient_list_as_it_is(endpoint):
    settings = make_settings(endpoint.base_url, policy={"context": "fill"})
    summary = run(endpoint, [make_record()], settings=settings)
    assert endpoint.probes.index("evidence_match") < endpoint.probes.index("gold_plus_noise")
    assert summary.results["c1"][0].gold_plus_noise.context_urls == (BLOG,)


def test_supplied_documents_are_read_once_and_shown_without_a_mark(endpoint):
    settings = make_settings(endpoint.base_url, {"api": "chat", "access": "supplied_documents"})
    source = ScriptedSource()
    log = MemoryLog()
    run(endpoint, [make_record()], settings=settings, source=source, log=log)
    assert sorted(source.asked) == [BLOG, GOLD]
    noise = next(asked for asked in endpoint.log if asked.probe == "gold_plus_noise")
    assert f"Fetched from {GOLD}" in noise.text
    assert "gold" not in noise.text.replace(GOLD, "").lower()
    documents = next(c for c in log.calls if c.request.probe == "gold_only").request.documents
    assert [(page.url, page.status) for page in documents] == [(GOLD, "ok")]


@pytest.mark.parametrize("wrong", [{"repeats": 0}, {"limit": 0}, {"probes": ("no_such",)}])
def test_a_plan_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(ProbeConfigError):
        Plan(**wrong)


def test_a_plan_is_read_back_as_it_was_written():
    plan = Plan(probes=("gold_only",), repeats=3, first_repeat=2, limit=5, whatever_the_grade=True)
    assert Plan.from_json(plan.to_json()) == plan
