"""Records and settings as a dataset that Argilla saved to a disk: `rg.Dataset.from_disk` reads it.

The shapes are those of Argilla 2: `records.json` with fields, metadata, suggestions and responses,
and `.argilla/` with the settings and the dataset. A response needs the id of a user; ours follow
from the name, and `users.json` lists them for whoever makes the users.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from trek_core.annotation_tools.label_studio import SUGGESTED_BY, write_array
from trek_core.annotation_tools.questions import ANNOTATOR, Question, list_questions, list_shown
from trek_core.annotation_tools.task_keys import TASK_KEY
from trek_core.annotation_tools.tasks import Task
from trek_core.checklist import GUIDELINE
from trek_core.workbook.row_keys import STATE

RECORDS_NAME, USERS_NAME = "records.json", "users.json"
SETTINGS_NAME, DATASET_NAME = ".argilla/settings.json", ".argilla/dataset.json"

_ALWAYS_THERE = "question"
"""The field that no record is without; Argilla wants one that is required."""

_SHOWN_AT_ONCE = 3
"""Options that Argilla shows at the least before it folds the others away; none are folded here."""

_NOT_MADE_YET = {"id": None, "inserted_at": None, "updated_at": None}


def write_argilla(folder: Path, tasks: Iterable[Task], *, with_trektrace: bool) -> int:
    """Write the dataset; returns how many records there are."""
    names: set[str] = set()
    (folder / SETTINGS_NAME).parent.mkdir()
    _write_json(folder / SETTINGS_NAME, build_settings(with_trektrace))
    _write_json(folder / DATASET_NAME, build_dataset())
    count = write_array(folder / RECORDS_NAME, _make_records(tasks, names))
    users = [{"id": make_user_id(name), "username": name} for name in sorted(names)]
    _write_json(folder / USERS_NAME, users)
    return count


def make_user_id(annotator: str) -> str:
    """The id of a user for an annotator: the same for the same name, everywhere."""
    return str(uuid5(NAMESPACE_URL, f"trektrace:annotator:{annotator}"))


def build_settings(with_trektrace: bool) -> dict[str, Any]:
    """The dataset's settings: what is shown as fields, the checklist as questions."""
    shown, questions = list_shown(with_trektrace), list_questions(with_trektrace)
    return {
        "guidelines": "\n\n".join(f"{step.step} {step.title}\n{step.decide}" for step in GUIDELINE),
        "questions": [_make_question(question) for question in questions],
        "fields": [
            {
                **_NOT_MADE_YET,
                "name": each.name,
                "settings": {"type": "text", "use_markdown": False},
                "title": each.title,
                "required": each.name == _ALWAYS_THERE,
                "description": None,
                "dataset_id": None,
                "type": "text",
            }
            for each in shown
        ],
        "vectors": [],
        "metadata": [],
        "allow_extra_metadata": True,
        "distribution": {"strategy": "overlap", "min_submitted": 1},
        "mapping": None,
    }


def build_dataset() -> dict[str, Any]:
    """The dataset itself, before a server has made it."""
    return {
        **_NOT_MADE_YET,
        "name": "trektrace-reviews",
        "status": "draft",
        "guidelines": None,
        "allow_extra_metadata": True,
        "distribution": None,
        "workspace_id": None,
        "last_activity_at": None,
    }


def make_record(task: Task) -> dict[str, Any]:
    """One record as an object; the case, its round and the key are its metadata."""
    key = task.key
    responses: dict[str, list[dict[str, Any]]] = {}
    for annotator, answers in task.answers.items():
        status = "submitted" if answers.get(STATE) == "submitted" else "draft"
        for name, answer in answers.items():
            given = {"value": answer, "user_id": make_user_id(annotator), "status": status}
            responses.setdefault(name, []).append(given)
    return {
        "id": json.dumps([key.case_id, key.round], ensure_ascii=False),
        "fields": {name: text for name, text in task.shown.items() if text},
        "metadata": {"round": key.round, TASK_KEY: key.to_text()},
        "suggestions": {
            name: {"value": value, "score": None, "agent": SUGGESTED_BY}
            for name, value in task.suggestions.items()
        },
        "responses": responses,
        "vectors": {},
    }


def _make_records(tasks: Iterable[Task], names: set[str]) -> Iterator[Mapping[str, Any]]:
    for task in tasks:
        names.update(task.answers)
        yield make_record(task)


def _make_question(question: Question) -> dict[str, Any]:
    settings = _question_settings(question)
    return {
        **_NOT_MADE_YET,
        "name": question.name,
        "settings": settings,
        "title": f"{question.step}. {question.title}" if question.step else question.title,
        "description": question.help or None,
        "required": question.name == ANNOTATOR,
        "dataset_id": None,
        "type": settings["type"],
    }


def _question_settings(question: Question) -> dict[str, Any]:
    if not question.options:
        return {"type": "text", "use_markdown": False}
    settings: dict[str, Any] = {
        "type": "multi_label_selection" if question.takes_several else "label_selection",
        "options": [{"text": option.title, "value": option.value} for option in question.options],
        "visible_options": len(question.options)
        if len(question.options) >= _SHOWN_AT_ONCE
        else None,
    }
    return settings | ({"options_order": "natural"} if question.takes_several else {})


def _write_json(path: Path, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", errors="replace", newline="\n")
