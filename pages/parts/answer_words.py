"""An answer in the words of the form."""

from typing import Any

from trek_core.checklist import FIELDS_BY_NAME, Kind
from trek_core.checklist.options import RESPONSE_RULES

NO_ANSWER = "no answer"
NOT_ASKED = "not asked"


_PROBES = {"gold_only_": "Gold-only", "noise_": "Gold-plus-noise"}


def question_of(field: str) -> str:
    """A field's question; a field of an older checklist by its name."""
    known = FIELDS_BY_NAME.get(field)
    if known is None:
        return field
    probe = next((title for prefix, title in _PROBES.items() if field.startswith(prefix)), None)
    is_condition = probe is not None and not field.endswith("_correct")
    return f"{probe}: {known.question}" if is_condition else known.question


def say_answer(field: str, value: Any) -> str:
    """A value of a field, or of one page of it, as a person would read it."""
    known = FIELDS_BY_NAME.get(field)
    if value in (None, "", [], {}):
        return NO_ANSWER
    if known is None or (isinstance(value, str) and known.kind is Kind.TEXT):
        return str(value)
    if isinstance(value, dict):
        return "; ".join(f"{url}: {_title(field, mark)}" for url, mark in value.items())
    if known.kind is Kind.ENTRIES and isinstance(value, list):
        return "; ".join(f"“{entry.get('quote', '')}” ({entry.get('url', '')})" for entry in value)
    if isinstance(value, list | tuple):
        return ", ".join(_title(field, each) for each in value)
    return _title(field, value)


def _title(field: str, value: Any) -> str:
    options = list(FIELDS_BY_NAME[field].options)
    if field == "response_rule":
        options = [option for rules in RESPONSE_RULES.values() for option in rules]
    return next((option.title for option in options if option.value == value), str(value))
