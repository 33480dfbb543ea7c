"""What Label Studio or Argilla exported, row by row as from an edited workbook.

Read are Label Studio's JSON and JSON_MIN and Argilla's records as JSON. An answer that is not in
the file changes nothing, as a column that was deleted from a workbook; an emptied text withdraws
its answer.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trek_core.annotation_tools.argilla import make_user_id
from trek_core.annotation_tools.questions import ANNOTATOR, list_questions
from trek_core.annotation_tools.task_keys import NOBODY, TASK_KEY, TaskKey, read_task_key
from trek_core.errors import TrekError
from trek_core.workbook.checklist_sheet import CHECKLIST
from trek_core.workbook.columns import Variant
from trek_core.workbook.edited import EditedRow, Unread
from trek_core.workbook.row_keys import ROW_KEY
from trek_core.workbook.spreadsheet import Found, read_text

_EXPECTED = "expected a JSON export of Label Studio, or Argilla's records as JSON"

_CASES = (
    "this is a file of cases, not of annotations: import it with `trek import`, or on the start "
    "page"
)
_TASK_PARTS = {TASK_KEY, "data", "annotations", "fields", "responses"}

_MOST_LEVELS = 8
"""How deep a value may be nested; what either program writes is half as deep at most."""

_NO_NAME = f"who answered is not said: fill in “{ANNOTATOR}”, or give the user the annotator's name"

Answers = dict[str, str]


@dataclass(frozen=True)
class Annotation:
    """What one person answered on one task."""

    annotator: str
    answers: Mapping[str, str]


@dataclass(frozen=True)
class EditedAnnotations:
    """An opened file of annotations, read as the rows of the Checklist sheet."""

    name: str
    objects: list[Any] = field(repr=False)
    with_trektrace: bool = True
    variant: Variant = "full"
    is_shortened: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    exported_rows: Mapping[str, int] = field(default_factory=dict)
    extra_sheets: tuple[str, ...] = ()
    problems: list[str] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def read_rows(self) -> Iterator[EditedRow]:
        """A row an annotation; `problems` is filled on the way."""
        known = {question.name for question in list_questions(with_trektrace=True)}
        foreign: set[str] = set()
        for number, each in enumerate(self.objects, start=1):
            where, key, annotations = _read_object(self.name, number, each)
            if key.with_trektrace != self.with_trektrace:
                raise TrekError(
                    f"{self.name}: it holds cases of two exports, with and without TrekTrace's "
                    "side; import them one by one"
                )
            for annotation in annotations:
                foreign.update(name for name in annotation.answers if name not in known)
                yield _make_row(where, number, key, annotation)
        if foreign:
            named = ascii(", ".join(sorted(foreign)[:10])[:200])[1:-1]
            self.problems.append(f"Not questions of the checklist, and not read: {named}.")


def read_annotations(content: bytes, name: str) -> EditedAnnotations:
    """Open a JSON file of annotations; raise `TrekError` in one sentence for any other."""
    try:
        objects = json.loads(content)
    except (ValueError, RecursionError) as error:
        if _is_case(_read_first_line(content)):
            raise TrekError(f"{name}: {_CASES}") from None
        raise TrekError(f"{name}: no whole JSON file ({error}); {_EXPECTED}") from None
    if objects is None:
        raise TrekError(f"{name}: there is nothing in it but null; {_EXPECTED}")
    if _is_case(objects):
        raise TrekError(f"{name}: {_CASES}")
    if not isinstance(objects, list):
        objects = [objects]
    if not objects:
        raise TrekError(f"{name}: there is nothing in it; {_EXPECTED}")
    _, key, _ = _read_object(name, 1, objects[0])
    return EditedAnnotations(name, objects, with_trektrace=key.with_trektrace)


def _read_first_line(content: bytes) -> Any:
    try:
        return json.loads(content.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return None


def _is_case(found: Any) -> bool:
    """Whether an object is a line of a case file, which has a case but no key of a task."""
    return isinstance(found, dict) and "question" in found and not _TASK_PARTS & found.keys()


def _make_row(where: str, number: int, key: TaskKey, annotation: Annotation) -> EditedRow:
    who = annotation.annotator
    cells: dict[str, Found | TrekError] = {
        name: _read_cell(text) for name, text in annotation.answers.items() if name != ANNOTATOR
    }
    cells |= {
        ROW_KEY: Found(key.rows.get(who) or key.rows[NOBODY]),
        "case_id": Found(key.case_id),
        "annotator": _read_cell(who) if who else TrekError(_NO_NAME),
        "round": Found(key.round),
    }
    return EditedRow(where, number, cells, of_table=CHECKLIST.name)


def _read_cell(text: str) -> Found | TrekError:
    try:
        return Found(read_text(text))
    except TrekError as error:
        return error


def _read_object(name: str, number: int, found: Any) -> tuple[str, TaskKey, list[Annotation]]:
    """What kind of thing one object is, its key, and its annotations."""
    try:
        for where, holds, read_key, read in _SHAPES:
            if isinstance(found, dict) and all(part in found for part in holds):
                key = read_task_key(read_key(found))
                _check_case(found, key)
                return where, key, read(found, key)
    except TrekError as error:
        raise TrekError(f"{name}, object {number}: {error}") from None
    except (AttributeError, TypeError, KeyError, ValueError, RecursionError):
        pass
    raise TrekError(f"{name}, object {number}: this is no annotated case; {_EXPECTED}")


def _check_case(found: dict[str, Any], key: TaskKey) -> None:
    """Raise `TrekError` where what was shown is of another case than the key."""
    shown = (found.get("data") or found.get("fields") or found).get("case_id")
    if isinstance(shown, str) and shown.strip() != key.case_id.strip():
        raise TrekError(
            f"its case_id is {shown[:80]!r} but its {TASK_KEY} is of {key.case_id[:80]!r}; "
            "export both cases again"
        )


def _read_label_studio(task: dict[str, Any], _key: TaskKey) -> list[Annotation]:
    return [
        _annotate(_gather(each["result"]), each.get("completed_by"))
        for each in task["annotations"]
        if not each.get("was_cancelled")
    ]


def _gather(results: list[dict[str, Any]]) -> Answers:
    values: dict[str, list[Any]] = {}
    for result in results:
        for part in ("choices", "text"):
            if part in result["value"]:
                name = result["from_name"]
                if not isinstance(name, str):
                    raise TypeError(name)
                values.setdefault(name, []).append(result["value"][part])
    return {name: _as_text(some) for name, some in values.items()}


def _read_json_min(task: dict[str, Any], _key: TaskKey) -> list[Annotation]:
    names = {question.name for question in list_questions(with_trektrace=True)}
    answers = {name: _as_text(value) for name, value in task.items() if name in names}
    return [_annotate(answers, task.get("annotator"))]


def _annotate(answers: Answers, user: Any) -> Annotation:
    """An annotation by whoever it says, else by the user's e-mail address; a number says nobody."""
    if isinstance(user, dict):
        user = user.get("email")
    named = answers.get(ANNOTATOR, "").strip()
    return Annotation(named or (user if isinstance(user, str) else ""), answers)


