"""`trek cases` and `trek case`: the same queries as the page, as text, JSON and CSV."""

import argparse
import csv
import io
import json

import pytest

from review_db.case_filter import FACETS_BY_NAME
from review_db.cli import main
from review_db.cli.cases import read_filter, shorten
from review_db.store import ReviewStore
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case
from tests.review_db.round_steps import PROBED


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command on a small database; exit code, output, errors."""
    path = tmp_path / "reviews.db"
    monkeypatch.setenv("TREK_DB", str(path))
    store = ReviewStore(path)
    store.import_file(
        as_file(
            make_case("a", dataset="freshqa", prediction="the harbour\nline", **PROBED),
            make_case("b", retrieved_urls=[], search_queries=[]),
            make_case("c", verdict="correct", gold_urls=[]),
        ),
        "cases",
    )
    store.add_annotator("Ada")
    store.save_answers("b", "Ada", REFERENCE_WRONG)
    store.submit("b", "Ada")

    def run_command(*arguments):
        code = main(arguments)
        return code, *capsys.readouterr()

    return run_command


def test_cases_are_listed_for_people(run):
    code, output, errors = run("cases", "--search", "harb", "--dataset", "freshqa")
    assert (code, errors) == (0, "")
    assert output.splitlines() == [
        "a",
        "  Who is a?",
        "  freshqa | incorrect | Distraction | not_started",
        "  answers: Ada the harbour line",
        "1 case",
    ]
    assert run("cases", "--label", "Retrieval")[1] == "0 cases\n"


def test_json_and_csv_hold_the_same_rows_in_the_order_asked_for(run):
    found = json.loads(run("cases", "--sort", "newest", "--limit", "2", "--json")[1])
    assert found["total"] == 3
    assert [each["case_id"] for each in found["cases"]] == ["c", "b"]
    assert (found["cases"][0]["labels"], found["cases"][0]["queries"]) == (None, None)
    rows = list(csv.DictReader(io.StringIO(run("cases", "--sort", "newest", "--csv")[1])))
    assert [row["case_id"] for row in rows] == ["c", "b", "a"]
    assert (rows[1]["outcome"], rows[1]["queries"]) == ("reference_answer_error", "0")


def test_an_empty_value_finds_what_is_not_recorded_and_a_wrong_range_is_one_sentence(run):
    assert run("cases", "--dataset", "", "--limit", "0")[1].endswith("2 cases\n")
    code, output, errors = run("cases", "--queries", "many", "--json")
    assert code == 1
    assert errors.startswith("trek cases: The filter queries is 'many': expected a number")
    assert "expected" in json.loads(output)["error"]


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--queries", "5-2", "from the lower number to the higher, as 2-5"),
        ("--label", "retrieval", "expected one of Pre-retrieval, Retrieval"),
        ("--label", "Retrieval + Nothing", "expected one of Pre-retrieval"),
        ("--labels", "Retrieval + Randomness", "Retrieval + Distraction"),
        ("--state", "done", "not_started"),
        ("--outcome", "x", "judge_error"),
        ("--verdict", "wrong", "incorrect"),
        ("--complete", "true", "yes, no"),
        ("--with-trektrace", "equal", "same, differ, open"),
        ("--among-people", "open", "same, differ"),
    ],
)
def test_a_value_that_no_case_can_have_is_one_sentence_with_the_choices(run, option, value, why):
    code, output, errors = run("cases", option, value)
    assert (code, output, errors.count("\n")) == (1, "", 1)
    assert errors.startswith(f"trek cases: The filter {option[2:].replace('-', '_')} is {value!r}")
    assert why in errors


def test_free_values_find_nothing_and_labels_are_named_in_any_order(run):
    for option in ("--dataset", "--year", "--freshness"):
        assert run("cases", option, "nowhere")[:2] == (0, "0 cases\n")
    args = argparse.Namespace(**dict.fromkeys(("search", *FACETS_BY_NAME)))
    args.labels, args.label = "Distraction+ Retrieval", "Distraction+Retrieval"
    chosen = read_filter(args)
    assert (chosen.labels, chosen.label) == ("Retrieval + Distraction", "Distraction + Retrieval")
    assert run("cases", "--labels", "Distraction")[1].endswith("1 case\n")


@pytest.mark.parametrize("limit", ["-1", "many"])
def test_a_limit_that_is_no_number_of_cases_is_refused(run, capsys, limit):
    with pytest.raises(SystemExit):
        run("cases", f"--limit={limit}")
    assert f"{limit!r} is no number of cases" in capsys.readouterr().err


def test_a_case_is_shown_with_what_its_labels_rest_on_and_who_judged_it(run):
    output = run("case", "a")[1]
    assert "Answer:     the harbour line\n" in output
    assert "Labels:     Distraction\n  Distraction: gold_plus_noise.correct no\n" in output
    judged = run("case", "b")[1]
    assert "Retrieved:  0\n" in judged
    assert "Judged by Ada in default: submitted; reference_answer_error" in judged
    assert "; handed in 20" in judged
    assert "Gold pages: not recorded\n" in judged
    accepted = run("case", "c")[1]
    assert "none, the answer was accepted" in accepted
    assert "Gold pages: 0\n" in accepted


def test_a_case_is_shown_with_what_was_opened_and_cited_where_that_is_recorded(run, tmp_path):
    cites = make_case("d", opened_urls=["https://o.example/"], citations=[{"url": "c.example"}])
    ReviewStore(tmp_path / "reviews.db").import_file(as_file(cites), "more")
    output = run("case", "d")[1]
    assert "Opened:     1\n  https://o.example/\nCited:      1\n  c.example\n" in output
    assert not {"Opened:", "Cited:"} & set(run("case", "a")[1].split())


def test_the_whole_case_is_a_line_of_a_file(run):
    case = json.loads(run("case", "b", "--json")[1])
    assert (case["schema"], case["case_id"], case["version"]) == ("trektrace/1", "b", 1)
    assert case["judgements"][0]["annotator"] == "Ada"


def test_an_answer_to_what_is_not_asked_any_more_is_not_shown(run, tmp_path):
    store = ReviewStore(tmp_path / "reviews.db")
    moot = {"gold_only_correct": "yes", "override_labels": ["Retrieval"], "override_reason": "So."}
    store.save_answers("a", "Ada", {**REFERENCE_WRONG, **moot, "notes_5": "Look again."})
    (judged,) = json.loads(run("case", "a", "--json")[1])["judgements"]
    kept = store.load_judgement("a", "Ada").answers
    assert kept.keys() - judged["answers"].keys() >= moot.keys(), "they return with their path"
    assert judged["answers"]["reference_valid"] == "no"
    assert judged["override_reason"] is None
    assert judged["notes"]["5"] == "Look again."


def test_a_case_that_is_not_there_is_one_sentence(run):
    code, output, errors = run("case", "nope")
    assert (code, output) == (1, "")
    assert errors == (
        "trek case: There is no case 'nope' in this database: check its name, or import its file.\n"
    )


def test_no_text_of_a_case_steers_the_terminal_or_runs_in_a_spreadsheet(run, tmp_path, monkeypatch):
    path = tmp_path / "hostile.db"
    monkeypatch.setenv("TREK_DB", str(path))
    hostile = "a\x1b[31m\x07\x9b\r\nX"
    ReviewStore(path).import_file(
        as_file(
            make_case(hostile, question="\x1b]0;t\x07\x1b[2J", dataset="\x1b[31m", **PROBED),
            make_case("=1+1", question="@SUM(A1)", dataset="'=2"),
        ),
        "cases",
    )
    assert path.exists()
    for command in (("cases",), ("cases", "--json"), ("case", hostile), ("case", hostile, "--json"),
                    ("case", "\x1b[2J")):  # fmt: skip
        _, output, errors = run(*command)
        assert not set(output + errors) & set("\x1b\x07\x9b\r"), command
    rows = list(csv.DictReader(io.StringIO(run("cases", "--csv")[1])))
    second = rows[1]
    assert (second["case_id"], second["question"]) == ("'=1+1", "'@SUM(A1)")
    assert second["dataset"] == "''=2"


def test_a_question_that_is_cut_says_so():
    assert shorten("Who?\n Now?") == "Who? Now?"
    assert shorten("x" * 90) == "x" * 90
    assert shorten("x" * 91) == "x" * 89 + "…"
