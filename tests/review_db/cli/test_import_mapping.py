"""`trek import` of plain rows by a mapping: saved, used again, refused where it does not fit."""

import json

import pytest

from review_db.cli import main
from review_db.store import ReviewStore


@pytest.fixture
def files(tmp_path):
    table = tmp_path / "lab.csv"
    table.write_text("Frage,Antwort,Quelle\nWer?,Bob,https://a.example\n", encoding="utf-8")
    other = tmp_path / "other.jsonl"
    other.write_text('{"Frage": "Wo?", "out": {"Antwort": "Hier"}}\n', encoding="utf-8")
    return table, other, tmp_path / "reviews.db"


@pytest.fixture
def run(files, capsys):
    def run(*arguments):
        code = main(["import", *map(str, arguments), "--db", str(files[2])])
        return code, *capsys.readouterr()

    return run


SAID = ("--map", "question=Frage", "--map", "prediction=Antwort", "--map", "gold_urls=Quelle")


def test_a_mapping_is_saved_once_and_used_by_its_name(run, files):
    code, _, noted = run(files[0], *SAID, "--save-mapping", "Lab 3")
    assert code == 0
    assert "mapping Lab 3 is saved: question=Frage" in noted
    store = ReviewStore(files[2])
    assert dict(store.load_mapping("Lab 3").columns) == {
        "question": "Frage", "prediction": "Antwort", "gold_urls": "Quelle",
    }  # fmt: skip
    code, said, _ = run(files[0], "--mapping", "Lab 3", "--json")
    assert (code, json.loads(said)["unchanged"]) == (0, 1)


def test_a_command_that_is_shown_reads_the_file_by_the_same_mapping(run, files):
    _, said, _ = run(files[0], "--map", "question=Frage", "--save-mapping", "Lab 3")
    assert f"trek join {files[0]} --map question=Frage DATASET" in said
    _, said, _ = run(files[0], "--mapping", "Lab 3", "--dry-run")
    assert f"trek join {files[0]} --mapping 'Lab 3' --db {files[2]} DATASET" in said


def test_a_saved_mapping_that_fits_is_named_where_a_file_is_read_without_one(run, files):
    run(files[0], *SAID, "--save-mapping", "Lab 3")
    fits = f"trek import: the saved mapping Lab 3 fits {files[0]}: --mapping 'Lab 3'"
    for options in ((), ("--dry-run",)):
        assert fits in run(files[0], *options)[2]
        assert "saved mapping" not in run(files[1], *options)[2]
    assert "saved mapping" not in run(files[0], "--mapping", "Lab 3")[2]


def test_a_mapping_that_does_not_fit_names_its_missing_column_and_nothing_goes_in(run, files):
    run(files[0], *SAID, "--save-mapping", "Lab 3")
    code, _, noted = run(files[1], "--mapping", "Lab 3")
    assert code == 1
    assert "there are no columns Antwort (prediction), Quelle (gold_urls); it has Frage, " in noted
    assert "it has Frage, out.Antwort" in noted
    code, said, _ = run(
        files[1], "--mapping", "Lab 3", "--map", "prediction=out.Antwort",
        "--map", "gold_urls=out", "--json",
    )  # fmt: skip
    assert json.loads(said)["rejections"][0]["field"] == "gold_urls"


def test_a_mapping_in_a_file_is_read_and_its_faults_are_named(run, files, tmp_path):
    mapping = tmp_path / "lab.json"
    mapping.write_text('{"question": "Frage", "prediction": "out.Antwort"}')
    assert run(files[1], "--mapping", mapping)[0] == 0
    (row,) = ReviewStore(files[2]).list_cases().rows
    assert ReviewStore(files[2]).load_case(row.case_id).record.case.prediction == "Hier"
    for text, fault in (
        ("[]", "no JSON object"),
        ('{"question": "Frage", "colour": "x"}', 'the field the text "colour"'),
        ('{"question": 3}', "expected the name of a column"),
        ('{"prediction": "Antwort"}', "a column for `question`"),
    ):
        mapping.write_text(text)
        assert fault in run(files[1], "--mapping", mapping)[2]
    assert "cannot be read" in run(files[1], "--mapping", tmp_path / "none.json")[2]


def test_a_name_that_is_not_saved_is_refused_with_those_that_are(run, files):
    run(files[0], *SAID, "--save-mapping", "Lab 3")
    assert "there are Lab 3" in run(files[0], "--mapping", "Lab 4")[2]
    assert "leave --dry-run out" in run(files[0], "--save-mapping", "x", "--dry-run")[2]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lab.json", "lab.json ends in .json, which `--mapping` takes for a file"),
        ("lab.json ", "ends in .json"),
        ("", "Enter a name of 1 to"),
        ("  ", "Enter a name of 1 to"),
        ("lab\u202e3", "characters that are not seen"),
    ],
)
def test_a_name_that_could_not_be_used_is_refused_before_anything_is_written(
    run, files, name, said
):
    code, _, noted = run(files[0], *SAID, "--save-mapping", name)
    assert code == 1
    assert said in noted
    assert not files[2].exists()


def test_without_a_mapping_the_proposed_one_is_saved(run, tmp_path):
    table = tmp_path / "usual.csv"
    table.write_text("Prompt,Response\nWho?,Bob\n")
    assert "question=Prompt, prediction=Response" in run(table, "--save-mapping", "usual")[2]


def test_join_finds_a_saved_mapping_in_the_database_it_is_told(run, files, tmp_path, capsys):
    run(files[0], *SAID, "--save-mapping", "Lab 3")
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"dataset": "mine", "question": "Wer?", "reference_answers": ["Ann"]}\n')
    out = tmp_path / "joined.jsonl"
    told = ["--mapping", "Lab 3", "--db", files[2]]
    assert main([*map(str, ("join", files[0], questions, "-o", out, *told))]) == 0
    assert json.loads(out.read_text())["prediction"] == "Bob"
    assert "1 of 1 cases joined" in capsys.readouterr().out


def test_join_reads_rows_by_a_mapping_and_answers_of_other_shapes(files, tmp_path, capsys):
    questions = tmp_path / "questions.jsonl"
    line = {"dataset": "mine", "question_id": "7", "question": "Wer?", "reference_answers": ["Ann"]}
    questions.write_text(json.dumps(line) + "\n")
    batch = tmp_path / "batch.jsonl"
    message = {"role": "assistant", "content": "Bob"}
    body = {"object": "chat.completion", "choices": [{"message": message}]}
    batch.write_text(json.dumps({"custom_id": "7", "response": {"body": body}}) + "\n")
    for source, options in ((files[0], SAID), (batch, ())):
        out = tmp_path / "joined.jsonl"
        code = main([*map(str, ("join", source, questions, "-o", out, *options))])
        assert code == 0, capsys.readouterr().err
        case = json.loads(out.read_text())
        assert (case["question"], case["prediction"]) == ("Wer?", "Bob")
        assert case["reference_answers"] == ["Ann"]
