"""The Start page: where to go on, and how cases get in."""

import gzip
import json
from io import BytesIO

import pandas as pd
import pytest

from pages.parts.csv_file import write_csv
from pages.parts.import_report import compute_tally
from review_db.sample import ensure_sample
from review_db.store import CaseFilter, ImportReport, RoundPlan
from tests.pages.conftest import HOSTILE, as_bytes, import_lines, make_line, shown_text
from tests.review_db.case_lines import RESPONSE_WRONG
from tests.trek_core.probes.running import make_record
from trek_core.jsonl import write_jsonl
from trek_core.probes.plan import Plan
from trek_core.probes.progress import RunProgress, RunSummary
from trek_core.settings import Settings

BAD = b"{broken\n"


def upload(page, *files):
    return page.file_uploader[0].upload(*files).run()


def total(store):
    return sum(store.count_cases()["state"].values())


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
    assert "1 case to look at" in shown_text(show("start"))
    assert went_to == []


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


def test_a_file_is_previewed_and_nothing_is_written(show, store):
    lines = as_bytes(make_line("a"), make_line("a"), make_line("b"))
    page = upload(show("start"), "cases.jsonl", lines + BAD)
    files, questions, bad = (table.value for table in page.dataframe)
    assert files.to_dict("records") == [
        {
            "File": "cases.jsonl",
            "Cases": 2,
            "New": 2,
            "Changed": 0,
            "Already here": 0,
            "Repeated lines": 1,
            "Lines that cannot be taken": 1,
        }
    ]
    assert list(questions["Question"]) == ["Who is a?", "Who is b?"]
    assert list(questions["Queries"]) == ["not recorded"] * 2
    assert list(bad["line"]) == ["4"]
    assert total(store) == 0


def test_a_preview_says_what_is_new_changed_and_here_already(show, store):
    import_lines(store, make_line("a"), make_line("b"))
    lines = as_bytes(make_line("a"), make_line("b", prediction="other"), make_line("c"))
    page = upload(show("start"), "cases.jsonl", lines)
    (row,) = page.dataframe[0].value.to_dict("records")
    assert (row["New"], row["Changed"], row["Already here"]) == (1, 1, 1)


def test_a_preview_says_what_a_file_was_read_as_and_what_is_missing(show, store):
    answer = {"output": [{"type": "message", "content": [{"type": "output_text", "text": "Bob"}]}]}
    lines = as_bytes({"question": "Who?", "response": answer, "gold_urls": ["https://a.example"]})
    page = upload(show("start"), "runs.jsonl", lines)
    text = shown_text(page)
    assert "runs.jsonl: Read as OpenAI Responses with web search." in text
    assert '<td>reference answers</td><td class="number">1 of 1</td>' in text
    assert "trek join runs.jsonl DATASET -o cases.jsonl" in text
    assert "<td>gold URLs</td>" not in text
    page.button(key="import-go").click().run()
    assert store.list_cases(CaseFilter()).total == 1


def choose(page, title):
    (found,) = [each for each in page.selectbox if each.label == title]
    return found


def test_a_preview_and_a_report_name_verdicts_that_are_not_understood(show, store):
    table = b"Prompt,Response,Grade\nWho?,Bob,right\nWhen?,2024,C\n"
    page = upload(show("start"), "lab.csv", table)
    told = "1 verdict was not understood: Grade (from line 3 on) says \u201cC\u201d once."
    assert f"lab.csv: {told}" in shown_text(page)
    page.button(key="import-go").click().run()
    assert told in shown_text(page)
    assert [row.verdict for row in store.list_cases(CaseFilter()).rows] == ["correct", None]


def test_a_table_that_lacks_only_a_question_gets_the_choice_of_columns(show):
    page = upload(show("start"), "own.csv", b"Frage,prediction,verdict\nWer?,Bob,right\n")
    assert "Choose the column of the question." in shown_text(page)
    assert choose(page, "Verdict").value == "verdict"
    choose(page, "Question").select("Frage").run()
    shown = page.dataframe[1].value
    assert list(shown.loc[0, ["Question", "Answer", "Verdict"]]) == ["Wer?", "Bob", "correct"]
    choose(page, "Verdict").select("(not in this file)").run()
    assert list(page.dataframe[1].value.loc[0, ["Answer", "Verdict"]]) == ["Bob", ""]


