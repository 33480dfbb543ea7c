"""A question with what came of it, as a case; and whether such a case still lacks its answer."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from trek_core.answering.attempt import Attempt
from trek_core.answering.questions import AskedQuestion
from trek_core.cases import Case
from trek_core.probes.budget import Spending
from trek_core.probes.settling import clean_value
from trek_core.records import Record
from trek_core.sources.nested_json import as_object

ERROR = "error"
"""The field that says in one sentence why there is no answer."""

_OF_THE_SYSTEM = ("search_calls", "search_queries", "retrieved_urls", "opened_urls", "documents",
                  "citations")  # fmt: skip

_NAMES_IT = ("case_id", "question_id", "question", "dataset", "system")
"""What an answer is found again by: never altered, so that a file goes on where it stopped."""


def make_record(
    asked: AskedQuestion,
    attempt: Attempt,
    told: dict[str, Any],
    hide: Callable[[str], str],
    error: str | None = None,
) -> Record:
    """The record of an answer, or of an attempt that ended in an error, every key taken out.

    `told` says how it was asked (prompt, times) and goes under `answering`.
    """
    done = attempt.trajectory.to_fields()
    fields = asked.case.to_json() | {
        name: done[name] for name in _OF_THE_SYSTEM if done.get(name) is not None
    }
    fields |= attempt.tally.to_fields()
    if attempt.prediction is not None:
        fields["prediction"] = attempt.prediction
    if error is not None:
        fields[ERROR] = error
    fields["answering"] = told | ({"rounds": attempt.rounds} if attempt.rounds else {})
    return Record(case=Case.model_validate(clean_value(fields, hide)))


def holds_key(asked: AskedQuestion, hide: Callable[[str], str]) -> bool:
    """Whether a question's ids or its words hold a key, without which it would be another's."""
    named = asked.case.to_json()
    told = [clean_value(named.get(name), str) for name in _NAMES_IT]
    return bool(clean_value(told, hide) != told)


def find_error(case: Case) -> str | None:
    """Why a case has no answer; None where it has one."""
    error = (case.model_extra or {}).get(ERROR)
    return error if isinstance(error, str) and case.prediction is None else None


def find_spent(case: Case) -> Spending:
    """What a case says that its answer used."""
    told = case.model_extra or {}
    calls, cost = as_object(told.get("calls")), told.get("cost")
    counts = [calls.get(part) for part in ("model", "proxy")]
    for name in ("usage", "proxy_usage"):
        usage = as_object(told.get(name))
        counts += [usage.get("input_tokens"), usage.get("output_tokens")]
    whole = [each if isinstance(each, int) else 0 for each in counts]
    return Spending(
        sum(whole[:2]), sum(whole[2:]), float(cost) if isinstance(cost, int | float) else 0.0
    )


def now() -> str:
    """The moment, as records have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
