"""What stands around a record: the request, a batch's wrapping, and fields of a case beside it."""

from dataclasses import dataclass

from trek_core.cases import Case
from trek_core.errors import CaseFormatError
from trek_core.jsonl.flat_fields import FLAT_FIELDS
from trek_core.jsonl.strict_json import describe
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, unpack

_BESIDE_ALWAYS = (
    "case_id", "dataset", "question_id", "question", "effective_year", "reference_answers",
    "gold_answers", "gold_urls", "false_premise", "judge", "verdict",
)  # fmt: skip
"""Fields of a case that no provider's answer has, so that they may stand in it."""
_NO_ANSWER = ("error", "errored", "expired", "canceled")
_BESIDE_WRAPPED = {*Case.model_fields, *FLAT_FIELDS}


@dataclass(frozen=True)
class Envelope:
    """A system's answer, the request it answers, and what somebody wrote of the case beside it."""

    body: Json
    request: Json
    beside: Json


def unwrap(record: Json) -> Envelope:
    """Take an answer out of what it came in; raise `CaseFormatError` for a recorded error.

    Read: `request` and `response`, with or without `body` and status; the batches of OpenAI
    (`custom_id`, `response`) and Anthropic (`custom_id`, `result`); an answer by itself.
    """
    _refuse_error(record)
    wrapped = as_object(record.get("response")) or as_object(record.get("result"))
    if not wrapped:
        beside = {name: record[name] for name in _BESIDE_ALWAYS if record.get(name) is not None}
        return Envelope(record, as_object(record.get("request")), beside)
    _refuse_error(wrapped)
    body = as_object(wrapped.get("body")) or as_object(wrapped.get("message")) or wrapped
    _refuse_error(body)
    request = as_object(record.get("request"))
    request = as_object(request.get("body")) or request
    if not request and (asked := unpack(record.get("input") or record.get("messages"))):
        request = {"input": asked, "messages": asked, "contents": asked}
    beside = {name: record[name] for name in _BESIDE_WRAPPED if record.get(name) is not None}
    if identity := as_text(record.get("custom_id")):
        beside.setdefault("question_id", identity)
    return Envelope(body, request, beside)


def _refuse_error(record: Json) -> None:
    """Refuse a record that holds an error in place of an answer."""
    error = record.get("error") or as_object(record.get("detail")).get("error")
    choices = record.get("choices")
    if isinstance(choices, list) and choices:
        error = error or as_object(choices[0]).get("error")
    code = record.get("status_code")
    failed = record.get("type") in _NO_ANSWER or record.get("status") == "failed"
    if not error and not failed and not (isinstance(code, int) and code >= 400):
        return
    if "question" in record and not failed:
        return  # A case whose own field is called so.
    said = as_object(error)
    said = as_object(said.get("error")) or said
    message = first_text(said, "message", "type", "code") or as_text(error)
    message = message or first_text(record, "type") or f"status {code}"
    raise CaseFormatError("error", f"a recorded error: {describe(message)}", "an answer")
