"""A probe's recorded result and one that was run again, row by row."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pages.parts.probe_entries import Entry
from pages.parts.probe_words import CALL_OUTCOMES, say_cost, say_time
from trek_core.counted import count_of
from trek_core.probes.contracts import ProbeName
from trek_core.recorded_probes import GoldOnly, GoldPlusNoise, Probes, QueryAdequacy, Retrieval

NOTHING = "–"
PAGE_TEXTS = "Page texts"
PROMPT = "Prompt"
INPUTS = ("Model", "Pages given", PAGE_TEXTS, PROMPT)
"""The rows that say what was asked, not what came of it."""


class Row(NamedTuple):
    """One row: text, a list of URLs, a grade (True, False), or None for nothing known."""

    title: str
    recorded: Any
    new: Any


def compute_comparison(
    recorded: Probes, entry: Entry, texts: tuple[str | None, str | None] = (None, None)
) -> list[Row]:
    """What the probe said then and now, then how the call went.

    `texts` says, of then and of now, where the text of each page was from.
    """
    read = _READERS[entry.probe]
    before, now = read(recorded), read(entry.probes)
    call = entry.call
    rows = [Row(title, before[title], now[title]) for title in now]
    rows += [Row(PAGE_TEXTS, *texts), Row(PROMPT, *_prompts(recorded, entry))]
    usage = call.usage
    ended = CALL_OUTCOMES[call.outcome] + (f". {call.problem}" if call.problem else "")
    if entry.grade and entry.grade.outcome != "answered":
        problem = entry.grade.problem or ""
        rows.append(Row("No grade", None, f"{CALL_OUTCOMES[entry.grade.outcome]}. {problem}"))
    return [
        Row("Ended", NOTHING, ended),
        *(row for row in rows if row.recorded is not None or row.new is not None),
        *([Row("Not its pages", NOTHING, list(call.foreign_urls))] if call.foreign_urls else []),
        Row("Asked", NOTHING, say_time(call.asked_at)),
        Row("Took", NOTHING, f"{call.latency_seconds:.1f} s, {count_of(call.attempts, 'attempt')}"),
        Row("Tokens", NOTHING, f"{usage.total_tokens:,}" if usage else "not said"),
        Row("Cost", NOTHING, say_cost(entry.money, entry.unpriced)),
    ]  # fmt: skip


def list_input_differences(rows: Iterable[Row]) -> list[str]:
    """Which parts of the input are others than those recorded, where that is known."""
    return [
        row.title
        for row in rows
        if row.title in INPUTS and row.recorded is not None and row.recorded != row.new
    ]


def _prompts(recorded: Probes, entry: Entry) -> tuple[str | None, str]:
    """The beginnings of the prompts' hashes."""
    before = ((recorded.provenance and recorded.provenance.model_extra) or {}).get("prompts")
    then = before.get(entry.probe) if isinstance(before, dict) else None
    now = entry.call.request.prompt_sha256
    return (f"{then[:8]}…" if isinstance(then, str) else None), f"{now[:8]}…"


def _read_key_evidence(probes: Probes) -> dict[str, Any]:
    found = probes.retrieval or Retrieval()
    return {
        "Key evidence": found.key_evidence,
        "From": _urls(found.gold_evidence_urls),
    }


def _read_match(probes: Probes) -> dict[str, Any]:
    found = probes.retrieval or Retrieval()
    return {
        "Evidence found": found.evidence_match,
        "Passage": found.retrieved_key_evidence,
        "Pages": _urls(found.equivalent_urls),
        "Reason": found.reason,
    }


def _read_queries(probes: Probes) -> dict[str, Any]:
    found = probes.queries or QueryAdequacy()
    return {
        "Queries adequate": found.query_reasonable,
        "Reason": found.reason,
    }


def _read_gold_only(probes: Probes) -> dict[str, Any]:
    found = probes.gold_only or GoldOnly()
    return {
        "Answer": found.rag_answer,
        "Judge's grade": found.correct,
        "Grade's reason": found.grade_reason,
        "Model": found.model,
        "Reasoning": found.rag_reasoning,
        "Pages given": _urls(found.context_urls),
        "Pages used": _urls(found.used_urls),
        "Gold page read": found.page_accessible,
    }


def _read_noise(probes: Probes) -> dict[str, Any]:
    noise = probes.gold_plus_noise
    found = noise if noise and noise.was_run else GoldPlusNoise()
    return {
        "Answer": found.answer,
        "Judge's grade": found.correct,
        "Grade's reason": found.grade_reason,
        "Model": found.model,
        "Reasoning": found.reasoning,
        "Pages given": _urls(found.context_urls),
        "Pages used": _urls(found.used_urls),
    }


def _urls(urls: tuple[str, ...] | None) -> list[str] | None:
    return None if urls is None else list(urls)


_READERS: dict[ProbeName, Callable[[Probes], dict[str, Any]]] = {
    "key_evidence": _read_key_evidence,
    "evidence_match": _read_match,
    "analysis": _read_queries,
    "gold_only": _read_gold_only,
    "gold_plus_noise": _read_noise,
    "noise_grade": _read_noise,
}
