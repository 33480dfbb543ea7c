"""The Probes page over a real store and a real endpoint."""

import re

import pytest

from tests.pages.conftest import import_lines, make_line, shown_text
from tests.pages.probe_steps import import_records, wait_for_end
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.probes.running import make_record


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
    assert [each.value for each in page.header][:2] == [
        "Runs over several cases", "Runs of one case",
    ]  # fmt: skip
    assert "2 of 2 cases finished" in shown


@pytest.mark.usefixtures("endpoint")
def test_without_a_probe_nothing_can_start(show, store):
    import_records(store, make_record("c1"))
    page = show("probes")
    page.pills[0].set_value([])
    page.run()
    assert "Choose a probe." in shown_text(page)
    assert [each.key for each in page.button if each.key == "probes-start"] == []
