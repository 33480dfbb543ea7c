"""A comparison of two raters as rows to show; nothing is drawn here."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from trek_core.agreement import (
    REASON_SENTENCES,
    SMALL_N,
    VIEW_TITLES,
    WARNING_SENTENCES,
    AgreementResult,
    Comparison,
    Interval,
    read_kappa,
    read_kappa_interval,
)
from trek_core.agreement.report import WITH_INCOMPLETE
from trek_core.agreement.tables import VIEW_CATEGORIES

MARKS = {
    "small_n": "few cases",
    "rare_label": "rare answer",
    "one_rater_constant": "one side constant",
    "perfect_agreement_se_zero": "all agree",
    "single_category": "one answer only",
    "no_pairs": "no cases",
}
"""A word or two for each thing to mind; the sentences are trek_core's."""

_SENTENCES: dict[str, str] = {
    str(code): sentence
    for sentences in (WARNING_SENTENCES, REASON_SENTENCES)
    for code, sentence in sentences.items()
}
_NO_VALUE = "–"


@dataclass(frozen=True)
class Figure:
    """One large number with what it is and how sure it is."""

    name: str
    value: str
    note: str
    faint: bool = False


@dataclass(frozen=True)
class ViewRow:
    """One view of the table in words."""

    view: str
    kappa: str
    interval: str
    agreement: str
    agreement_interval: str
    n: int
    reason: str | None
    faint: bool
    marks: tuple[str, ...] = field(default=())


def find_kappas(comparison: Comparison) -> dict[str, AgreementResult]:
    """Kappa of each view, headline first."""
    return {
        result.view: result for result in comparison.results if result.statistic == "cohen_kappa"
    }


def compute_headline(comparison: Comparison, other: Comparison | None) -> list[Figure]:
    """The joint kappa, percent agreement and how many cases they rest on.

    `other` is the same comparison with cases of incomplete attribution counted, or left out.
    """
    joint = find_kappas(comparison)["joint"]
    population = comparison.population
    left_out = population.cases - population.n
    share = (
        f"{joint.agreeing:,} of {joint.n:,} cases, 95 % interval {_interval_text(joint.p_o_ci)} %"
    )
    return [
        _kappa_figure("Cohen's kappa, joint label set", joint),
        Figure(
            "Agreement",
            _percent(joint.p_o),
            "nothing to compare yet" if joint.p_o is None else share,
            joint.n < SMALL_N,
        ),
        Figure(
            "Cases counted",
            f"{population.n:,}",
            f"of {population.cases:,}; {left_out:,} left out",
        ),
        *([_other_figure(other)] if other else []),
    ]


def compute_view_rows(comparison: Comparison) -> list[ViewRow]:
    """Every view of the comparison in words."""
    return [_view_row(result) for result in find_kappas(comparison).values()]


def compute_notes(comparison: Comparison) -> list[tuple[str, str]]:
    """What each mark that occurs means."""
    found = {code for result in find_kappas(comparison).values() for code in _codes(result)}
    return [(mark, _SENTENCES[code]) for code, mark in MARKS.items() if code in found]


def compute_methods(comparison: Comparison) -> str:
    """How the intervals were made, in one line."""
    methods = {result.statistic: result.ci_method for result in comparison.results if result.ci}
    if not methods:
        return ""
    kappa = methods.get("cohen_kappa")
    share = methods["percent_agreement"]
    return f"Kappa's interval: {kappa}. " * bool(kappa) + f"Agreement's interval: {share}."


def compute_interval_frame(comparison: Comparison) -> pd.DataFrame:
    """Rows for the interval chart."""
    return pd.DataFrame(
        [
            {
                "view": _title(result.view),
                "value": result.value,
                "low": result.ci[0] if result.ci else None,
                "high": result.ci[1] if result.ci else None,
                "firm": "small_n" not in result.warnings,
            }
            for result in find_kappas(comparison).values()
        ]
    ).astype({"value": float, "low": float, "high": float})


def compute_cells(comparison: Comparison, *, everything: bool) -> pd.DataFrame:
    """Rows for the confusion chart: the label sets that either side used, or all nine."""
    table = comparison.table
    used = table.sum(axis=0) + table.sum(axis=1) > 0
    names = VIEW_CATEGORIES["joint"]
    shown = [position for position in range(len(names)) if everything or used[position]]
    cells = [(r, c, int(table[r, c])) for r in shown for c in shown]
    return pd.DataFrame(
        [
            {"row": names[r], "column": names[c], "cases": cases, "same": r == c}
            for r, c, cases in cells
        ],
        columns=["row", "column", "cases", "same"],
    )


def has_figures(comparison: Comparison) -> bool:
    """Whether there is any case to compare."""
    return bool(np.any(comparison.table))


def _kappa_figure(name: str, joint: AgreementResult, after: str = "") -> Figure:
    if joint.value is None:
        return Figure(name, _NO_VALUE, f"does not exist{after}", faint=True)
    interval = f"95 % interval {read_kappa_interval(joint.ci)}, score{after}"
    return Figure(name, read_kappa(joint.value), interval, joint.n < SMALL_N)


def _other_figure(other: Comparison) -> Figure:
    joint = find_kappas(other)["joint"]
    with_incomplete = other.name == WITH_INCOMPLETE
    name = "Kappa with incomplete attributions" if with_incomplete else "Kappa without incomplete"
    return _kappa_figure(name, joint, f"; n = {joint.n:,}")


def _view_row(result: AgreementResult) -> ViewRow:
    return ViewRow(
        view=_title(result.view),
        kappa=read_kappa(result.value),
        interval=read_kappa_interval(result.ci),
        agreement=_percent(result.p_o),
        agreement_interval=_interval_text(result.p_o_ci),
        n=result.n,
        reason=result.reason,
        faint=result.value is None or "small_n" in result.warnings,
        # Few cases are few in every view: said once, below the table.
        marks=tuple(MARKS[code] for code in MARKS if code in _codes(result) - {"small_n"}),
    )


def _codes(result: AgreementResult) -> set[str]:
    return {*result.warnings, *([result.reason] if result.reason else [])}


def _interval_text(interval: Interval | None) -> str:
    return _NO_VALUE if interval is None else f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"


def _percent(share: float | None) -> str:
    return _NO_VALUE if share is None else f"{100 * share:.1f} %"


def _title(view: str) -> str:
    title = VIEW_TITLES.get(view, view)
    return title[0].upper() + title[1:]
