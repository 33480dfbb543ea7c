"""Tasks as Label Studio imports them, and the labeling configuration they are shown with.

The shapes are those of Label Studio's task format: `data`, `predictions` and `annotations`, whose
results name a control (`from_name`), the text it belongs to (`to_name`) and a value. Annotations
name no user, because an import fails on users the project does not know: who answered is itself an
answer.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from trek_core.annotation_tools.questions import Question, list_questions, list_shown
from trek_core.annotation_tools.task_keys import TASK_KEY
from trek_core.annotation_tools.tasks import Answer, Task
from trek_core.checklist import GUIDELINE

TASKS_NAME, CONFIG_NAME = "tasks.json", "label_config.xml"

SUGGESTED_BY = "TrekTrace"

_OBJECT = "shown_question"
"""The text that every control belongs to."""


def write_label_studio(folder: Path, tasks: Iterable[Task], *, with_trektrace: bool) -> int:
    """Write the tasks and their configuration; returns how many tasks there are."""
    config = build_config(with_trektrace)
    (folder / CONFIG_NAME).write_text(config, encoding="utf-8", newline="\n")
    questions = {question.name: question for question in list_questions(with_trektrace)}
    objects = (make_task(task, questions) for task in tasks)
    return write_array(folder / TASKS_NAME, objects)


def write_array(path: Path, objects: Iterable[Mapping[str, Any]]) -> int:
    """Write a JSON array with an object a line; returns how many there are."""
    count = 0
    with path.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write("[")
        for each in objects:
            file.write("\n" if count == 0 else ",\n")
            file.write(json.dumps(each, ensure_ascii=False))
            count += 1
        file.write("\n]\n")
    return count


def make_task(task: Task, questions: Mapping[str, Question]) -> dict[str, Any]:
    """One task as an object."""
    made: dict[str, Any] = {"data": {**task.shown, TASK_KEY: task.key.to_text()}}
    if task.suggestions:
        result = list(_results(task, SUGGESTED_BY, task.suggestions, questions))
        made["predictions"] = [{"model_version": SUGGESTED_BY, "result": result}]
    made["annotations"] = [
        {"result": list(_results(task, annotator, answers, questions))}
        for annotator, answers in task.answers.items()
    ]
    return made


def build_config(with_trektrace: bool) -> str:
    """The labeling configuration: the case as texts, then the questions step by step."""
    view = ET.Element("View")
    for shown in list_shown(with_trektrace):
        ET.SubElement(view, "Header", value=shown.title, size="5")
        ET.SubElement(view, "Text", name=f"shown_{shown.name}", value=f"${shown.name}")
    titles = {guidance.step: guidance.title for guidance in GUIDELINE}
    step = None
    for question in list_questions(with_trektrace):
        if question.step != step and question.step is not None:
            ET.SubElement(view, "Header", value=f"{question.step} {titles[question.step]}")
        step = question.step
        _add_question(view, question)
    ET.indent(view)
    return ET.tostring(view, encoding="unicode") + "\n"


def _add_question(view: ET.Element, question: Question) -> None:
    title = f"{question.title} {question.help}".strip()
    ET.SubElement(view, "Header", value=title, size="6")
    place = {"name": question.name, "toName": _OBJECT}
    if not question.options:
        ET.SubElement(view, "TextArea", place, rows="2", editable="true", maxSubmissions="1")
        return
    choice = "multiple" if question.takes_several else "single"
    choices = ET.SubElement(view, "Choices", place, choice=choice, showInLine="true")
    for option in question.options:
        ET.SubElement(choices, "Choice", value=option.title, alias=option.value)


def _results(
    task: Task, who: str, answers: Mapping[str, Answer], questions: Mapping[str, Question]
) -> Iterator[dict[str, Any]]:
    for name, answer in answers.items():
        values = answer if isinstance(answer, list) else [answer]
        kind = "choices" if questions[name].options else "textarea"
        place = json.dumps([task.key.case_id, task.key.round, who, name])
        yield {
            "id": hashlib.sha256(place.encode()).hexdigest()[:10],
            "from_name": name,
            "to_name": _OBJECT,
            "type": kind,
            "value": {"choices" if kind == "choices" else "text": values},
        }
