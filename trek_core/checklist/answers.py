"""Whether a value may be an answer at all, and how answers are laid out in a file."""

import re
from typing import Any

from trek_core.checklist.facts import Answers
from trek_core.checklist.fields import ENTRY_PARTS, FIELDS_BY_NAME, Field, Kind
from trek_core.checklist.options import RESPONSE_RULES
from trek_core.errors import AnswerError

LONGEST_TEXT = 100_000
"""Characters an answer's text may have; a whole page pasted by mistake is longer."""

_CALL = re.compile(r"[a-z]+(_[a-z]+)*:[0-9a-f]{64}")
"""A cited call: its probe, and its key."""

REASON_FIELDS = {
    "retrieval": "disagreement_retrieval",
    "post": "disagreement_post",
    "outcome": "disagreement_outcome",
}
"""Part of a `disagreement_reason` in a file -> checklist field."""


def check_answer(name: str, value: Any) -> None:
    """Raise `AnswerError` unless `value` has the shape its field takes; None clears an answer."""
    field = FIELDS_BY_NAME.get(name)
    if field is None:
        raise AnswerError(f"{name}: the checklist has no such field")
    if value is None:
        return
    expected = find_fault(field, value)
    if expected:
        raise AnswerError(f"{name}: found {_shown(value)}, expected {expected}")


def find_fault(field: Field, value: Any) -> str | None:
    """What was expected where `value` cannot answer `field`; None where it can."""
    return _CHECKS[field.kind](field, value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _option_values(field: Field) -> set[str]:
    if field.name == "response_rule":
        return {option.value for options in RESPONSE_RULES.values() for option in options}
    return {option.value for option in field.options}


def _check_option(field: Field, value: Any) -> str | None:
    allowed = _option_values(field)
    ok = isinstance(value, str) and value in allowed
    return None if ok else "one of " + ", ".join(sorted(allowed))


def _check_several(field: Field, value: Any) -> str | None:
    if not isinstance(value, list) or len({str(name) for name in value}) != len(value):
        return "a list of different options"
    return next((problem for name in value if (problem := _check_option(field, name))), None)


def _check_text(field: Field, value: Any) -> str | None:
    ok = isinstance(value, str) and len(value) <= LONGEST_TEXT
    return None if ok else f"text of at most {LONGEST_TEXT:,} characters"


def _check_pages(field: Field, value: Any) -> str | None:
    if not isinstance(value, dict) or not all(isinstance(url, str) for url in value):
        return "an object from URL to mark"
    return next(
        (problem for mark in value.values() if (problem := _check_option(field, mark))), None
    )


def _check_entries(field: Field, value: Any) -> str | None:
    if not isinstance(value, list):
        return "a list of evidence entries"
    for entry in value:
        if not isinstance(entry, dict) or not set(entry) <= set(ENTRY_PARTS):
            return f"entries with {', '.join(ENTRY_PARTS)}"
        if any(_check_text(field, part) for part in entry.values()):
            return f"each part of an entry as text of at most {LONGEST_TEXT:,} characters"
        if not all(str(entry.get(part, "")).strip() for part in ("url", "quote")):
            return "a URL and a quote in every entry"
    return None


def _check_calls(_field: Field, value: Any) -> str | None:
    ok = (
        isinstance(value, list)
        and all(isinstance(call, str) and _CALL.fullmatch(call) for call in value)
        and len(set(value)) == len(value)
    )
    return None if ok else "a list of different calls, each as probe:key"


_CHECKS = {
    Kind.YES_NO: _check_option,
    Kind.CHOICE: _check_option,
    Kind.SEVERAL: _check_several,
    Kind.TEXT: _check_text,
    Kind.PAGES: _check_pages,
    Kind.ENTRIES: _check_entries,
    Kind.CALLS: _check_calls,
}


def split_answers(answers: Answers) -> dict[str, Any]:
    """Lay answers out as a file's judgement block does: answers, reasons, and notes by step.

    Cleared answers (None) are left out.
    """
    rest = {name: value for name, value in answers.items() if value is not None}
    notes = {
        str(field.step): rest.pop(name)
        for name, field in FIELDS_BY_NAME.items()
        if name == f"notes_{field.step}" and name in rest
    }
    reasons = {part: rest.pop(name) for part, name in REASON_FIELDS.items() if name in rest}
    override_reason = rest.pop("override_reason", None)
    return {
        "answers": rest,
        "override_reason": override_reason,
        "disagreement_reason": reasons or None,
        "notes": notes,
    }


def join_answers(block: dict[str, Any]) -> dict[str, Any]:
    """Read a judgement block's answers, reasons and notes back as one set of checklist answers.

    Raises `AnswerError` for a field or value that the checklist does not know.
    """
    answers = dict(block.get("answers") or {})
    for step, text in (block.get("notes") or {}).items():
        answers[f"notes_{step}"] = text
    for part, text in (block.get("disagreement_reason") or {}).items():
        answers[REASON_FIELDS.get(part, f"disagreement_{part}")] = text
    if block.get("override_reason") is not None:
        answers["override_reason"] = block["override_reason"]
    for name, value in answers.items():
        check_answer(name, value)
    return answers
