"""The charts of the Agreement page, described once with Altair, then fed with rows."""

from functools import cache
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from pages.parts.charts import ROW_PX, ROWS, TEXT, text_axis, to_spec
from trek_core.agreement import SMALL_N
from trek_core.taxonomy import Label

_AXIS_PX = 50
_PANEL_PX = 135
_LESS_FIRM = 0.5
_NAME_PX = 320
_BOTH_ENDS = (
    "length(datum.label) > 50 ? slice(datum.label, 0, 24) + ' … ' + slice(datum.label, -24)"
    " : datum.label"
)
"""Systems of one vendor often differ only at the end of their names."""
_FIRM = alt.condition("datum.firm", alt.value(1), alt.value(_LESS_FIRM))


def render_intervals(rows: pd.DataFrame, alt_text: str, *, key: str = "chart-intervals") -> None:
    """Show one interval a row: `view, value, low, high, firm`; a row without a value says so."""
    st.vega_lite_chart(rows, _interval_spec(len(rows)), key=key, alt=alt_text)


def render_over_time(rows: pd.DataFrame, alt_text: str) -> None:
    """Show kappa after each change: `change, at, n, value, low, high`."""
    st.vega_lite_chart(rows, _time_spec(), key="chart-over-time", alt=alt_text)


def render_prevalence(rows: pd.DataFrame, alt_text: str) -> None:
    """Show shares with intervals: `group, label, share, low, high, cases, of, firm`."""
    spec = _prevalence_spec(rows["group"].nunique())
    st.vega_lite_chart(rows, spec, key="chart-prevalence", width="content", alt=alt_text)


@cache
def _interval_spec(rows: int) -> dict[str, Any]:
    view = alt.Y(
        "view:N",
        sort=None,
        title=None,
        axis=name_axis(domain=False),
    )
    scale = alt.Scale(domainMax=1, nice=False, zero=True)
    known = alt.Chart(ROWS).transform_filter("isValid(datum.value)")
    axis = text_axis(format=".1f", tickCount=5)
    line = known.mark_bar(size=3, cornerRadius=1).encode(
        y=view,
        x=alt.X("low:Q", title="Cohen's kappa, 95 % interval", scale=scale, axis=axis),
        x2="high:Q",
        opacity=_FIRM,
    )
    dot = known.mark_point(filled=True, size=70).encode(
        y=view,
        x="value:Q",
        opacity=_FIRM,
        tooltip=[
            alt.Tooltip("view:N", title="View"),
            alt.Tooltip("value:Q", title="Kappa", format=".3f"),
            alt.Tooltip("low:Q", title="From", format=".2f"),
            alt.Tooltip("high:Q", title="To", format=".2f"),
        ],
    )
    undefined = (
        alt.Chart(ROWS)
        .transform_filter("!isValid(datum.value)")
        .mark_text(align="left", dx=4, color=TEXT)
        .encode(y=view, x=alt.datum(0), text=alt.value("undefined"))
    )
    return to_spec(alt.layer(line, dot, undefined).properties(height=rows * ROW_PX + _AXIS_PX))


@cache
def _time_spec() -> dict[str, Any]:
    change = alt.X(
        "change:Q",
        title="Changes of the table, in the order of the judgements",
        axis=text_axis(tickMinStep=1, grid=False),
        scale=alt.Scale(nice=False, zero=False),
    )
    scale = alt.Scale(domainMax=1, nice=False, zero=True)
    known = alt.Chart(ROWS).transform_filter("isValid(datum.value)")
    band = known.mark_area(opacity=0.18).encode(
        x=change,
        y=alt.Y("low:Q", title="Kappa, joint label set", scale=scale, axis=text_axis(format=".1f")),
        y2="high:Q",
    )
    line = known.mark_line(strokeWidth=2).encode(x=change, y="value:Q")
    dot = known.mark_point(filled=True, size=36).encode(
        x=change,
        y="value:Q",
        opacity=alt.condition(f"datum.n >= {SMALL_N}", alt.value(1), alt.value(_LESS_FIRM)),
        tooltip=[
            alt.Tooltip("change:Q", title="Change"),
            alt.Tooltip("at:N", title="At (UTC)"),
            alt.Tooltip("n:Q", title="Cases"),
            alt.Tooltip("value:Q", title="Kappa", format=".3f"),
            alt.Tooltip("low:Q", title="From", format=".2f"),
            alt.Tooltip("high:Q", title="To", format=".2f"),
        ],
    )
    return to_spec(alt.layer(band, line, dot).properties(height=300))


@cache
def _prevalence_spec(groups: int) -> dict[str, Any]:
    group = alt.Y("group:N", sort=None, title=None, axis=name_axis())
    share = alt.X(
        "share:Q",
        title=None,
        scale=alt.Scale(domain=[0, 1]),
        axis=text_axis(format="%", values=[0, 0.5, 1], labelFlush=True),
    )
    tooltip = [
        alt.Tooltip("group:N", title="Group"),
        alt.Tooltip("label:N", title="Label"),
        alt.Tooltip("cases:Q", title="Cases"),
        alt.Tooltip("of:Q", title="Of"),
        alt.Tooltip("share:Q", title="Share", format=".1%"),
        alt.Tooltip("low:Q", title="From", format=".1%"),
        alt.Tooltip("high:Q", title="To", format=".1%"),
    ]
    bar = alt.Chart(ROWS).mark_bar(height=12).encode(
        y=group, x=share, tooltip=tooltip,
        opacity=alt.condition("datum.firm", alt.value(0.75), alt.value(0.4)),
    )  # fmt: skip
    line = alt.Chart(ROWS).mark_rule(color=TEXT, strokeWidth=1.5).encode(
        y=group, x="low:Q", x2="high:Q", opacity=_FIRM, tooltip=tooltip
    )  # fmt: skip
    label = alt.Column(
        "label:N",
        sort=[str(each) for each in Label],
        title=None,
        header=alt.Header(labelPadding=4, labelColor=TEXT),
    )
    panels = alt.layer(bar, line).properties(width=_PANEL_PX, height=max(groups, 2) * ROW_PX)
    return to_spec(panels.facet(column=label, spacing=14, data=ROWS))


def name_axis(limit: Any = _NAME_PX, **looks: Any) -> alt.Axis:
    """An axis of names, which keeps both ends of a long one."""
    return text_axis(labelLimit=limit, labelExpr=_BOTH_ENDS, **looks)
