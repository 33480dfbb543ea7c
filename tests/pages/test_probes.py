"""The Probes page over a real store and a real endpoint."""

import re
import sqlite3
import time
from io import BytesIO

import pytest

from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply
from tests.trek_core.probes.running import KEY, make_record
from trek_core.jsonl import write_jsonl


@pytest.fixture
def endpoint(monkeypatch, store):
    """An endpoint with settings that name it, beside the database."""
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    with ProbeEndpoint() as started:
        write_settings(store.path.parent, started.base_url)
        yield started


def import_records(store, *records):
    file = BytesIO()
    write_jsonl(file, records)
    file.seek(0)
    assert store.import_file(file, "cases.jsonl").rejections == []


def wait_for_end(store, run_id=1):
    deadline = time.monotonic() + 20
    while (run := store.load_probe_run(run_id)).state == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return run


def table_of(page):
    return page.dataframe[0].value


def test_without_cases_the_page_leads_to_start(show):
    assert "Import cases -> start" in shown_text(show("probes"))


def test_without_settings_a_sentence_leads_to_set_up(show, store):
    import_lines(store, make_line("a"))
    shown = shown_text(show("probes"))
    assert "No models are set up yet" in shown
    assert "Set-up -> setup" in shown


def test_a_broken_settings_file_is_not_called_missing(show, store):
    import_lines(store, make_line("a"))
    (store.path.parent / "trek.toml").write_text("[roles", encoding="utf-8")
    shown = shown_text(show("probes"))
    assert "The settings file has a problem" in shown
    assert "No models are set up" not in shown
    assert "Set-up -> setup" in shown


@pytest.mark.usefixtures("endpoint")
def test_a_model_without_a_price_is_named_and_the_rest_is_summed(show, store, endpoint):
    import_records(store, make_record("c1"))
    price = "\n[prices.judge]\ninput = 1.0\noutput = 1.0\n"
    write_settings(store.path.parent, endpoint.base_url, price)
    page = show("probes")
    assert re.search(r", 0\.\d+ and 2 calls without a price \(evaluated\)", shown_text(page))
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    assert re.search(
        r"6 calls, .* 0\.\d+ and 2 calls of evaluated without a price", shown_text(page.run())
    )


@pytest.mark.usefixtures("endpoint")
def test_calls_tokens_and_money_are_told_before_anything_is_asked(show, store, endpoint):
    import_records(store, *(make_record(f"c{number}") for number in range(3)))
    shown = shown_text(show("probes"))
    assert "3 cases. At most 18 calls, about" in shown
    assert "no price set" in shown
    prices = "".join(
        f"\n[prices.{model}]\ninput = 1.0\noutput = 1.0\n" for model in ("judge", "evaluated")
    )
    write_settings(store.path.parent, endpoint.base_url, prices)
    assert "no price set" not in shown_text(show("probes"))
    assert endpoint.log == []


@pytest.mark.usefixtures("endpoint")
def test_accepted_answers_are_not_among_the_cases(show, store):
    import_records(store, make_record("c1"), make_record("ok", judge={"verdict": "correct"}))
    page = show("probes")
    assert page.number_input[0].label == "Cases, of 1"
    assert "1 case. At most 6 calls" in shown_text(page)


@pytest.mark.usefixtures("endpoint")
def test_a_filter_and_a_limit_choose_the_cases(show, store):
    import_records(store, *(make_record(f"c{n}", dataset=f"d{n % 2}") for n in range(6)))
    page = show("probes", dataset="d1")
    page.number_input[0].set_value(2)
    page.run().button(key="probes-start").click().run()
    assert wait_for_end(store).case_ids == ("c1", "c3")


@pytest.mark.usefixtures("endpoint")
def test_a_run_asks_the_probes_and_the_model_that_were_chosen(show, store):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.pills[0].set_value(["gold_only", "analysis"])
    page.number_input[1].set_value(2)
    page.text_input(key="probes-model").input("another")
    page.run().button(key="probes-start").click().run()
    run = wait_for_end(store)
    assert (run.state, run.plan.probes, run.plan.repeats) == ("done", ("gold_only", "analysis"), 2)
    calls = [stored.call.request for stored in store.load_probe_calls("c1")]
    assert {(call.probe, call.model) for call in calls} == {
        ("gold_only", "another"),
        ("analysis", "judge"),
    }


