"""What was run again of a case, put together from the calls of real runs over real HTTP."""

import re
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from pages.parts.case_probes import describe_entry, say_grade
from pages.parts.probe_comparison import compute_comparison, list_input_differences
from pages.parts.probe_entries import compute_reproductions, list_entries
from pages.parts.probe_pages import collect_sources, list_recorded_texts, list_texts, say_reading
from pages.parts.probe_words import say_cost
from review_db.run_probes import run_probes
from review_db.store import ReviewStore
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply, good
from tests.trek_core.probes.running import BLOG, GOLD, KEY, make_record, make_settings
from trek_core.probes.documents import FetchedDocument
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
    (repeated,) = compute_reproductions(entries_of(store))
    assert repeated.latest.call.request.model == "evaluated"
    assert repeated.found.sentence == "not reproduced (0 of 10, 95 % CI 0-28 %)"


def supplied(store, endpoint, **plan):
    """Run gold-only where we fetch the pages; the gold page's host does not exist."""
    settings = make_settings(endpoint.base_url, roles={"access": "supplied_documents"})
    chosen = Plan(probes=GOLD_ONLY, **plan)
    run_id = store.start_probe_run(chosen, settings, ["c1"])
    run_probes(store, run_id, [make_record()], chosen, settings)


def sources_of(store):
    return collect_sources(store.load_documents(GOLD))


def test_answers_from_other_page_texts_are_counted_apart(store, endpoint):
    keep_page(store, status="not_found", reason="There is no such page.")
    supplied(store, endpoint, repeats=3)
    keep_page(store, 2, status="ok", text="Imke Vale leads.", origin="pasted", added_by="Nora")
    supplied(store, endpoint, first_repeat=4)
    without, pasted = compute_reproductions(entries_of(store))
    assert (without.found.graded, pasted.found.graded) == (3, 1)
    readings = [say_reading(each.latest.call.request, sources_of(store))
                for each in (without, pasted)]  # fmt: skip
    assert readings[0] == "1 page (no text: not found)"
    assert readings[1].startswith("1 page (pasted by Nora on 20")


def keep_page(store, hours=1, **fields):
    """Keep a page as of some hours from now: no run looks for it again."""
    at = datetime.now(UTC) + timedelta(hours=hours)
    document = FetchedDocument(url=GOLD, fetched_at=at.isoformat(timespec="milliseconds"), **fields)
    store.document_cache().store(document)


def test_an_answer_that_comes_again_stands_with_the_grade_it_had(store, endpoint):
    keep_page(store, status="not_found", reason="There is no such page.")
    supplied(store, endpoint)
    keep_page(store, 2, status="ok", text="Imke Vale leads.", origin="pasted", added_by="Nora")
    supplied(store, endpoint)
    assert endpoint.probes.count("gold_only") == 2
    assert endpoint.probes.count("analysis") == 1, "the same was to be graded"
    assert [entry.correct for entry in entries_of(store)] == [True, True]


def test_the_comparison_says_which_inputs_differ(store, endpoint):
    keep_page(store, status="ok", text="Imke Vale leads.")
    supplied(store, endpoint)
    missing = {"url": GOLD, "text": None, "status": "not_found"}
    record = make_record(
        documents=[missing],
        probes={"gold_only": {"rag_answer": "x", "context_urls": [GOLD], "model": "evaluated"}},
    )
    (entry,) = entries_of(store)
    texts = (
        list_recorded_texts(record.case, (GOLD,)),
        list_texts(entry.call.request, sources_of(store)),
    )
    rows = compute_comparison(record.probes, entry, texts)
    said = {row.title: row[1:] for row in rows}["Page texts"]
    assert said[0] == f"{GOLD}: no text: not found"
    assert said[1].startswith(f"{GOLD}: fetched on 20")
    assert list_input_differences(rows) == ["Page texts"]


def test_an_answer_whose_run_goes_on_waits_for_its_grade(store, endpoint):
    run(store, endpoint, ("gold_only",))
    calls = store.load_probe_calls("c1")
    case = make_record().case
    (waiting,) = list_entries(case, calls, {(1, "gold_only"), (1, "analysis")})
    (alone,) = list_entries(case, calls, {(1, "gold_only")})
    assert (waiting.is_waiting, alone.is_waiting) == (True, False)
    assert (say_grade(waiting), say_grade(alone)) == ("waiting for its grade", "not graded")


def test_what_has_a_price_is_told_beside_what_has_none(store, endpoint):
    settings = make_settings(endpoint.base_url, prices={"evaluated": {"input": 1.0, "output": 1.0}})
    plan = Plan(probes=GOLD_ONLY)
    run_id = store.start_probe_run(plan, settings, ["c1"])
    run_probes(store, run_id, [make_record()], plan, settings)
    (entry,) = entries_of(store)
    assert entry.money == entry.call.cost > 0
    assert say_cost(entry.money, entry.unpriced).endswith(" and 1 call without a price")
    spent = store.load_probe_spending(run_id)
    assert (spent.money, spent.unpriced) == (entry.money, {"judge": 1})


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Imke Vale", "Gold-only 1 · evaluated · correct · Imke Vale"),
        ("Imke Vale, who has led it since the spring", "Imke Vale, who has led it…"),
        ("[x](http://beacon.example)", "Gold-only 1 · evaluated · correct"),
        ("www.beacon.example", "Gold-only 1 · evaluated · correct"),
        ("*bold*", "Gold-only 1 · evaluated · correct"),
    ],
)
def test_an_entry_is_told_by_its_grade_and_a_plain_short_answer(store, endpoint, answer, said):
    def script(asked):
        more = {"rag_answer": answer} if asked.probe == "gold_only" else {}
        return Reply(GOOD_ANSWERS[asked.probe] | more)

    with answering(endpoint, script):
        run(store, endpoint, GOLD_ONLY)
    assert describe_entry(entries_of(store)[0]).endswith(said)


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
