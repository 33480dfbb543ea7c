"""The charts: described once with Altair, then fed with rows; colours come from the theme.

Text reaches a chart as data for axes and labels only, where nothing is parsed.
"""

from functools import cache
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from trek_core.taxonomy import Label

ROWS = alt.NamedData("rows")
ROW_PX = 26
_PANEL_PX = 150
FAINT = 0.35
TEXT = "currentColor"
"""The page's own text colour: Streamlit's for axes is too pale to read easily."""


def render_label_shares(rows: pd.DataFrame, alt_text: str) -> None:
    """Show the share of cases under each label: `system, label, share, cases, attribution`."""
    spec = _share_spec(rows["system"].nunique())
    st.vega_lite_chart(rows, spec, key="chart-shares", width="content", alt=alt_text)


@cache
def _share_spec(systems: int) -> dict[str, Any]:
    bars = (
        alt.Chart(ROWS)
        .mark_bar(height=12)
        .encode(
            y=alt.Y("system:N", sort=None, title=None, axis=text_axis(labelLimit=220)),
            x=alt.X(
                "share:Q",
                title=None,
                scale=alt.Scale(domain=[0, 1]),
                axis=text_axis(format="%", values=[0, 0.5, 1]),
            ),
            opacity=alt.Opacity(
                "attribution:N",
                scale=alt.Scale(domain=["complete", "incomplete"], range=[1, FAINT]),
                legend=alt.Legend(
                    title="Attribution", orient="bottom", labelColor=TEXT, titleColor=TEXT
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
        .properties(width=_PANEL_PX, height=max(systems, 2) * ROW_PX)
    )
    label = alt.Column(
        "label:N",
        sort=[str(each) for each in Label],
        title=None,
        header=alt.Header(labelPadding=4, labelColor=TEXT),
    )
    return to_spec(bars.facet(column=label, spacing=14))


def text_axis(**looks: Any) -> alt.Axis:
    """An axis in the page's own text colour."""
    return alt.Axis(labelColor=TEXT, titleColor=TEXT, labelOverlap=False, **looks)


def to_spec(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The chart without its data and looks, which Streamlit gives it."""
    spec: dict[str, Any] = chart.to_dict()
    cleaned: dict[str, Any] = _without(spec, {"config", "data", "$schema"})
    return cleaned


def _without(part: Any, names: set[str]) -> Any:
    if isinstance(part, dict):
        return {name: _without(value, names) for name, value in part.items() if name not in names}
    return [_without(each, names) for each in part] if isinstance(part, list) else part
