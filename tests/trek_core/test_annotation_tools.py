"""The checklist in Label Studio and Argilla: every question once, answers among its options."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from tests.trek_core.workbook_samples import make_judgement, make_record
from trek_core.annotation_tools.argilla import build_settings
from trek_core.annotation_tools.argilla import make_record as make_argilla_record
from trek_core.annotation_tools.label_studio import build_config, make_task
from trek_core.annotation_tools.questions import list_questions, list_shown
from trek_core.annotation_tools.task_keys import TASK_KEY, read_task_key
from trek_core.annotation_tools.tasks import SUGGESTED, build_tasks
from trek_core.checklist import FIELDS
from trek_core.checklist.answers import REASON_FIELDS
from trek_core.errors import TrekError
from trek_core.workbook import WorkbookCase

SIDES = pytest.mark.parametrize("shown", [True, False], ids=["with TrekTrace", "blind"])


def tasks(shown):
    return list(
        build_tasks([WorkbookCase(make_record(make_judgement()))], "default", with_trektrace=shown)
    )


def task_objects(shown):
    questions = {each.name: each for each in list_questions(shown)}
    return [make_task(task, questions) for task in tasks(shown)]


@SIDES
def test_every_field_is_asked_once_but_for_reasons_that_show_trektraces_side(shown):
    names = [question.name for question in list_questions(shown)]
    hidden = set() if shown else set(REASON_FIELDS.values())
    fields = [field.name for field in FIELDS if field.name not in hidden]
    assert names == ["annotator_name", *fields, "state"]
    blind = [each.name for each in list_shown(shown) if each.name.startswith("trektrace_")]
    assert bool(blind) is shown


@SIDES
def test_the_configuration_has_a_control_for_every_answer_and_a_text_for_everything_shown(shown):
    view = ET.fromstring(build_config(shown))  # noqa: S314 - we wrote it ourselves
    texts = {each.get("name"): each.get("value") for each in view.iter("Text")}
    options = {
        each.get("name"): {choice.get("alias") for choice in each} for each in view.iter("Choices")
    }
    areas = {each.get("name") for each in view.iter("TextArea")}
    assert {each.get("toName") for each in view.iter("Choices")} <= set(texts)
    for task in task_objects(shown):
        assert set(texts.values()) == {f"${name}" for name in task["data"] if name != TASK_KEY}
        results = [
            result
            for part in ("annotations", "predictions")
            for each in task.get(part, ())
            for result in each["result"]
        ]
        assert results
        assert len({result["id"] for result in results}) == len(results)
        for result in results:
            assert result["to_name"] in texts
            if result["type"] == "choices":
                assert set(result["value"]["choices"]) <= options[result["from_name"]]
            else:
                assert result["from_name"] in areas
                assert all(isinstance(text, str) for text in result["value"]["text"])


def test_predictions_are_what_trektrace_knows_and_none_while_blind():
    (task,) = task_objects(True)
    (prediction,) = task["predictions"]
    assert prediction["model_version"] == "TrekTrace"
    suggested = {each["from_name"]: each["value"]["choices"] for each in prediction["result"]}
    assert set(suggested) <= set(SUGGESTED)
    assert suggested
    assert all(values in (["yes"], ["no"]) for values in suggested.values())
    assert all("predictions" not in task for task in task_objects(False))


@SIDES
def test_argillas_settings_fit_its_rules_and_the_records_fit_the_settings(shown):
    settings = build_settings(shown)
    questions = {each["name"]: each["settings"] for each in settings["questions"]}
    fields = {each["name"]: each for each in settings["fields"]}
    names = [*questions, *fields]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name) for name in names)
    assert [each["name"] for each in settings["questions"] if each["required"]]
    required = {name for name, each in fields.items() if each["required"]}
    assert required
    for task in tasks(shown):
        record = make_argilla_record(task)
        assert required <= set(record["fields"]) <= set(fields)
        assert record["responses"]["annotator_name"][0]["value"] == "Ada"
        for name, responses in record["responses"].items():
            offered = {each["value"] for each in questions[name].get("options", ())}
            for response in responses:
                value = response["value"]
                several = questions[name]["type"] == "multi_label_selection"
                assert isinstance(value, list) is several
                assert not offered or set(value if several else [value]) <= offered
        assert set(record["suggestions"]) <= set(questions)
        json.dumps(record)


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"format":"other"}', 3, "[" * 9999])
def test_a_changed_key_is_refused(text):
    with pytest.raises(TrekError, match="task_key is missing or was changed"):
        read_task_key(text)


def test_a_key_reads_back():
    (task,) = tasks(True)
    assert read_task_key(task.key.to_text()) == task.key
