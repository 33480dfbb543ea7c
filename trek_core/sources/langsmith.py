"""LangSmith runs: a tree in one record, or the runs of a trace one after the other."""

import re
from collections.abc import Iterator

from trek_core.errors import CaseFormatError
from trek_core.sources.messages import body_of, find_answer, find_question
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in
from trek_core.sources.tool_calls import add_tool_call, page_of
from trek_core.sources.trajectory import Page, Trajectory

_FIRST = re.compile(r"\A\w+Z([0-9a-f-]{36})")
"""The first part of `dotted_order`: when the trace began, and its id."""


def detect(record: Json) -> bool:
    """A run, with its kind, inputs and outputs."""
    runs = _listed(record) or [record]
    return all(isinstance(run.get("run_type"), str) and "inputs" in run for run in runs)


def trace_of(run: Json) -> str | None:
    """The trace of a run that has its children elsewhere; None for a tree in one record."""
    if "run_type" not in run or objects_in(run.get("child_runs")):
        return None
    order = _FIRST.match(as_text(run.get("dotted_order")) or "")
    return as_text(run.get("trace_id")) or (order[1] if order else None)


def read(record: Json, _request: Json) -> Iterator[Trajectory | CaseFormatError]:
    """One answer a trace: tools and retrievers in the order they ran.

    A run that has a parent and says neither where it is nor of which trace is part of an answer,
    and none by itself.
    """
    runs = [each for run in _listed(record) or [record] for each in _tree(run)]
    if len(runs) == 1 and as_text(runs[0].get("parent_run_id")):
        yield CaseFormatError(
            "trace_id", "a run apart from the run it is part of", "a trace_id, or the whole tree"
        )
        return
    runs.sort(key=lambda run: str(run.get("dotted_order") or run.get("start_time") or ""))
    known = {as_text(run.get("id")) for run in runs}
    root = next(
        (run for run in runs if as_text(run.get("parent_run_id")) not in known - {None}), runs[0]
    )
    found = Trajectory(
        question=find_question(root.get("inputs")),
        prediction=find_answer(root.get("outputs")),
        search_kind="external",
    )
    for run in runs:
        match run.get("run_type"):
            case "llm":
                found.model = _model(run) or found.model
            case "tool":
                _add_tool(found, run)
            case "retriever":
                query = find_question(run.get("inputs"))
                error = as_text(run.get("error"))
                found.add_search([query] if query else [], _documents(run), error)
    if identity := first_text(root, "trace_id", "id"):
        found.fields["case_id"] = identity
    yield found


def _listed(record: Json) -> list[Json]:
    return objects_in(record.get("spans")) or objects_in(record.get("runs"))


def _tree(run: Json) -> Iterator[Json]:
    yield run
    for child in objects_in(run.get("child_runs")):
        yield from _tree(child)


def _add_tool(found: Trajectory, run: Json) -> None:
    inputs, outputs = as_object(run.get("inputs")), as_object(run.get("outputs"))
    given = inputs.get("input", inputs) if set(inputs) == {"input"} else inputs
    output = outputs.get("output", outputs)
    message = body_of(as_object(output))
    if "content" in message and "tool_call_id" in message:
        output = message.get("artifact") or message["content"]
    error = as_text(run.get("error"))
    add_tool_call(found, as_text(run.get("name")) or "", given, output, error)


def _documents(run: Json) -> list[Page] | None:
    outputs = as_object(run.get("outputs"))
    documents = outputs.get("documents", outputs.get("output"))
    if not isinstance(documents, list):
        return None
    pages = [page for each in objects_in(documents) if (page := page_of(each))]
    # Documents without an address are passages of something else than the web.
    return pages if pages or not documents else None


def _model(run: Json) -> str | None:
    extra = as_object(run.get("extra"))
    metadata, used = as_object(extra.get("metadata")), as_object(extra.get("invocation_params"))
    return first_text(metadata, "ls_model_name") or first_text(used, "model", "model_name")
