"""The Probes sheet: both probes of a case with what went in and came out, once per judgement."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from trek_core.checklist import FIELDS_BY_NAME
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.recorded import Flag, Texts
from trek_core.recorded_probes import GoldOnly, GoldPlusNoise, Probes
from trek_core.workbook.cells import Value
from trek_core.workbook.columns import (
    CASE_COLUMNS,
    JUDGEMENT_COLUMNS,
    MIDDLE,
    NARROW,
    WIDE,
    Column,
    Source,
    Table,
    from_field,
    option_values,
)
from trek_core.workbook.reviewed import NOT_RECORDED, ReviewedCase, ReviewedJudgement
from trek_core.workbook.row_keys import Place


@dataclass(frozen=True)
class Probe:
    """Either probe in one shape; `prefix` is that of its checklist fields."""

    name: str
    prefix: str
    status: str
    context_urls: Texts | None = None
    answer: str | None = None
    used_urls: Texts | None = None
    reasoning: str | None = None
    grade: Flag | None = None
    grade_reason: str | None = None
    model: str | None = None
    page_accessible: Flag | None = None


@dataclass(frozen=True)
class ProbeRow:
    """One probe of one case as one annotator judged it."""

    case: ReviewedCase
    person: ReviewedJudgement | None
    probe: Probe


def compute_probes(probes: Probes, with_trektrace: bool) -> tuple[Probe, ...]:
    """Gold-only, then gold-plus-noise; that the latter ran gives the former's grade away."""
    gold_only = _read_gold_only(probes.gold_only)
    return (gold_only, _read_noise(probes.gold_plus_noise)) if with_trektrace else (gold_only,)


def compute_rows(case: ReviewedCase) -> Iterator[ProbeRow]:
    """One row per probe and judgement."""
    for probe in compute_probes(case.record.probes, case.with_trektrace):
        for person in case.people:
            yield ProbeRow(case, person, probe)


def _read_gold_only(probe: GoldOnly | None) -> Probe:
    if probe is None:
        return Probe("gold_only", "gold_only", NOT_RECORDED)
    was_run = probe.rag_answer is not None or probe.correct is not None
    return Probe(
        "gold_only",
        "gold_only",
        "run" if was_run else NOT_RECORDED,
        probe.context_urls,
        probe.rag_answer,
        probe.used_urls,
        probe.rag_reasoning,
        probe.correct,
        probe.grade_reason,
        probe.model,
        probe.page_accessible,
    )


def _read_noise(probe: GoldPlusNoise | None) -> Probe:
    if probe is None:
        return Probe("gold_plus_noise", "noise", NOT_RECORDED)
    return Probe(
        "gold_plus_noise",
        "noise",
        "run" if probe.was_run else "not run",
        probe.context_urls,
        probe.answer,
        probe.used_urls,
        probe.reasoning,
        probe.correct,
        probe.grade_reason,
        probe.model,
    )


def _of_probe(
    name: str, width: int, read: Callable[[Probe], Value], source: Source = "trektrace"
) -> Column[ProbeRow]:
    return Column(name, width, lambda row: read(row.probe), source)


def _of_field(name: str) -> Column[ProbeRow]:
    """What a person says of this row's probe: the field of that name with the probe's prefix."""
    return Column(
        name,
        NARROW,
        lambda row: row.person.show(f"{row.probe.prefix}_{name}") if row.person else None,
        "people",
        option_values(FIELDS_BY_NAME[f"gold_only_{name}"]),
        lambda row: Place(f"{row.probe.prefix}_{name}"),
    )


def _misleading(row: ProbeRow) -> Value:
    is_noise = row.probe.prefix == "noise"
    return row.person.show("misleading_urls") if row.person and is_noise else None


PROBES = Table(
    "Probes",
    (
        *CASE_COLUMNS,
        Column("question", WIDE, lambda row: row.case.record.case.question),
        _of_probe("probe", MIDDLE, lambda probe: probe.name, "case"),
        _of_probe("status", NARROW, lambda probe: probe.status, "case"),
        _of_probe("context_urls", WIDE, lambda probe: probe.context_urls, "case"),
        _of_probe("answer", WIDE, lambda probe: probe.answer, "case"),
        _of_probe("used_urls", WIDE, lambda probe: probe.used_urls),
        _of_probe("reasoning", WIDE, lambda probe: probe.reasoning),
        _of_probe("grade", NARROW, lambda probe: probe.grade),
        _of_probe("grade_reason", WIDE, lambda probe: probe.grade_reason),
        _of_probe("model", MIDDLE, lambda probe: probe.model, "case"),
        _of_probe("page_accessible", NARROW, lambda probe: probe.page_accessible),
        *JUDGEMENT_COLUMNS,
        *(_of_field(name) for name in PROBE_CONDITIONS),
        _of_field("correct"),
        Column(
            "misleading_urls",
            WIDE,
            _misleading,
            "people",
            place=lambda row: Place("misleading_urls") if row.probe.prefix == "noise" else None,
        ),
        from_field("notes", "notes_5", WIDE),
    ),
    compute_rows,
    lambda row: row.probe.name,
)
