"""A figure in words: cells, sentences for reading aloud, and rows for a file."""

from math import floor, log10
from typing import Any

import pandas as pd

from pages.parts.agreement.words import NO_VALUE, say_percent, say_percents
from trek_core.counted import count_of
from trek_core.figures.marks import Figure, Mark

_DECIMALS = 2


def say_value(mark: Mark, figure: Figure) -> str:
    """The value of a mark; the numbers of a part have the same decimals."""
    if figure.measure == "share":
        return say_percent(mark.value)
    if mark.value is None:
        return NO_VALUE
    return f"{mark.value:,.{find_decimals(figure, mark.part)}f}"


def find_decimals(figure: Figure, part: str) -> int:
    """Two decimals, or as many as the smallest number of a part needs for two digits."""
    values = [abs(mark.value) for mark in figure.marks if mark.part == part and mark.value]
    return max(_DECIMALS, 1 - floor(log10(min(values)))) if values else _DECIMALS


def say_mark(mark: Mark, figure: Figure) -> str:
    """A mark's cell: its value, its cases, its interval."""
    if mark.value is None:
        return NO_VALUE
    interval = f" [{say_percents(mark.ci)}]" if mark.ci else ""
    return f"{say_value(mark, figure)} ({len(mark.case_ids):,}){interval}"


def name_mark(mark: Mark, figure: Figure) -> str:
    """A mark in a list of groups of cases; a source that is the only one goes unsaid."""
    names = [mark.part, mark.group, *([mark.source] if figure.sources[1:] else ())]
    return ": ".join([names[0], ", ".join(names[1:])])


def read_mark(mark: Mark, figure: Figure) -> str:
    """A mark as a sentence."""
    of = f" of {mark.of:,}" if mark.of is not None else ""
    interval = f", 95 % interval {say_percents(mark.ci)} %" if mark.ci else ""
    return (
        f"{name_mark(mark, figure)}: {say_value(mark, figure)}, "
        f"{count_of(len(mark.case_ids), 'case')}{of}{interval}."
    )


def make_table(figure: Figure, heading: str) -> pd.DataFrame:
    """The figure as rows for a file, as precise as it was computed."""
    return pd.DataFrame([_make_row(mark, figure, heading) for mark in figure.marks])


def _make_row(mark: Mark, figure: Figure, heading: str) -> dict[str, Any]:
    low, high = mark.ci or (None, None)
    row = {
        heading: mark.group,
        "part": mark.part,
        "source": mark.source,
        figure.measure: mark.value,
        "cases": len(mark.case_ids),
        "of": mark.of,
        "ci_low": low,
        "ci_high": high,
        **mark.details,
    }
    if figure.beside_title:
        row[figure.beside_title] = figure.beside.get((mark.group, mark.source))
    return row
