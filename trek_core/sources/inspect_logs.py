"""Inspect's evaluation logs as JSON: one answer a sample."""

from collections.abc import Iterator

from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import describe
from trek_core.sources.chat_messages import pair_calls
from trek_core.sources.eval_archives import SAMPLE, resolve
from trek_core.sources.messages import find_question, text_of
from trek_core.sources.nested_json import Json, as_list, as_object, as_text, first_text, objects_in
from trek_core.sources.tool_calls import add_tool_call
from trek_core.sources.trajectory import Page, Trajectory
from trek_core.sources.verdict_words import keep_unread

_VERDICTS = {"C": "correct", "I": "incorrect", "N": "not_attempted"}
"""Inspect's own letters; a partial or numeric score is no verdict."""


def detect(record: Json) -> bool:
    """A log with the evaluation and its samples."""
    task = as_object(record.get("eval"))
    return isinstance(record.get("samples"), list) and ("task" in task or "model" in task)


def read(record: Json, _request: Json) -> Iterator[Trajectory | CaseFormatError]:
    """One answer a sample and epoch; what is no sample, or ended in an error, is reported."""
    told = as_object(record.get("eval"))
    if not as_list(record.get("samples")):
        yield CaseFormatError("samples", "a log without samples", SAMPLE)
    for number, item in enumerate(as_list(record.get("samples"))):
        sample = as_object(item)
        if not sample:
            found = "an object without fields" if item == {} else describe(item)
            yield CaseFormatError(f"samples[{number}]", found, SAMPLE)
            continue
        if error := sample.get("error"):
            said = first_text(as_object(error), "message") or as_text(error) or "without a message"
            yield CaseFormatError(
                f"samples[{number}].error", f"a recorded error: {describe(said)}", "an answer"
            )
            continue
        try:
            whole = resolve(sample)
        except CaseFormatError as too_large:
            yield CaseFormatError(f"samples[{number}]", too_large.found, too_large.expected)
        else:
            yield _read_sample(told, whole)


def _read_sample(told: Json, sample: Json) -> Trajectory:
    output = as_object(sample.get("output"))
    choices = objects_in(output.get("choices"))
    answer = as_object(choices[0].get("message")).get("content") if choices else None
    found = Trajectory(
        question=find_question(sample.get("input")),
        prediction=as_text(output.get("completion")) or text_of(answer),
        model=first_text(output, "model") or first_text(told, "model"),
    )
    target = sample.get("target")
    references = [text for text in (target if isinstance(target, list) else [target])
                  if as_text(text)]  # fmt: skip
    run = first_text(told, "run_id", "eval_id", "task_id", "task") or "inspect"
    identity = f"{run}/{sample.get('id')}/{sample.get('epoch', 1)}"
    found.fields = {
        "case_id": as_text(sample.get("uuid")) or identity,
        "question_id": str(sample["id"]) if sample.get("id") is not None else None,
        "dataset": first_text(as_object(told.get("dataset")), "name"),
        "reference_answers": references or None,
    }
    _add_verdict(found, as_object(sample.get("scores")))
    found.fields = {name: value for name, value in found.fields.items() if value is not None}
    _add_messages(found, objects_in(sample.get("messages")))
    return found


def _add_messages(found: Trajectory, messages: list[Json]) -> None:
    """Tool calls in order, each with the message that answers it; searches inside a message."""
    for message, calls in pair_calls(messages):
        content = message.get("content")
        for part in objects_in(content) if isinstance(content, list) else ():
            _add_part(found, part)
        for call in calls:
            add_tool_call(found, call.name, call.given, call.output, call.error)


def _add_part(found: Trajectory, part: Json) -> None:
    if part.get("type") == "tool_use":
        name = first_text(part, "tool_type", "name") or ""
        error = as_text(part.get("error"))
        add_tool_call(found, name, part.get("arguments"), part.get("result"), error)
    cited = [
        Page(url, first_text(each, "title"))
        for each in objects_in(part.get("citations"))
        if (url := as_text(each.get("url")))
    ]
    if cited:
        found.cite(cited)


def _add_verdict(found: Trajectory, scores: Json) -> None:
    """The verdict of the only scorer; of several nobody said which counts."""
    if len(scores) > 1:
        found.told = keep_unread("scores", f"{len(scores)} scorers: {', '.join(scores)}")
    for name, score in scores.items() if len(scores) == 1 else ():
        value = as_object(score).get("value")
        if isinstance(value, str) and value in _VERDICTS:
            raw = as_text(as_object(score).get("explanation")) or value
            found.fields["judge"] = {"verdict": _VERDICTS[value], "raw": raw}
        else:
            found.told = keep_unread(f"scores.{name}", value)
