"""What a blind reviewer sees of a record: a table of what is shown; all else is withheld.

Denied by default: a field that a later version or another program adds is withheld until it is put
in the table. Two records that differ in nothing shown give the same bytes: a block of which nothing
is shown is left out whole, so not even its presence tells.
"""

from collections.abc import Mapping
from typing import Any, Final

from trek_core.records import Record

EVERYTHING: Final[dict[str, Any]] = {}
"""In the table below: the field is shown as it is, unknown fields inside it included."""

_SEARCH: Final = dict.fromkeys(("kind", "backend", "proxy_model"), EVERYTHING)

SHOWN_OF_CASE: Final[Mapping[str, Any]] = {
    **dict.fromkeys(
        (
            "case_id", "dataset", "question_id", "question", "effective_year",
            "reference_answers", "gold_urls", "false_premise", "prediction",
            "search_queries", "retrieved_urls", "opened_urls", "documents",
        ),
        EVERYTHING,
    ),
    "system": {"model": EVERYTHING, "reasoning_effort": EVERYTHING, "search": _SEARCH},
    "judge": dict.fromkeys(("protocol", "model", "verdict", "raw"), EVERYTHING),
    "search_calls": {"query": EVERYTHING, "urls": EVERYTHING},
}  # fmt: skip

SHOWN_OF_PROBES: Final[Mapping[str, Any]] = {
    "gold_only": dict.fromkeys(("context_urls", "rag_answer", "model"), EVERYTHING),
}

SHOWN_OF_NOISE: Final[Mapping[str, Any]] = {
    "gold_plus_noise": dict.fromkeys(("ran", "context_urls", "answer", "model"), EVERYTHING),
}
"""Shown as well once the person's own gold-only grade is in: that this probe was run at all says
how the judge had graded the other."""

SHOWN_PROBE_CALLS: Final = ("gold_only", "gold_plus_noise")
"""The probes that answer; all others grade."""


def may_see_noise(answers: Mapping[str, Any]) -> bool:
    """Whether a blind reviewer's own answers open the gold-plus-noise probe to them."""
    return answers.get("gold_only_correct") == "yes"


def withhold(record: Record, answers: Mapping[str, Any]) -> Record:
    """The record as its blind reviewer sees it, with these answers of their own so far."""
    shown = {**SHOWN_OF_PROBES, **(SHOWN_OF_NOISE if may_see_noise(answers) else {})}
    case = record.case.model_dump(mode="json", exclude_unset=True)
    probes = record.probes.model_dump(mode="json", exclude_unset=True)
    return Record.model_validate(
        {"case": _keep(case, SHOWN_OF_CASE), "probes": _drop_empty(_keep(probes, shown))}
    )


def _keep(value: Any, shown: Mapping[str, Any]) -> Any:
    if not shown:
        return value
    if isinstance(value, list):
        return [_keep(each, shown) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {name: _keep(value[name], inner) for name, inner in shown.items() if name in value}
    return {name: inner for name, inner in kept.items() if inner != {} or value[name] == {}}


def _drop_empty(blocks: dict[str, Any]) -> dict[str, Any]:
    """Without the blocks of which nothing is left, nulls being nothing."""
    kept = {
        name: {field: value for field, value in (block or {}).items() if value is not None}
        for name, block in blocks.items()
    }
    return {name: block for name, block in kept.items() if block}
