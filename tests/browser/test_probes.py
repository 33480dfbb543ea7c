"""Running probes from the app: a real endpoint, a real server, a real browser."""

import io
import time

import pytest
from playwright.sync_api import expect

from pages.parts.answers import compute_case_key
from tests.browser.review_steps import ReviewTab, wait_until
from tests.pages.conftest import HOSTILE
from tests.review_db.cli.probe_files import write_settings
from tests.review_db.test_probed_cases import RECORDED, TO_GOLD_ONLY
from tests.server import Server
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply
from tests.trek_core.probes.running import KEY, make_record
from trek_core.jsonl import write_jsonl

pytestmark = pytest.mark.browser

CITED = "Gold-plus-noise 1 · evaluated · incorrect · Perrin"
TWO_AT_ONCE = "\n[limits]\nconcurrency = 2\n"


@pytest.fixture
def endpoint():
    with ProbeEndpoint() as started:
        yield started


@pytest.fixture
def server(database, endpoint, store, monkeypatch):
    """The app with the endpoint in its settings, and with cases."""
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    write_settings(database.parent, endpoint.base_url, TWO_AT_ONCE)
    file = io.BytesIO()
    write_jsonl(file, (make_record(f"c{number}", probes=RECORDED) for number in range(12)))
    file.seek(0)
    assert store.import_file(file, "cases.jsonl").rejections == []
    store.add_annotator("Ada")
    running = Server(database)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def tab(page, server):
    return ReviewTab(page, server)


def panel(tab):
    return tab.page.locator(".st-key-case-probes")


def run_from_panel(tab, times=1):
    panel(tab).get_by_role("button", name="Run a probe").click()
    form = tab.page.get_by_test_id("stPopoverBody").filter(has_text="How many times")
    if times > 1:
        form.get_by_test_id("stNumberInputField").fill(str(times))
        tab.page.keyboard.press("Tab")
        expect(form.get_by_text(f"At most {2 * times} calls")).to_be_visible()
    form.get_by_role("button", name="Run", exact=True).click()


def state_of(store, run_id=1):
    runs = {run.run_id: run.state for run in store.list_probe_runs()}
    return runs.get(run_id)


def wait_for_panel(tab, store):
    """Wait until a run is done and the panel has been drawn with what came of it."""
    wait_until("the run", lambda: state_of(store) == "done", 30)
    expect(panel(tab).get_by_text("done", exact=True)).to_be_visible()


def test_a_probe_asked_for_in_step_5_survives_a_reload_and_is_cited(tab, store, endpoint):
    store.save_answers("c3", "Ada", TO_GOLD_ONLY)
    endpoint.delay = 12.0  # a slow machine takes a while to reload
    tab.open("c3")
    tab.page.get_by_role("button", name="Run gold-plus-noise now").click()
    expect(panel(tab).get_by_text("running", exact=True)).to_be_visible()
    tab.page.reload()
    tab.wait_for_case("c3")
    expect(panel(tab).get_by_text("running", exact=True)).to_be_visible()
    assert state_of(store) == "running"
    endpoint.delay = 0.0
    expect(panel(tab).get_by_text("done", exact=True)).to_be_visible(timeout=30_000)
    expect(panel(tab).locator(".entries")).to_contain_text("Perrin")
    assert endpoint.probes == ["gold_plus_noise", "noise_grade"], "each asked once"
    # The questions about it are asked now, and its run can be cited.
    tab.walk([("noise_model_ok", "a"), ("noise_correct", "n")])
    tab.save_by("the citation", lambda: tab.click("cited_probe_calls", CITED))
    tab.type("disagreement_post", "The judge took a short form for another name.")
    wait_until("the reason", lambda: "disagreement_post" in tab.stored("c3").answers)
    tab.page.get_by_role("button", name="Save and next").click()
    wait_until("the submission", lambda: tab.stored("c3").state == "submitted")
    assert tab.stored("c3").labels == ("Retrieval", "Distraction")
    (cited,) = tab.stored("c3").answers["cited_probe_calls"]
    (call,) = store.load_probe_calls("c3", ["gold_plus_noise"])
    assert cited == f"gold_plus_noise:{call.call.request.key}"


def test_a_case_whose_run_is_done_comes_back_with_that_reason(tab, store):
    store.save_answers("c3", "Ada", TO_GOLD_ONLY)
    tab.open("c3")
    tab.page.get_by_role("button", name="Run gold-plus-noise now").click()
    wait_until("the run", lambda: state_of(store) == "done")
    tab.page.goto(tab.server.url("review"))
    tab.wait_for_case("c3")
    expect(tab.problem()).to_have_text("Your probe run is done.")


def test_a_run_that_was_just_asked_for_is_in_view(tab, store, endpoint):
    endpoint.delay = 1.0
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.open("c1")
    run_from_panel(tab)
    expect(panel(tab).get_by_text("running", exact=True)).to_be_in_viewport()
    wait_for_panel(tab, store)
    expect(panel(tab).locator(".trek.run")).to_be_in_viewport()
    expect(panel(tab).locator(".entries")).to_be_in_viewport()


def test_repeats_are_shown_with_their_interval_beside_the_recorded_result(tab, store):
    tab.open("c1")
    run_from_panel(tab, times=10)
    wait_for_panel(tab, store)
    sentence = "not reproduced (0 of 10, 95 % CI 0-28 %)"
    expect(panel(tab).locator(".reproduction")).to_contain_text(sentence)
    comparison = panel(tab).locator(".comparison")
    expect(comparison).to_contain_text("Perrin")  # as recorded
    expect(comparison).to_contain_text("Imke Vale")
    panel(tab).get_by_role("radio", name="Prompt", exact=True).click()
    expect(panel(tab).get_by_test_id("stCode")).to_contain_text("Who is c1?")


