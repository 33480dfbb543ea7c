"""Taking files in: the good lines go in, the others are listed."""

import gzip

import pandas as pd
import pytest

from pages.parts.csv_file import write_csv
from pages.parts.import_report import compute_tally
from review_db.store import CaseFilter, ImportReport
from tests.pages.conftest import HOSTILE, as_bytes, make_line, shown_text
from tests.pages.import_steps import BAD, total, upload


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