def _read_argilla(record: dict[str, Any], key: TaskKey) -> list[Annotation]:
    by_user: dict[str, Answers] = {}
    for name, responses in record["responses"].items():
        for response in responses or ():
            if response.get("status") != "discarded" and response["value"] is not None:
                answers = by_user.setdefault(str(response["user_id"]), {})
                answers[name] = _as_text(response["value"])
    names = {make_user_id(name): name for name in key.rows if name != NOBODY}
    return [_annotate(answers, names.get(user)) for user, answers in by_user.items()]


def _as_text(value: Any, levels: int = _MOST_LEVELS) -> str:
    """A value of either program: a text, a list of them, or an object that holds such a list."""
    if isinstance(value, str):
        return value
    if not levels:
        raise TypeError("nested too deeply")
    if isinstance(value, dict):
        return _as_text(value.get("choices", value.get("text")), levels - 1)
    if isinstance(value, list):
        return "\n".join(_as_text(each, levels - 1) for each in value)
    raise TypeError(value)


_SHAPES: tuple[tuple[str, tuple[str, ...], Any, Any], ...] = (
    ("tasks", ("data", "annotations"), lambda each: each["data"].get(TASK_KEY), _read_label_studio),
    (
        "records",
        ("fields", "responses"),
        lambda each: (each.get("metadata") or {}).get(TASK_KEY),
        _read_argilla,
    ),
    ("tasks", (TASK_KEY,), lambda each: each[TASK_KEY], _read_json_min),
)
"""What its objects are called, the parts they have, the way to the key, and the reader."""
