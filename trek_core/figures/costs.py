"""Tokens and cost of answers where files record them (Table 12), and of the probes run here."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from trek_core.figures.cases import FigureCase
from trek_core.figures.marks import NOT_RECORDED, Figure, Mark

ANSWERS, PROBES = "Answers", "Probes run here"
INPUT, OUTPUT, TOKENS, COST = "Input, k tokens", "Output, k tokens", "k tokens", "Cost"
MISSING_ANSWERS = (
    "No case among these records the tokens or the cost of its answer (the fields usage and cost)."
)
MISSING_PROBES = "No probe was run here on any case among these."
_NOTES = {
    ANSWERS: (
        "Sums over the cases that record them; tokens in thousands, costs in the file's currency."
    ),
    PROBES: (
        "Sums over all calls, repeated ones too; calls without a price add tokens but no cost."
    ),
}


class ProbeSpending(NamedTuple):
    """What the calls of one probe to one model used on one case."""

    case_id: str
    probe: str
    model: str
    tokens: int
    cost: float | None


def compute_answer_costs(cases: Sequence[FigureCase]) -> Figure:
    """Tokens and cost of each system's answers."""
    columns: tuple[tuple[str, Callable[[FigureCase], float | None]], ...] = (
        (INPUT, lambda case: _in_thousands(case.input_tokens)),
        (OUTPUT, lambda case: _in_thousands(case.output_tokens)),
        (COST, lambda case: case.cost),
    )
    by_system: dict[str, list[FigureCase]] = {}
    for case in cases:
        by_system.setdefault(case.system or NOT_RECORDED, []).append(case)
    marks = [
        mark
        for system, own in sorted(by_system.items())
        for part, read in columns
        if (mark := _sum(system, part, ANSWERS, ((case.case_id, read(case)) for case in own)))
    ]
    return _make(marks, ANSWERS, MISSING_ANSWERS)


def compute_probe_costs(cases: Iterable[str], spending: Iterable[ProbeSpending]) -> Figure:
    """Tokens and cost of each probe by the model that was asked."""
    chosen = set(cases)
    by_probe: dict[str, list[ProbeSpending]] = {}
    for each in spending:
        if each.case_id in chosen:
            by_probe.setdefault(f"{each.probe} · {each.model}", []).append(each)
    marks = [
        mark
        for name, own in sorted(by_probe.items())
        for part, values in (
            (TOKENS, [(each.case_id, _in_thousands(each.tokens)) for each in own]),
            (COST, [(each.case_id, each.cost) for each in own]),
        )
        if (mark := _sum(name, part, PROBES, values))
    ]
    return _make(marks, PROBES, MISSING_PROBES)


def _make(marks: list[Mark], source: str, missing: str) -> Figure:
    if not marks:
        return Figure(missing=missing)
    return Figure(tuple(marks), measure="number", notes=(_NOTES[source],))


def _sum(
    group: str, part: str, source: str, values: Iterable[tuple[str, float | None]]
) -> Mark | None:
    known = [(case_id, value) for case_id, value in values if value is not None]
    if not known:
        return None
    total = sum(value for _, value in known)
    case_ids = tuple(dict.fromkeys(case_id for case_id, _ in known))
    return Mark(group, part, source, total, case_ids, details={"per_case": total / len(case_ids)})


def _in_thousands(tokens: int | None) -> float | None:
    return None if tokens is None else tokens / 1000
