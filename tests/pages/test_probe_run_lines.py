"""The runs on the Probes page: how they ended, what they changed, and going on with one."""

import re
import sqlite3

from tests.pages.conftest import HOSTILE, shown_text
from tests.pages.probe_steps import import_records, table_of, wait_for_end
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, Reply
from tests.trek_core.probes.running import KEY, make_record


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
