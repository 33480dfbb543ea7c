"""Annotations made in Label Studio or Argilla come back as a workbook does: answer by answer."""

import io
import json
import zipfile

import pytest

from review_db.store import WorkbookChoice
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.export_steps import export, unpack
from tests.review_db.round_steps import INTERPRETATION, make_round_store, start_round
from tests.review_db.workbook_steps import changed_cells, fill
from trek_core.annotation_tools.argilla import make_user_id
from trek_core.annotation_tools.questions import ANNOTATOR
from trek_core.errors import TrekError


def as_label_studio(store, **options):
    """The tasks, as an export of Label Studio has them once they were imported there."""
    tasks = json.loads(unpack(export(store, "label-studio", **options))["tasks.json"])
    for number, task in enumerate(tasks, start=1):
        task["id"] = number
        for each in task["annotations"]:
            each |= {"completed_by": 7, "was_cancelled": False, "lead_time": 1.5}
    return tasks


def as_argilla(store, **options):
    """The records, as Argilla writes them."""
    return json.loads(unpack(export(store, "argilla", **options))["records.json"])


def as_json_min(tasks):
    """The tasks as Label Studio's JSON_MIN: an object an annotation, single values unpacked."""
    lines = []
    for task in tasks:
        for each in task["annotations"]:
            line = {**task["data"], "id": task["id"], "annotator": each["completed_by"]}
            for result in each["result"]:
                values = next(iter(result["value"].values()))
                several = {"choices": values} if result["type"] == "choices" else values
                line[result["from_name"]] = values[0] if len(values) == 1 else several
            lines.append(line)
    return lines


def encode(value):
    return json.dumps(value).encode()


def pack(parts, compression=zipfile.ZIP_STORED):
    """A ZIP of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()


def answer(name, value):
    kind = "choices" if value in ("yes", "no", "none", "explicit", "submitted", "Yes") else "text"
    return {
        "from_name": name,
        "to_name": "shown_question",
        "type": "choices" if kind == "choices" else "textarea",
        "value": {kind: [value]},
    }


def find_annotation(tasks, case_id, annotator):
    """Question -> result, of one person's annotation."""
    task = next(each for each in tasks if each["data"]["case_id"] == case_id)
    for each in task["annotations"]:
        found = {result["from_name"]: result for result in each["result"]}
        if found[ANNOTATOR]["value"]["text"] == [annotator]:
            return each["result"], found
    raise AssertionError((case_id, annotator))


def test_untouched_annotations_change_nothing_in_any_form(empty_store):
    fill(empty_store)
    tasks = as_label_studio(empty_store)
    forms = {
        "label_studio.zip": export(empty_store, "label-studio"),
        "argilla.zip": export(empty_store, "argilla"),
        "export.json": encode(tasks),
        "min.json": encode(as_json_min(tasks)),
        "records.json": encode(as_argilla(empty_store)),
    }
    for name, content in forms.items():
        report = empty_store.report_reviews(content, name)
        assert (name, report.cells, report.notes, report.plans) == (name, [], [], [])
        assert report.counts["unchanged"] > 400


def test_edits_in_label_studio_become_events_with_their_task_and_question(empty_store):
    fill(empty_store)
    tasks = as_label_studio(empty_store)
    results, found = find_annotation(tasks, "007", "Cy")
    found["target_basis"]["value"]["choices"] = ["explicit"]
    results += [answer("reference_valid", "Yes"), answer("noise_correct", "no")]
    content = encode(tasks)
    report = empty_store.report_reviews(content, "export.json")
    assert sorted(changed_cells(report)) == [
        ("tasks", "noise_correct", "007", "Cy", "refused"),
        ("tasks", "reference_valid", "007", "Cy", "new"),
        ("tasks", "target_basis", "007", "Cy", "changed"),
    ]
    taken = empty_store.import_reviews(content, "export.json", by="Lea", token=report.token)
    assert taken.written
    answers = empty_store.load_judgement("007", "Cy").answers
    assert (answers["target_basis"], answers["reference_valid"]) == ("explicit", "yes")
    sheet = export(empty_store, "csv")
    origins = unpack(sheet)["judgements.csv"].decode()
    assert "export.json, tasks, row 1, target_basis" in origins
    again = empty_store.report_reviews(content, "export.json")
    assert [cell.status for cell in again.cells] == ["refused"]


