"""The Start page: where to go on."""

from review_db.sample import ensure_sample
from review_db.store import RoundPlan
from tests.pages.conftest import import_lines, make_line, shown_text
from tests.review_db.case_lines import RESPONSE_WRONG
from trek_core.probes.plan import Plan
from trek_core.probes.progress import RunProgress, RunSummary
from trek_core.settings import Settings


def test_an_empty_database_is_met_with_the_ways_to_fill_it(show, store):
    page = show("start", arrived=False)
    shown = shown_text(page)
    named = f"trek import results.jsonl --db {store.path}"
    for way in (named, "trek serve --sample", "make app"):
        assert way in shown
    assert len(page.file_uploader) == 1
    assert ".tsv, .parquet or .eval" in page.file_uploader[0].label


def test_who_arrives_where_cases_are_is_taken_to_them(show, store, went_to):
    import_lines(store, make_line("a"))
    show("start", arrived=False)
    assert went_to == [("cases", {})]


def test_who_was_here_before_can_look_at_start(show, store, went_to):
    import_lines(store, make_line("a"))
    assert "1 case to review" in shown_text(show("start"))
    assert went_to == []


def test_a_newcomer_reads_how_many_failures_there_are(show, store):
    import_lines(store, make_line("a", verdict="correct"))
    page = show("start")
    assert "Nothing to review: the one answer was judged correct." in shown_text(page)
    assert not page.button
    import_lines(store, make_line("b"), make_line("c"))
    shown = shown_text(show("start"))
    assert "2 cases to review" in shown
    assert "1 more was judged correct. You say who you are" in shown


def test_an_annotator_sees_their_progress_and_goes_on_with_their_own_draft(show, store, went_to):
    import_lines(store, make_line("a"), make_line("b"), make_line("c", verdict="correct"))
    store.add_annotator("Ada")
    store.save_answer("b", "Ada", "target_basis", "none")
    page = show("start")
    page.session_state["annotator"] = "Ada"
    page.run()
    shown = shown_text(page)
    assert "0 of 2 cases handed in" in shown
    assert "1 draft" in shown
    assert store.next_case("Ada").reason in shown
    page.button(key="start-review").click().run()
    assert went_to == [("review", {})]


def test_a_finished_probe_run_names_its_case_and_leads_there(show, store):
    import_lines(store, make_line("a"), make_line("b"))
    store.add_annotator("Ada")
    run_id = store.start_probe_run(Plan(), Settings(), ["b"], "Ada")
    store.end_probe_run(run_id, RunSummary("done", RunProgress(cases=1)))
    page = show("start")
    page.session_state["annotator"] = "Ada"
    shown = shown_text(page.run())
    assert 'Your probe run of <span class="url">b</span> is done.' in shown
    assert "Look at its answers -> review" in shown


def test_the_sample_project_takes_no_other_cases(show, store):
    ensure_sample(store.path)
    page = show("start")
    assert len(page.file_uploader) == 0
    assert "trek serve" in shown_text(page)


def test_an_annotator_chooses_the_round_to_go_on_with_and_review_opens_in_it(show, store, went_to):
    import_lines(store, make_line("a"), make_line("b"))
    for name in ("Ada", "Bo"):
        store.add_annotator(name)
    store.create_round(RoundPlan("pilot", ["a", "b"], ("Ada",)))
    store.create_round(RoundPlan("others", ["a"], ("Bo",)))
    store.save_answers("a", "Ada", RESPONSE_WRONG, round="pilot")
    store.submit("a", "Ada", round="pilot")
    page = show("start", who="Ada")
    choice = page.selectbox(key="choice-start-round")
    assert choice.options == [
        "all failures, no round, 0 of 2 done",
        "round pilot, 1 of 2 done",
    ]
    assert "1 of 2 cases handed in" in shown_text(page)
    page.button(key="start-review").click().run()
    assert went_to == [("review", {"round": "pilot"})]


def test_a_closed_round_is_not_gone_on_with(show, store):
    import_lines(store, make_line("a"))
    store.add_annotator("Ada")
    store.create_round(RoundPlan("pilot", ["a"], ("Ada",)))
    store.close_round("pilot")
    page = show("start", who="Ada", round="pilot")
    assert "This round is closed." in shown_text(page)
    assert not any(button.key == "start-review" for button in page.button)
