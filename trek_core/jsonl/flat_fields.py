"""Flat records: the paper's field names at top level, and where each belongs when nested."""

from typing import Any

from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import describe

FLAT_FIELDS: dict[str, str] = {
    # the case
    "gold_answers": "reference_answers",
    "model": "system.model",
    "reasoning_effort": "system.reasoning_effort",
    "search": "system.search",
    "protocol": "judge.protocol",
    "judge_model": "judge.model",
    "verdict": "judge.verdict",
    # the retrieval test
    "url_match": "retrieval.url_match",
    "matched_urls": "retrieval.matched_urls",
    "key_evidence": "retrieval.key_evidence",
    "gold_key_evidence": "retrieval.key_evidence",
    "gold_evidence_urls": "retrieval.gold_evidence_urls",
    "evidence_match": "retrieval.evidence_match",
    "retrieved_key_evidence": "retrieval.retrieved_key_evidence",
    "equivalent_urls": "retrieval.equivalent_urls",
    "evidence_match_reason": "retrieval.reason",
    "query_reasonable": "queries.query_reasonable",
    "query_reason": "queries.reason",
    # the gold-only probe
    "rag_answer": "gold_only.rag_answer",
    "gold_only_answer": "gold_only.rag_answer",
    "page_accessible": "gold_only.page_accessible",
    "used_urls": "gold_only.used_urls",
    "rag_reasoning": "gold_only.rag_reasoning",
    "gold_only_correct": "gold_only.correct",
    "gold_only_reason": "gold_only.grade_reason",
    # the gold-plus-noise probe
    "noise_was_run": "gold_plus_noise.ran",
    "context_urls": "gold_plus_noise.context_urls",
    "gold_plus_noise_answer": "gold_plus_noise.answer",
    "gold_plus_noise_used_urls": "gold_plus_noise.used_urls",
    "gold_plus_noise_reasoning": "gold_plus_noise.reasoning",
    "gold_plus_noise_correct": "gold_plus_noise.correct",
    "gold_plus_noise_reason": "gold_plus_noise.grade_reason",
}

_TEXT_BLOCKS = {"system": "model"}
"""Blocks that may stand as plain text, and the field the text is read as."""


def nest(line: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Move every flat field of a line to its nested place.

    Returns the nested line and, for each place filled from a flat field, the name it had in the
    file. Null says nothing beside a value; two different values for one place are refused.
    """
    nested = {name: value for name, value in line.items() if name not in FLAT_FIELDS}
    written: dict[str, str] = {}
    for name, place in FLAT_FIELDS.items():
        if name in line and _put(nested, place, line[name], name, written.get(place, place)):
            written[place] = name
    _mark_noise_run(nested, written)
    return nested, written


def _put(line: dict[str, Any], place: str, value: object, name: str, other_name: str) -> bool:
    """Put one flat value in its place; whether it is what now stands there."""
    block_name, dot, field = place.partition(".")
    block = _block(line, block_name) if dot else line
    if block is None:
        return False  # Not an object: the block itself is refused when the line is checked.
    field = field or block_name
    there = block.get(field)
    if there is None:
        block[field] = value
        return True
    if value is not None and not _same(value, there):
        found = f"{describe(value)} here and {describe(there)} in {other_name}"
        raise CaseFormatError(name, found, f"one value in {name} and {other_name}")
    return False


def _block(line: dict[str, Any], name: str) -> dict[str, Any] | None:
    """The object called `name` as a copy that may be filled; None when it is something else."""
    block = line.get(name)
    if isinstance(block, str) and name in _TEXT_BLOCKS:
        block = {_TEXT_BLOCKS[name]: block}
    if block is not None and not isinstance(block, dict):
        return None
    line[name] = copy = dict(block or {})
    return copy


def _same(one: object, other: object) -> bool:
    """Equality that keeps true apart from 1."""
    return type(one) is type(other) and one == other


def _mark_noise_run(line: dict[str, Any], written: dict[str, str]) -> None:
    """A flat answer or grade of the gold-plus-noise probe shows that the probe was run."""
    shown_by = ("gold_plus_noise.answer", "gold_plus_noise.correct")
    block = line.get("gold_plus_noise")
    if not isinstance(block, dict) or block.get("ran") is not None:
        return
    if any(place in written and block[place.partition(".")[2]] is not None for place in shown_by):
        block["ran"] = True
