"""What a file would bring in, before anything is written; and tables read by their columns."""

import json
from io import BytesIO

from review_db.store import CaseFilter
from tests.pages.conftest import as_bytes, import_lines, make_line, shown_text
from tests.pages.import_steps import BAD, total, upload
from tests.trek_core.probes.running import make_record
from trek_core.jsonl import write_jsonl


def as_file(*records):
    file = BytesIO()
    write_jsonl(file, records)
    file.seek(0)
    return file


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
    kept = "its former version is kept. Is this a second run of a system?"
    assert f"1 case would change, whose id is here already; {kept}" in shown_text(page)
    page.button(key="import-go").click().run()
    assert f"1 case changed, whose id is here already; {kept}" in shown_text(page)
    again = upload(show("start"), "more.jsonl", as_bytes(make_line("d")))
    assert "would change" not in shown_text(again)


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