def test_answers_in_the_log_are_told_before_they_are_used_again(show, store, endpoint):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    page.run()
    assert "6 answers already in the log: used again" in shown_text(page)
    assert "0 asked anew" in shown_text(page)
    page.button(key="probes-start").click().run()
    wait_for_end(store, 2)
    assert "6 earlier answers reused" in shown_text(page.run())
    assert len(endpoint.log) == 6


def test_answers_in_the_log_can_be_asked_anew(show, store, endpoint):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    page.run().checkbox(key="probes-anew").check().run()
    assert "All 6 calls asked anew." in shown_text(page)
    page.button(key="probes-start").click().run()
    assert wait_for_end(store, 2).plan.first_repeat == 2
    assert len(endpoint.log) == 12


@pytest.mark.usefixtures("endpoint")
def test_runs_of_one_case_stand_apart_and_name_it(show, store):
    import_records(store, *(make_record(f"c{number}") for number in range(2)))
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    page.number_input[0].set_value(1)
    page.run().button(key="probes-start").click().run()
    wait_for_end(store, 2)
    shown = shown_text(page.run())
    assert 'Run 2</b> of <span class="url">c0</span> · All probes, with judge, evaluated' in shown
    assert [each.value for each in page.subheader][:2] == [
        "Runs over several cases", "Runs of one case",
    ]  # fmt: skip
    assert "2 of 2 cases finished" in shown


def test_a_stopped_run_and_its_comparison_count_the_same_cases(show, store, endpoint):
    import_records(store, *(make_record(f"c{number}") for number in range(5)))
    limits = "\n[limits]\ncalls = 8\nconcurrency = 1\n"
    write_settings(store.path.parent, endpoint.base_url, limits)
    page = show("probes")
    page.button(key="probes-start").click().run()
    run = wait_for_end(store)
    finished, begun = run.progress["cases_done"], len(store.load_probe_results(1))
    assert finished < begun < 5
    shown = shown_text(page.run())
    assert f"{finished} of 5 cases finished" in shown
    assert f"{begun - finished} of {begun} cases with a result" in shown
    tally = shown.partition("Not begun: no result yet")[2]
    assert re.findall(r"<td class=\"number\">(\d+)", tally)[:2] == [str(5 - begun), "5"]


@pytest.mark.usefixtures("endpoint")
def test_without_a_probe_nothing_can_start(show, store):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.pills[0].set_value([])
    page.run()
    assert "Choose a probe." in shown_text(page)
    assert [each.key for each in page.button if each.key == "probes-start"] == []


def test_a_finished_run_is_set_beside_the_recorded_labels(show, store, endpoint):
    recorded = {
        "retrieval": {"evidence_match": False},
        "queries": {"query_reasonable": True},
        "gold_only": {"rag_answer": "x", "correct": True},
        "gold_plus_noise": {"ran": True, "answer": "y", "correct": True},
    }
    import_records(store, make_record("c1", probes=recorded), make_record("c2", probes=recorded))

    def script(asked):
        if (asked.case_id, asked.probe) == ("c2", "evidence_match"):
            return Reply(GOOD_ANSWERS["evidence_match"] | {"evidence_match": False})
        if (asked.case_id, asked.probe) == ("c2", "noise_grade"):
            return Reply({"correct": True, "reason": "r"})
        return Reply(GOOD_ANSWERS[asked.probe])

    endpoint.script = script
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    page.run()
    shown = shown_text(page)
    assert "Run 1 beside the recorded labels" in shown
    assert "Evidence retrieved" in shown
    first, second = table_of(page).to_dict("records")
    assert (first["Recorded"], first["New"]) == ("Retrieval", "Distraction")
    assert first["Changed by"] == (
        "evidence retrieved: no → yes; gold-plus-noise correct: yes → no"
    )
    assert (second["Recorded"], second["New"], second["Changed by"]) == ("Retrieval",) * 2 + ("",)