def test_an_answer_changed_here_since_is_a_conflict_and_one_left_out_stays(empty_store):
    fill(empty_store)
    tasks = as_label_studio(empty_store)
    results, found = find_annotation(tasks, "007", "Cy")
    found["target_basis"]["value"]["choices"] = ["explicit"]
    results.remove(found["notes_4"])
    empty_store.save_answer("007", "Cy", "target_basis", "effective_year")
    report = empty_store.report_reviews(encode(tasks), "export.json")
    assert changed_cells(report) == [("tasks", "target_basis", "007", "Cy", "conflict")]
    assert report.notes == [
        "Answers of the export that are not in the file: 1; nothing happens to them."
    ]


def test_somebody_who_had_not_begun_hands_in_a_blind_case_from_argilla(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=2)
    start_round(store, n=2, mode="blind")
    records = as_argilla(store, choice=WorkbookChoice(round="r1"))
    user = make_user_id("anybody")
    given = {ANNOTATOR: "Ada", "state": "submitted", **INTERPRETATION}
    for name, value in given.items():
        text = (
            "\n".join(f"{url} — {mark}" for url, mark in value.items())
            if isinstance(value, dict)
            else value
        )
        records[0]["responses"][name] = [{"value": text, "user_id": user}]
    report = store.import_reviews(encode(records), "records.json", by="Lea")
    assert {cell.status for cell in report.cells if cell.column != "state"} == {"new"}
    judgement = store.load_judgement("c0", "Ada", "r1")
    assert (judgement.state, judgement.labels) == ("submitted", ("Interpretation",))


def test_who_is_not_named_or_not_known_is_refused(empty_store):
    fill(empty_store)
    tasks = as_label_studio(empty_store)
    task = tasks[0]
    task["annotations"] = [
        {"result": [answer("target_basis", "explicit")], "completed_by": 7},
        {"result": [answer("target_basis", "explicit"), answer(ANNOTATOR, "Nobody Known")]},
        {"result": [answer("target_basis", "explicit")], "was_cancelled": True},
    ]
    report = empty_store.report_reviews(encode([task]), "export.json")
    assert [cell.status for cell in report.cells] == ["refused", "refused"]
    assert "who answered is not said" in report.cells[0].why
    assert report.plans == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"[", "no whole JSON file"),
        (b"[]", "there is nothing in it"),
        (b"[1]", "object 1: this is no annotated case"),
        (b'[{"data": {"text": "x"}, "annotations": []}]', "object 1: the task_key is missing"),
        (b'{"data": 1, "annotations": []}', "object 1: this is no annotated case"),
        (b"[" * 100_000, "no whole JSON file"),
        (b"null", "nothing in it but null"),
        ("\ufeffnull".encode(), "no whole JSON file|nothing in it but null"),
        ("[1]".encode("utf-16"), "object 1: this is no annotated case"),
        ("words".encode("utf-16"), "no whole JSON file"),
        (as_file(make_case("a"), make_case("b")).read(), "a file of cases.*trek import"),
        (as_file(make_case("a")).read(), "a file of cases.*trek import"),
        (pack({"cases.csv": b"a,b"}), "CSV or Parquet.*does not come back"),
        (pack({"README.md": b"", "data/cases.parquet": b"P"}), "CSV or Parquet"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_foreign_or_damaged_file_is_one_sentence(empty_store, content, why):
    with pytest.raises(TrekError, match=why) as raised:
        empty_store.report_reviews(content, "x.json")
    assert "\n" not in str(raised.value)


def nest(depth, left='{"text": ', right="}"):
    return json.loads(left * depth + '"x"' + right * depth)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("from_name", None),
        ("from_name", 7),
        ("from_name", ["a"]),
        ("value", {"text": nest(900)}),
        ("value", {"text": nest(900, "[", "]")}),
    ],
    ids=["null", "number", "list", "objects", "lists"],
)
def test_an_odd_result_is_one_sentence(empty_store, place, value):
    fill(empty_store)
    tasks = as_label_studio(empty_store)
    task = next(each for each in tasks if each["annotations"])
    task["annotations"][0]["result"][0][place] = value
    with pytest.raises(TrekError, match="object 1: this is no annotated case"):
        empty_store.report_reviews(encode([task]), "x.json")


