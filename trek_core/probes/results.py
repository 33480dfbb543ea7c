"""What the calls of a case add up to: its probes as a record keeps them, from the calls alone."""

from collections.abc import Mapping
from typing import Any

from trek_core.attribution import compute_url_match
from trek_core.cases import Case
from trek_core.probes.calls import ProbeCall
from trek_core.probes.contracts import ProbeName
from trek_core.probes.steps import Step
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.settings import ProbePolicy
from trek_core.urls import matched_gold_urls

Calls = Mapping[ProbeName, ProbeCall]
Parts = dict[str, dict[str, Any]]

PARTS = ("retrieval", "queries", "gold_only", "gold_plus_noise")

TAKEN: dict[ProbeName, dict[str, str]] = {
    "key_evidence": {
        "retrieval.key_evidence": "key_evidence",
        "retrieval.gold_evidence_urls": "gold_evidence_urls",
    },
    "evidence_match": {
        "retrieval.evidence_match": "evidence_match",
        "retrieval.retrieved_key_evidence": "retrieved_key_evidence",
        "retrieval.equivalent_urls": "equivalent_urls",
        "retrieval.reason": "reason",
    },
    "gold_only": {
        "gold_only.rag_answer": "rag_answer",
        "gold_only.page_accessible": "page_accessible",
        "gold_only.used_urls": "used_urls",
        "gold_only.rag_reasoning": "rag_reasoning",
    },
    # One call grades both, and its one reason stands with both.
    "analysis": {
        "queries.query_reasonable": "query_reasonable",
        "queries.reason": "reason",
        "gold_only.correct": "gold_only_correct",
        "gold_only.grade_reason": "reason",
    },
    "gold_plus_noise": {
        "gold_plus_noise.answer": "answer",
        "gold_plus_noise.used_urls": "used_urls",
        "gold_plus_noise.reasoning": "reasoning",
    },
    "noise_grade": {
        "gold_plus_noise.correct": "correct",
        "gold_plus_noise.grade_reason": "reason",
    },
}
"""Where each field of each answer goes in a record."""

REPLACED: dict[ProbeName, tuple[str, ...]] = {
    "gold_only": ("gold_only.correct", "gold_only.grade_reason"),
    "gold_plus_noise": ("gold_plus_noise.correct", "gold_plus_noise.grade_reason"),
}
"""What a new answer makes void beside its own fields: the grade of the answer before it."""


def assemble_probes(record: Record, calls: Calls, policy: ProbePolicy) -> Probes:
    """The recorded probes with those that were asked replaced by what the calls answered.

    A call without an answer leaves its fields unknown, whatever was recorded: it is no verdict.
    The labels that a file claimed rest on other judgements and are dropped with the first call.
    """
    calls = {probe: calls[probe] for probe in TAKEN if probe in calls}
    if not calls:
        return record.probes
    recorded = record.probes.to_json()
    parts: Parts = {name: dict(recorded.get(name) or {}) for name in PARTS}
    for probe, taken in TAKEN.items():
        if call := calls.get(probe):
            for place in (*taken, *REPLACED.get(probe, ())):
                _drop(parts, place)
            if call.answer is not None:
                for place, field in taken.items():
                    _put(parts, place, call.answer[field])
    _add_inputs(parts, calls)
    _add_url_test(parts, record.case, policy)
    _leave_unknown(parts, record.case, calls)
    kept = {name: value for name, value in recorded.items() if name not in PARTS}
    kept.pop("recorded_labels", None)
    provenance = _provenance(kept.get("provenance") or {}, calls, policy)
    filled = {name: part for name, part in parts.items() if part}
    return Probes.model_validate(kept | filled | {"provenance": provenance})


def has_findings(probes: Probes) -> bool:
    """Whether a record holds any probe's answer or any label."""
    recorded = probes.to_json()
    return any(recorded.get(name) for name in (*PARTS, "recorded_labels"))


def with_outcome(probes: Probes, steps: Mapping[ProbeName, Step]) -> Probes:
    """Say of gold-plus-noise that it was not run, where the rule made it unnecessary."""
    if steps["gold_plus_noise"].state != "not_needed":
        return probes
    return Probes.model_validate(probes.to_json() | {"gold_plus_noise": {"ran": False}})


def _add_inputs(parts: Parts, calls: Calls) -> None:
    """Which pages the evaluated model had, and which model it was."""
    for probe in ("gold_only", "gold_plus_noise"):
        if call := calls.get(probe):
            parts[probe]["context_urls"] = list(call.request.urls)
            parts[probe]["model"] = call.request.model
    if "gold_plus_noise" in calls:
        parts["gold_plus_noise"]["ran"] = True


def _add_url_test(parts: Parts, case: Case, policy: ProbePolicy) -> None:
    by_url = compute_url_match(case, Probes(), policy.url_match)
    if by_url is not None and case.retrieved is not None:
        parts["retrieval"]["url_match"] = by_url
        parts["retrieval"]["matched_urls"] = list(matched_gold_urls(case.gold, case.retrieved))


def _leave_unknown(parts: Parts, case: Case, calls: Calls) -> None:
    """Take back what a judge said about nothing: no answer, no queries, no page of its input."""
    if "analysis" in calls:
        if case.queries is None:
            parts["queries"].pop("query_reasonable", None)
        if parts["gold_only"].get("rag_answer") is None:
            parts["gold_only"].pop("correct", None)
    match = calls.get("evidence_match")
    if match and match.answer and match.answer["evidence_match"]:
        named = set(match.answer["equivalent_urls"])
        if not named & set(match.request.urls):
            # A page that was not among the input is never evidence.
            parts["retrieval"].pop("evidence_match", None)


def _provenance(before: dict[str, Any], calls: Calls, policy: ProbePolicy) -> dict[str, Any]:
    """Under which policy, by which models and prompts, what was asked (a hash), and when."""
    made = [calls[probe] for probe in TAKEN if probe in calls]
    models = {call.request.role: call.request.model for call in made}
    prompts = {call.request.probe: call.request.prompt_sha256 for call in made}
    questions = {call.request.probe: call.request.question for call in made}
    return before | {
        "policy": (before.get("policy") or {}) | policy.model_dump(mode="json"),
        "models": (before.get("models") or {}) | models,
        "prompts": (before.get("prompts") or {}) | prompts,
        "questions": (before.get("questions") or {}) | questions,
        "created_at": max(call.answered_at for call in made),
    }


def _drop(parts: Parts, place: str) -> None:
    part, _, field = place.partition(".")
    parts[part].pop(field, None)


def _put(parts: Parts, place: str, value: Any) -> None:
    part, _, field = place.partition(".")
    parts[part][field] = value