def test_a_case_whose_probes_gave_no_answer_stays_open(show, store, endpoint):
    recorded = {"gold_only": {"rag_answer": "x", "correct": False}}
    import_records(store, make_record("c1", probes=recorded))
    endpoint.script = lambda _: Reply("no JSON")
    page = show("probes")
    page.button(key="probes-start").click().run()
    assert wait_for_end(store).state == "done"
    row = table_of(show("probes", run="1")).to_dict("records")[0]
    assert (row["New"], row["Changed by"]) == ("open", "")


def test_repeats_show_how_often_each_case_fails_again(show, store, endpoint):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.number_input[1].set_value(10)
    page.run().button(key="probes-start").click().run()
    wait_for_end(store)
    row = table_of(show("probes", run="1")).to_dict("records")[0]
    assert row["Gold-only again"] == "not reproduced (0 of 10, 95 % CI 0-28 %)"
    assert row["Gold-plus-noise again"] == "failed 10 of 10 (95 % CI 72-100 %)"
    assert len(endpoint.log) == 60


def test_a_run_that_failed_says_why_and_can_be_continued(show, store, endpoint, monkeypatch):
    import_records(store, make_record("c1"))
    monkeypatch.delenv("TREK_TEST_KEY")
    page = show("probes")
    page.button(key="probes-start").click().run()
    assert wait_for_end(store).state == "failed"
    page.run()
    assert "set the environment variable TREK_TEST_KEY" in shown_text(page)
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    page.button(key="continue-1").click().run()
    assert wait_for_end(store).state == "done"
    assert len(endpoint.log) == 6


def test_a_run_out_of_budget_goes_on_under_a_higher_limit(show, store, endpoint):
    import_records(store, *(make_record(f"c{number}") for number in range(2)))
    write_settings(store.path.parent, endpoint.base_url, "\n[limits]\ncalls = 4\n")
    page = show("probes")
    page.button(key="probes-start").click().run()
    assert wait_for_end(store).state == "out_of_budget"
    page.run()
    assert "limit on calls" in shown_text(page)
    write_settings(store.path.parent, endpoint.base_url, "\n[limits]\ncalls = 100\n")
    page.button(key="continue-1").click().run()
    assert wait_for_end(store).state == "done"
    assert set(endpoint.requests().values()) == {1}


def test_an_interrupted_run_offers_to_continue(show, store, endpoint):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    interrupt(store)
    page.run()
    assert "interrupted" in shown_text(page)
    page.button(key="continue-1").click().run()
    assert wait_for_end(store).state == "done"
    assert len(endpoint.log) == 6, "all of it had been asked"


def interrupt(store):
    """Make a run look as a kill of its process leaves it."""
    with sqlite3.connect(store.path) as db:
        db.execute("update probe_runs set state = 'running', owner = 'gone:1', ended_at = null, "
                   "heartbeat_at = '2020-01-01T00:00:00.000+00:00'")  # fmt: skip
    db.close()


def test_hostile_names_and_answers_stay_text(show, store, endpoint):
    import_records(store, make_record(HOSTILE, question="Who is c1?", dataset=HOSTILE))
    endpoint.script = lambda _: Reply(status=400, body={"error": {"message": HOSTILE}})
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    page = show("probes", run="1")
    assert table_of(page).loc[0, "Case"] == HOSTILE
    assert "<script>" not in shown_text(page)
    assert "<img" not in shown_text(page)
    assert "beacon" not in "".join(str(each.value) for each in (*page.markdown, *page.caption))


def test_the_key_is_nowhere_on_the_page_or_in_the_database(show, store, endpoint):
    import_records(store, make_record("c1"))
    endpoint.script = lambda _: Reply(status=401, body={"error": {"message": f"Bad key {KEY}"}})
    page = show("probes")
    page.button(key="probes-start").click().run()
    wait_for_end(store)
    assert KEY not in shown_text(page.run())
    files = list(store.path.parent.glob(store.path.name + "*"))
    assert not [file for file in files if KEY.encode() in file.read_bytes()]
