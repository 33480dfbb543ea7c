"""The Agreement sheet: every figure of the report, who was left out, and the confusion matrices."""

from collections.abc import Iterable

from trek_core.agreement import (
    VIEW_CATEGORIES,
    AgreementReport,
    AgreementResult,
    Comparison,
    explain,
)
from trek_core.agreement.comparisons.report import TREKTRACE_VS_HUMAN, WITH_INCOMPLETE
from trek_core.workbook.blocks import Block, BlockSheet
from trek_core.workbook.cells import Value

OF_TREKTRACE = frozenset({TREKTRACE_VS_HUMAN, WITH_INCOMPLETE})

RESULT_HEADER = (
    "comparison", "round", "mode", "statistic", "view", "value", "n", "p_o", "p_o_low", "p_o_high",
    "p_e", "se", "ci_low", "ci_high", "ci_method", "reason", "warnings", "in_words",
)  # fmt: skip
WIDTHS = (30, 18, 18, 20, 22, 14, 14, 14, 14, 14, 14, 14, 14, 14, 36, 18, 26, 60)

Row = tuple[Value, ...]


def build_agreement(report: AgreementReport | None, with_trektrace: bool) -> BlockSheet:
    """The sheet; without TrekTrace's side only the comparisons between people are there."""
    comparisons = [
        comparison
        for comparison in (report.comparisons if report else ())
        if with_trektrace or comparison.name not in OF_TREKTRACE
    ]
    results = tuple(
        _result_row(comparison, result)
        for comparison in comparisons
        for result in comparison.results
    )
    blocks = (
        Block(RESULT_HEADER, results),
        Block(
            ("comparison", "round", "mode", "cases", "left_out_because"),
            tuple(row for comparison in comparisons for row in _population_rows(comparison)),
            "Which cases count",
        ),
        *(_confusion(comparison) for comparison in comparisons if comparison.population.n),
    )
    return BlockSheet("Agreement", WIDTHS, blocks)


def _result_row(comparison: Comparison, result: AgreementResult) -> Row:
    p_o_low, p_o_high = result.p_o_ci or (None, None)
    ci_low, ci_high = result.ci or (None, None)
    return (
        *_place(comparison), result.statistic, result.view, result.value, result.n, result.p_o,
        p_o_low, p_o_high, result.p_e, result.se, ci_low, ci_high, result.ci_method,
        result.reason, result.warnings, explain(result),
    )  # fmt: skip


def _population_rows(comparison: Comparison) -> Iterable[Row]:
    yield (*_place(comparison), comparison.population.n, "counted")
    for cause, count in comparison.population.excluded.items():
        yield (*_place(comparison), count, cause)


def _confusion(comparison: Comparison) -> Block:
    labels = VIEW_CATEGORIES["joint"]
    return Block(
        (f"{comparison.first} ↓  {comparison.second} →", *labels),
        tuple(
            (label, *counts)
            for label, counts in zip(labels, comparison.table.tolist(), strict=True)
        ),
        "Confusion matrix: " + ", ".join(_place(comparison)),
    )


def _place(comparison: Comparison) -> tuple[str, str, str]:
    return (comparison.name, comparison.within.round, comparison.within.mode)
