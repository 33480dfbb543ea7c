"""How kappa moved while judgements came in."""

import pandas as pd
import streamlit as st

from pages.parts.agreement import plots
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.tables import Column, Line, Table, render_table
from pages.parts.agreement.words import NO_VALUE, say_interval, say_kappa
from pages.parts.csv_file import offer_csv
from pages.parts.reads import load_over_time
from pages.parts.untrusted import render_template
from trek_core.agreement import SMALL_N
from trek_core.agreement.comparisons.over_time import KappaOverTime, Point
from trek_core.counted import count_of

_LAST = 10
COLUMNS = (
    Column("Handed in (UTC)", number=False),
    Column("Cases"),
    Column("Kappa"),
    Column("95 % interval"),
)
_DESCRIPTIVE = (
    "Descriptive while open: cases still wait for a judgement, a discussion or a decision. Who "
    "reads the figure again and again meets a false surprise in about one round of five."
)
_CLOSED = "Every case has been decided: the last figure is the one to report."


def render(shown: Shown) -> None:
    """Show the section."""
    if not shown.is_with_trektrace:
        st.text("Kappa over time is kept for TrekTrace and people, not for two people.")
        return
    found = load_over_time(shown.within, shown.report.material.annotator)
    render_template("reading.html", text=_DESCRIPTIVE if found.is_open else _CLOSED)
    if not found.points:
        st.text("No judgement has decided a case that TrekTrace decides too.")
        return
    frame = make_frame(found)
    if frame["value"].notna().any():
        plots.render_over_time(
            frame, "Joint kappa after each judgement that changed the table, with its interval"
        )
    render_template("note.html", text=describe(found))
    st.header(f"The last {min(_LAST, len(found.points))}")
    render_table(Table(COLUMNS, [_make_line(point) for point in found.points[: -_LAST - 1 : -1]]))
    offer_csv(
        "Download this table (CSV)",
        "agreement-over-time",
        lambda: make_frame(found),
        key="agreement-csv-over-time",
    )


def make_frame(found: KappaOverTime) -> pd.DataFrame:
    """One row a point; `change` counts from 1, thinned where there are very many."""
    last = max(len(found.points) - 1, 1)
    return pd.DataFrame(
        [
            {
                "change": 1 + round(place * (found.changes - 1) / last),
                "at": point.submitted_at or "not dated",
                "n": point.n,
                "value": point.value,
                "low": point.ci[0] if point.ci else None,
                "high": point.ci[1] if point.ci else None,
            }
            for place, point in enumerate(found.points)
        ]
    ).astype({"value": float, "low": float, "high": float})


def describe(found: KappaOverTime) -> str:
    """How many changes there were, and what is not in the sequence."""
    parts = [
        (
            f"{count_of(found.changes, 'judgement')} changed the table. Points of fewer than "
            f"{SMALL_N} cases are pale. A case leaves again when a second judgement disputes it."
        )
    ]
    if found.undated:
        parts.append(f"{count_of(found.undated, 'judgement')} without a date come first.")
    return " ".join(parts)


def _make_line(point: Point) -> Line:
    return Line(
        [
            (point.submitted_at or NO_VALUE).replace("T", " ").removesuffix("Z"),
            f"{point.n:,}",
            say_kappa(point.value),
            say_interval(point.ci),
        ],
        [point.reason] if point.reason else [],
        faint=point.n < SMALL_N,
    )
