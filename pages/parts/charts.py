"""The charts: described once with Altair, then fed with rows; colours come from the theme.

Text reaches a chart as data for axes and labels only, where nothing is parsed.
"""

from functools import cache
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from trek_core.taxonomy import Label

_ROWS = alt.NamedData("rows")
_ROW_PX = 26
_CELL_PX = 34
_PANEL_PX = 150
_AXIS_PX = 50
_FAINT = 0.35
_LESS_FIRM = 0.65
_TEXT = "currentColor"
"""The page's own text colour: Streamlit's for axes is too pale to read easily."""
_SHORT_SETS = (
    "indexof(datum.label, ' + ') < 0 ? datum.label : replace(replace(replace(datum.label, "
    "'Pre-retrieval', 'Pre-retr.'), 'Interpretation', 'Interp.'), 'Distraction', 'Distr.')"
)
"""Over the columns of nine sets there is no room for two long names."""


def render_intervals(rows: pd.DataFrame, alt_text: str) -> None:
    """Show one interval a row: `view, value, low, high, firm`; a row without a value says so."""
    st.vega_lite_chart(rows, _interval_spec(len(rows)), key="chart-intervals", alt=alt_text)


def render_confusion(cells: pd.DataFrame, first: str, second: str, alt_text: str) -> None:
    """Show counts as a grid: `row, column, cases, same`; `first` names rows, `second` columns."""
    spec = _confusion_spec(first, second, cells["row"].nunique(), int(cells["cases"].max()))
    st.vega_lite_chart(cells, spec, key="chart-confusion", alt=alt_text)


def render_label_shares(rows: pd.DataFrame, alt_text: str) -> None:
    """Show the share of cases under each label: `system, label, share, cases, attribution`."""
    spec = _share_spec(rows["system"].nunique())
    st.vega_lite_chart(rows, spec, key="chart-shares", width="content", alt=alt_text)


@cache
def _interval_spec(rows: int) -> dict[str, Any]:
    view = alt.Y("view:N", sort=None, title=None, axis=_axis(labelLimit=220, domain=False))
    scale = alt.Scale(domainMax=1, nice=False, zero=True)
    firm = alt.condition("datum.firm", alt.value(1), alt.value(_LESS_FIRM))
    known = alt.Chart(_ROWS).transform_filter("isValid(datum.value)")
    axis = _axis(format=".1f", tickCount=5)
    line = known.mark_bar(size=3, cornerRadius=1).encode(
        y=view,
        x=alt.X("low:Q", title="Cohen's kappa, 95 % interval", scale=scale, axis=axis),
        x2="high:Q",
        opacity=firm,
    )
    dot = known.mark_point(filled=True, size=70).encode(
        y=view,
        x="value:Q",
        opacity=firm,
        tooltip=[
            alt.Tooltip("view:N", title="View"),
            alt.Tooltip("value:Q", title="Kappa", format=".3f"),
            alt.Tooltip("low:Q", title="From", format=".2f"),
            alt.Tooltip("high:Q", title="To", format=".2f"),
        ],
    )
    undefined = (
        alt.Chart(_ROWS)
        .transform_filter("!isValid(datum.value)")
        .mark_text(align="left", dx=4, color=_TEXT)
        .encode(y=view, x=alt.datum(0), text=alt.value("does not exist"))
    )
    return _to_spec(alt.layer(line, dot, undefined).properties(height=rows * _ROW_PX + _AXIS_PX))


@cache
def _confusion_spec(first: str, second: str, size: int, most: int) -> dict[str, Any]:
    row = alt.Y(
        "row:N",
        sort=None,
        title=first,
        axis=_axis(labelLimit=160, labelExpr="split(datum.label, ' + ')"),
    )
    column = alt.X(
        "column:N",
        sort=None,
        title=second,
        axis=_axis(orient="top", labelLimit=160, labelExpr=_SHORT_SETS, labelAngle=-40),
    )
    base = alt.Chart(_ROWS).encode(x=column, y=row)
    # One colour at a strength that leaves the theme's own text readable on every cell.
    strength = alt.Scale(domain=[0, max(most, 1)], range=[0.04, 0.6])
    cell = base.mark_rect(stroke="transparent", strokeWidth=2, cornerRadius=3).encode(
        opacity=alt.Opacity("cases:Q", scale=strength, legend=None),
        tooltip=[
            alt.Tooltip("row:N", title="Row"),
            alt.Tooltip("column:N", title="Column"),
            alt.Tooltip("cases:Q", title="Cases"),
        ],
    )
    agreeing = base.transform_filter("datum.same").mark_rect(
        filled=False, strokeWidth=1.5, cornerRadius=3
    )
    count = base.transform_filter("datum.cases > 0").mark_text(color=_TEXT).encode(text="cases:Q")
    height = alt.Step(_CELL_PX) if size > 1 else 6 * _CELL_PX
    return _to_spec(alt.layer(cell, agreeing, count).properties(height=height))


@cache
def _share_spec(systems: int) -> dict[str, Any]:
    bars = (
        alt.Chart(_ROWS)
        .mark_bar(height=12)
        .encode(
            y=alt.Y("system:N", sort=None, title=None, axis=_axis(labelLimit=220)),
            x=alt.X(
                "share:Q",
                title=None,
                scale=alt.Scale(domain=[0, 1]),
                axis=_axis(format="%", values=[0, 0.5, 1]),
            ),
            opacity=alt.Opacity(
                "attribution:N",
                scale=alt.Scale(domain=["complete", "incomplete"], range=[1, _FAINT]),
                legend=alt.Legend(
                    title="Attribution", orient="bottom", labelColor=_TEXT, titleColor=_TEXT
                ),
            ),
            order="attribution:N",
            tooltip=[
                alt.Tooltip("system:N", title="System"),
                alt.Tooltip("label:N", title="Label"),
                alt.Tooltip("attribution:N", title="Attribution"),
                alt.Tooltip("cases:Q", title="Cases"),
                alt.Tooltip("share:Q", title="Share", format=".0%"),
            ],
        )
        .properties(width=_PANEL_PX, height=max(systems, 2) * _ROW_PX)
    )
    label = alt.Column(
        "label:N",
        sort=[str(each) for each in Label],
        title=None,
        header=alt.Header(labelPadding=4, labelColor=_TEXT),
    )
    return _to_spec(bars.facet(column=label, spacing=14))


def _axis(**looks: Any) -> alt.Axis:
    return alt.Axis(labelColor=_TEXT, titleColor=_TEXT, labelOverlap=False, **looks)


def _to_spec(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The chart without its data and looks, which Streamlit gives it."""
    spec: dict[str, Any] = chart.to_dict()
    cleaned: dict[str, Any] = _without(spec, {"config", "data", "$schema"})
    return cleaned


def _without(part: Any, names: set[str]) -> Any:
    if isinstance(part, dict):
        return {name: _without(value, names) for name, value in part.items() if name not in names}
    return [_without(each, names) for each in part] if isinstance(part, list) else part