def test_a_run_over_many_cases_is_stopped_continued_and_compared(page, server, store, endpoint):
    endpoint.delay = 0.4
    page.goto(server.url("probes"))
    page.get_by_role("button", name="Start", exact=True).click()
    runs = page.locator(".trek.run")
    expect(runs).to_contain_text("running")
    wait_until("some calls", lambda: len(endpoint.log) > 6)
    page.reload()
    expect(runs).to_contain_text("running")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(runs).to_contain_text("stopped")
    expect(runs).not_to_contain_text("The run was stopped")
    before = len(endpoint.log)
    time.sleep(1.0)
    assert len(endpoint.log) == before
    assert before < 12 * 6
    endpoint.delay = 0.0
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(runs).to_contain_text("12 of 12 cases finished")
    expect(runs).to_contain_text("done")
    assert set(endpoint.requests().values()) == {1}, "nothing was asked twice"
    expect(page.get_by_text("Run 1 beside the recorded labels")).to_be_visible()
    expect(page.locator(".tally").first).to_contain_text("Other labels")
    expect(page.locator(".moves")).to_contain_text("Distraction")
    assert len(store.load_probe_results(1)) == 12


def test_a_killed_server_leaves_a_run_that_can_be_continued(page, server, store, endpoint):
    endpoint.delay = 0.5
    page.goto(server.url("probes"))
    page.get_by_role("button", name="Start", exact=True).click()
    wait_until("some calls", lambda: len(store.load_probe_calls("c0")) > 0)
    server.kill()
    server.start()
    page.goto(server.url("probes"))
    expect(page.locator(".trek.run")).to_contain_text("interrupted")
    endpoint.delay = 0.0
    page.get_by_role("button", name="Continue", exact=True).click()
    wait_until("the run", lambda: state_of(store) == "done", 30)
    expect(page.locator(".trek.run")).to_contain_text("12 of 12 cases finished")
    assert set(endpoint.deliveries().values()) <= {1, 2}
    assert len(store.load_probe_results(1)) == 12


def test_hostile_answers_stay_text(tab, store, endpoint):
    def script(asked):
        answer = {
            name: HOSTILE if isinstance(value, str) else value
            for name, value in GOOD_ANSWERS[asked.probe].items()
        }
        if "used_urls" in answer:
            answer["used_urls"] = [f"javascript:{HOSTILE}"]
        return Reply(answer)

    endpoint.script = script
    tab.open("c1")
    run_from_panel(tab)
    wait_for_panel(tab, store)
    expect(panel(tab).locator(".entries")).to_contain_text(HOSTILE)
    expect(panel(tab).locator(".comparison")).to_contain_text(f"javascript:{HOSTILE}")
    panel(tab).get_by_role("radio", name="Reply", exact=True).click()
    expect(panel(tab).get_by_test_id("stCode")).to_contain_text("beacon.example")
    tab.page.wait_for_timeout(500)
    inert = "[src*=beacon], [href*=beacon], [href^=javascript], .katex"
    assert tab.page.locator(inert).count() == 0
    assert tab.page.locator("main script").count() == 0


def test_a_hostile_name_of_a_model_stays_text(tab, store):
    name = "![b](http://beacon.example/b.png) :red[red]"
    store.save_answers("c1", "Ada", TO_GOLD_ONLY)
    tab.open("c1")
    panel(tab).get_by_role("button", name="Run a probe").click()
    form = tab.page.get_by_test_id("stPopoverBody").filter(has_text="How many times")
    box = form.get_by_role("combobox").nth(1)
    box.fill(name)
    box.press("Enter")
    form.get_by_role("button", name="Run", exact=True).click()
    wait_for_panel(tab, store)
    expect(panel(tab).locator(".entries")).to_contain_text(name)
    expect(tab.row("cited_probe_calls")).to_contain_text("Gold-only 1")
    assert "beacon" not in tab.row("cited_probe_calls").inner_text()
    assert tab.page.locator("[src*=beacon], [href*=beacon]").count() == 0


def test_the_key_is_on_no_page(tab, store, endpoint):
    endpoint.script = lambda _: Reply(status=401, body={"error": {"message": f"Wrong key {KEY}"}})
    tab.open("c1")
    run_from_panel(tab)
    wait_until("the run", lambda: state_of(store) == "failed", 30)
    expect(panel(tab).locator(".entries")).to_contain_text("no reply")
    assert KEY not in tab.page.content()
    for name, words in (("probes", "Runs of one case"), ("setup", "Prices")):
        tab.page.goto(tab.server.url(name))
        expect(tab.page.get_by_text(words, exact=True)).to_be_visible()
        assert KEY not in tab.page.content()


def test_a_case_of_another_person_is_not_disturbed_by_a_run(tab, store, endpoint):
    endpoint.delay = 1.0
    tab.open("c1")
    run_from_panel(tab)
    expect(panel(tab).get_by_text("running", exact=True)).to_be_visible()
    area = tab.page.locator(
        f".st-key-checklist [class*='st-key-a-{compute_case_key('c1')}-notes_1']"
    )
    area.locator("textarea").press_sequentially("half a thought")
    wait_for_panel(tab, store)
    assert area.locator("textarea").input_value() == "half a thought"


def test_neither_page_scrolls_sideways_on_a_narrow_screen(server, page):
    page.set_viewport_size({"width": 1280, "height": 720})
    for name in ("probes", "setup"):
        page.goto(server.url(name))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
            assert wide <= 1280, (name, scheme)