def test_a_row_key_of_many_brackets_refuses_its_row(empty_store):
    fill(empty_store)
    task = next(each for each in as_label_studio(empty_store) if each["annotations"])
    key = json.loads(task["data"]["task_key"])
    key["rows"] = dict.fromkeys(key["rows"], "[" * 50_000)
    task["data"]["task_key"] = json.dumps(key)
    report = empty_store.report_reviews(encode([task]), "x.json")
    assert {cell.status for cell in report.cells} == {"refused"}
    assert "the hidden row_key was changed" in report.cells[0].why


def test_half_of_a_character_refuses_its_answer_alone(empty_store):
    fill(empty_store)
    task = next(each for each in as_label_studio(empty_store) if each["annotations"])
    results = task["annotations"][0]["result"]
    note = next(each for each in results if each["from_name"] == "notes_1")
    note["value"]["text"] = ["a\ud83d"]
    results.append({**note, "from_name": "ours\ud83d"})
    report = empty_store.report_reviews(encode([task]), "x.json")
    assert [(cell.column, cell.status, cell.found) for cell in report.cells] == [
        ("notes_1", "refused", "")
    ]
    assert "half of a character" in report.cells[0].why
    json.dumps(report.to_json(), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("content", "name", "what"),
    [
        (b"", "x.json", "the file is empty"),
        (b" \n", "x.xlsx", "the file is empty"),
        (b"annotations", "x.JSON", "no whole JSON file"),
        (b"annotations", "x.txt", "this is no .xlsx workbook"),
    ],
)
def test_a_file_that_is_nothing_is_named_after_its_ending(empty_store, content, name, what):
    with pytest.raises(TrekError, match=f"{name}: {what}"):
        empty_store.report_reviews(content, name)


@pytest.mark.parametrize(("made", "holds"), [(as_label_studio, "data"), (as_argilla, "fields")])
def test_annotations_of_one_case_with_the_key_of_another_are_refused(empty_store, made, holds):
    fill(empty_store)
    task = made(empty_store)[0]
    task[holds]["case_id"] = "another"
    with pytest.raises(TrekError, match="case_id is 'another' but its task_key is of"):
        empty_store.report_reviews(encode([task]), "x.json")


def _damage(content, at, value):
    return content[:at] + value + content[at + len(value) :]


def _damaged_parts():
    text = b"[" + b'{"a": 1}, ' * 300 + b"1]"
    stored, deflated, bzipped, packed = (
        pack({"tasks.json": text}, kind)
        for kind in (
            zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA
        )
    )  # fmt: skip
    listed = stored.rfind(b"PK\x01\x02")
    return {
        "checksum": _damage(stored, 60, b"~"),
        "deflate": _damage(deflated, 42, b"\xff" * 12),
        "bzip2": _damage(bzipped, 45, b"\xff" * 20),
        "lzma": _damage(packed, 49, b"\xff" * 20),
        "method": _damage(stored, listed + 10, b"\x63"),
        "signature": _damage(stored, 0, b"XXXX"),
        "password": _damage(stored, 6, b"\x01"),
        "size": _damage(stored, listed + 24, b"\xff\xff\x00\x00"),
        "place": _damage(stored, listed + 42, b"\xff\xff\xff\x00"),
    }


@pytest.mark.parametrize("how", _damaged_parts())
def test_a_zip_whose_annotations_cannot_be_unpacked_is_one_sentence(empty_store, how):
    with pytest.raises(TrekError) as raised:
        empty_store.report_reviews(_damaged_parts()[how], "x.zip")
    assert str(raised.value).startswith("x.zip")
    assert "\n" not in str(raised.value)