def test_answers_that_record_no_question_get_the_one_that_is_typed(show, store):
    answer = {"id": "c1", "choices": [{"message": {"role": "assistant", "content": "Bob."}}]}
    page = upload(show("start"), "answer.json", json.dumps(answer).encode())
    assert "There is no case to import." in shown_text(page)
    page.text_input(key="import-0-0-question").input(" Who won? ").run()
    assert list(page.dataframe[1].value.loc[0, ["Question", "Answer"]]) == ["Who won?", "Bob."]
    page.button(key="import-go").click().run()
    assert store.list_cases(CaseFilter()).rows[0].question == "Who won?"


def test_a_saved_mapping_that_reads_less_than_the_columns_say_is_not_chosen(show, store):
    store.save_mapping("short", {"question": "question", "prediction": "response"})
    page = upload(show("start"), "lab.csv", b"question,response,answer\nWho?,Bob,Ann\n")
    assert choose(page, "Saved mapping").value == "None: as guessed"
    assert choose(page, "Reference answers").value == "answer"


def test_columns_are_corrected_by_hand_kept_under_a_name_and_used_again(show, store):
    table = b"nr,Frage,Antwort,Soll\n1,Wer?,Bob,Ann\n2,Wann?,,2024\n"
    page = upload(show("start"), "lab.csv", table)
    assert "There is no case to import." in shown_text(page)
    assert "Choose the column of the question." in shown_text(page)
    for title, column in (("Question", "Frage"), ("Answer of the system", "Antwort"),
                          ("Reference answers", "Soll")):  # fmt: skip
        choose(page, title).select(column).run()
    assert "lab.csv: Read as plain rows" in shown_text(page)
    shown = page.dataframe[1].value
    assert list(shown["Question"]) == ["Wer?", "Wann?"]
    assert list(shown["Answer"]) == ["Bob", ""]
    page.text_input(key="import-0-0-name").input("Lab 3").run()
    page.button(key="import-0-0-save").click().run()
    assert "Saved as Lab 3." in shown_text(page)
    page.button(key="import-go").click().run()
    assert total(store) == 2
    page = upload(show("start"), "next.csv", b"Frage,Antwort,Soll\nWer noch?,Bob,Ann\n")
    assert "Every column of the mapping Lab 3 is in this file" in shown_text(page)
    assert list(page.dataframe[1].value["Question"]) == ["Wer noch?"]
    choose(page, "Saved mapping").select("None: as guessed").run()
    assert "Choose the column of the question." in shown_text(page)
    page = upload(show("start"), "other.csv", b"Frage,Soll\nWo?,Hier\n")
    assert "Every column" not in shown_text(page)
    choose(page, "Saved mapping").select("Lab 3").run()
    assert "does not fit: there is no column Antwort (prediction); it has Frage, Soll" in (
        shown_text(page)
    )
    page.button(key="import-go").click().run()
    assert total(store) == 3
    page = upload(show("start"), "other.csv", b"Frage,Soll\nWo?,Hier\n")
    choose(page, "Saved mapping").select("Lab 3").run()
    page.button(key="import-0-0-delete").click().run()
    assert store.load_mappings() == []
    assert not any(each.label == "Saved mapping" for each in page.selectbox)


def test_a_preview_warns_where_complete_attributions_would_be_replaced(show, store):
    probes = {
        "retrieval": {"evidence_match": False},
        "queries": {"query_reasonable": True},
        "gold_only": {"rag_answer": "x", "correct": False},
    }
    whole = make_record("a", probes=probes)
    assert store.import_file(as_file(whole), "whole.jsonl").added == 1
    assert store.load_case("a").attribution.complete
    page = upload(show("start"), "bare.jsonl", as_file(make_record("a")).getvalue())
    assert "1 case has a complete attribution here" in shown_text(page)
    page = upload(show("start"), "whole.jsonl", as_file(whole).getvalue())
    assert "complete attribution" not in shown_text(page)


