"""`trek import` as a script sees it: exit code, one JSON object, messages on stderr."""

import gzip
import json
import subprocess
import sys

import pytest

from review_db.cli import main
from review_db.store import ReviewStore
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case, make_judgement

LINES = 2000
MIB = 2**20


def encode(**fields):
    return json.dumps(fields, ensure_ascii=False).encode()


def bad_lines():
    """Ten bad lines of every kind: the line, and the field that must be named."""
    for number in range(10):
        case_id = f"bad-{number}"
        yield b'{"case_id": "%s", "question": "cut o' % case_id.encode(), "line"
        yield b'["a list", "is not a case"]', "line"
        yield encode(case_id=case_id, question="Who?", gold_urls="one text"), "gold_urls"
        yield encode(case_id=case_id, question=["Who?"]), "question"
        yield encode(case_id=case_id, prediction="no question"), "question"
        yield (
            b'{"case_id": "%s", "question": "Who?", "effective_year": NaN}' % (case_id.encode()),
            "effective_year",
        )
        yield b'{"case_id": "%s", "question": "not \xff UTF-8"}' % case_id.encode(), "line"
        yield encode(case_id="good-1", question="the same id, but other content"), "case_id"
        yield encode(case_id=case_id, question="Who?", judge={"verdict": "wrong"}), "judge.verdict"
        yield encode(case_id=case_id, question=" \u2028 "), "question"


def good_line(number):
    """A good line; the first few hold what real files hold and careless readers break on."""
    fields = {"case_id": f"good-{number}", "question": f"Who is number {number}?"}
    special = {
        2: {"question": "One\u2028line\u0085only?"},
        3: {"prediction": "x" * 5 * MIB},
        5: {"system": {"model": "m"}, "search_calls": [{"query": "q", "urls": []}]},
    }
    line = encode(**fields | special.get(number, {}))
    if number == 4:
        line = b'{"case_id": "good-4", "question": "Half an emoji \\ud83d?"}'
    return line


@pytest.fixture(scope="module")
def mixed_file(tmp_path_factory):
    """2,000 lines, every twentieth bad, one of them 40 MiB long; and field by line number."""
    path = tmp_path_factory.mktemp("mixed") / "mixed.jsonl"
    expected = {}
    bad = bad_lines()
    with path.open("wb") as file:
        good = 0
        for line_number in range(1, LINES + 1):
            if line_number % 20:
                file.write(good_line(good) + b"\n")
                good += 1
                continue
            line, expected[line_number] = next(bad)
            if line_number == 1000:
                line = encode(case_id="huge", question="Who?", prediction="x" * 40 * MIB)
                expected[line_number] = "line"
            file.write(line + b"\n")
    assert len(expected) == 100
    return path, expected


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "review_db.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_good_lines_go_in_and_every_bad_line_is_named(mixed_file, tmp_path):
    path, expected = mixed_file
    database = tmp_path / "reviews.db"
    done = run("import", path, "--db", database, "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 0
    counts = ("added", "unchanged", "changed", "rejected", "repaired")
    assert [result[name] for name in counts] == [1900, 0, 0, 100, 1]
    assert {each["line"]: each["field"] for each in result["rejections"]} == expected
    assert {each["file"] for each in result["rejections"]} == {str(path)}
    assert all(each["found"] and each["expected"] for each in result["rejections"])
    assert done.stderr.count(f"{path}, line ") == 101
    assert "Traceback" not in done.stderr

    store = ReviewStore(database)
    assert store.load_case("good-2").record.case.question == "One\u2028line\u0085only?"
    assert len(store.load_case("good-3").record.case.prediction) == 5 * MIB
    assert store.load_case("good-4").record.case.question == "Half an emoji \ufffd?"
    assert store.load_case("good-5").record.case.retrieved == ()
    assert store.load_case("good-6").record.case.retrieved is None

    again = json.loads(run("import", path, "--db", database, "--json").stdout)
    assert [again[name] for name in counts] == [0, 1900, 0, 100, 1]
    assert store.list_cases().total == 1900


@pytest.fixture
def database(tmp_path):
    return tmp_path / "reviews.db"


@pytest.fixture
def case_file(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(as_file(make_case("c1"), make_case("c2")).getvalue())
    return path


def test_the_counts_of_several_files_are_added_up(database, case_file, tmp_path, capsys):
    packed = tmp_path / "more.jsonl.gz"
    judged = make_case("c3", judgements=[make_judgement(REFERENCE_WRONG)])
    packed.write_bytes(gzip.compress(as_file(make_case("c1"), judged).getvalue()))
    assert main(["import", str(case_file), str(packed), "--db", str(database)]) == 0
    out, err = capsys.readouterr()
    assert out == (
        "3 added, 1 unchanged, 0 changed, 0 rejected, 0 repaired; 1 judgement added. "
        f"Reviews are kept in {database}\n"
    )
    assert err == ""


def test_a_file_of_ids_that_are_here_is_told_from_a_second_run_before_and_after(
    database, case_file, tmp_path, capsys
):
    second = tmp_path / "second.jsonl"
    second.write_bytes(as_file(*(make_case(n, prediction="New") for n in ("c1", "c2"))).getvalue())
    changed = (
        "2 cases {}, whose ids are here already; their former versions are kept. Is this a second "
        "run of a system? Then give its cases ids of their own (case_id) to keep both runs.\n"
    )
    command = ["import", str(second), "--db", str(database)]
    assert main([*command, "--dry-run"]) == 0
    assert "change" not in capsys.readouterr().out
    assert not database.exists()
    assert main(["import", str(case_file), "--db", str(database)]) == 0
    assert "0 changed" in capsys.readouterr().out
    assert main([*command, "--dry-run"]) == 0
    assert changed.format("would change") in capsys.readouterr().out
    assert main([*command, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[str(second)]["changed"] == 2
    assert main(command) == 0
    assert capsys.readouterr().out.startswith(changed.format("changed") + "0 added")


def test_a_file_that_cannot_be_read_is_named_and_the_others_go_in(
    database, case_file, tmp_path, capsys
):
    gone = tmp_path / "gone.jsonl"
    arguments = ["--db", str(database), "--json"]
    assert main(["import", str(gone), str(case_file), *arguments]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["added"] == 2
    assert err == f"trek import: {gone} cannot be read: No such file or directory.\n"
    assert main(["import", str(gone), *arguments]) == 1


def test_nothing_taken_is_exit_code_1(database, tmp_path, capsys):
    path = tmp_path / "notes.txt"
    path.write_text("no cases here\n")
    assert main(["import", str(path), "--db", str(database), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["rejected"] == 1
    path.write_text("")
    assert main(["import", str(path), "--db", str(database), "--json"]) == 1


def test_a_database_that_cannot_be_used_is_one_sentence(case_file, capsys):
    assert main(["import", str(case_file), "--db", str(case_file)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"trek import: {case_file} is not a review database")
    assert err.count("\n") == 1