def as_file(*records):
    file = BytesIO()
    write_jsonl(file, records)
    file.seek(0)
    return file


def test_import_takes_the_good_lines_and_lists_the_bad_ones(show, store):
    page = upload(show("start"), "cases.jsonl", as_bytes(make_line("a")) + BAD)
    page.button(key="import-go").click().run()
    assert total(store) == 1
    rejected = page.dataframe[0].value.to_dict("records")
    assert [(line["file"], line["line"], line["field"]) for line in rejected] == [
        ("cases.jsonl", "2", "line")
    ]
    assert "broken JSON" in rejected[0]["found"]
    assert rejected[0]["expected"] == "one JSON object on one line"
    assert "Lines that were not taken: 1 entry" in shown_text(page)
    page.button(key="import-report-close").click().run()
    assert len(page.dataframe) == 0


def test_mended_characters_are_listed_too(show, store):
    line = b'{"case_id": "a", "question": "half \\ud83d an emoji", "verdict": "incorrect"}\n'
    page = upload(show("start"), "cases.jsonl", line)
    page.button(key="import-go").click().run()
    assert total(store) == 1
    mended = page.dataframe[0].value.to_dict("records")
    assert [(each["line"], each["field"]) for each in mended] == [("1", "question")]


def test_importing_the_same_file_again_adds_nothing(show, store):
    content = as_bytes(make_line("a"), make_line("b"))
    for added in (2, 0):
        page = upload(show("start"), "cases.jsonl.gz", gzip.compress(content))
        page.button(key="import-go").click().run()
        assert page.session_state["import-reports"][0].added == added
    assert total(store) == 2


def test_a_file_on_this_machine_is_imported_by_its_path(show, store, tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(as_bytes(make_line("a", dataset="d1")))
    page = show("start")
    page.text_input[0].input(str(path)).run()
    page.button(key="import-go").click().run()
    assert store.list_cases(CaseFilter(dataset="d1")).total == 1


@pytest.mark.parametrize("path", ["/no/such/file.jsonl", "/", "~nobody-here/x", HOSTILE, "a\0b"])
def test_a_path_that_cannot_be_read_is_said_in_our_own_words(show, path):
    page = show("start")
    page.text_input[0].input(path).run()
    assert not page.exception
    assert " cannot be read: " in shown_text(page)
    assert "<img" not in shown_text(page)


def test_a_file_without_a_case_cannot_be_imported(show):
    page = upload(show("start"), "cases.jsonl", BAD)
    assert page.button(key="import-go").disabled
    assert "There is no case to import." in shown_text(page)


def test_the_sample_project_takes_no_other_cases(show, store):
    ensure_sample(store.path)
    page = show("start")
    assert len(page.file_uploader) == 0
    assert "trek serve" in shown_text(page)


def test_file_names_and_rejected_values_stay_text(show):
    page = upload(
        show("start"),
        f"{HOSTILE[:60].replace('/', '')}.jsonl",
        as_bytes({"question": {"x": HOSTILE}}),
    )
    assert "<script" not in shown_text(page)
    assert all("beacon" not in str(each.value) for each in (*page.markdown, *page.error))


def test_reports_of_several_files_add_up():
    tally = dict(compute_tally([ImportReport(added=1, rejected=2), ImportReport(added=3)]))
    assert tally["New cases"] == 4
    assert tally["Lines not taken"] == 2


def test_a_downloaded_list_holds_no_formula():
    table = pd.DataFrame({"found": ['=HYPERLINK("http://x")', "plain", "-1"]})
    assert write_csv(table).decode().splitlines() == [
        "found",
        '"\'=HYPERLINK(""http://x"")"',
        "plain",
        "'-1",
    ]


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
