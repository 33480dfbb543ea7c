"""Any figure as bars: groups are rows, parts are panels, sources are colours.

Described once with Altair, then fed with rows. A click on a bar selects its mark by its key.
"""

from functools import cache
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from pages.parts.agreement.plots import name_axis
from pages.parts.charts import ROWS, TEXT, text_axis, to_spec
from pages.parts.figures.words import say_value
from pages.parts.url_choice import BEHIND, choose_elsewhere
from trek_core.figures.domains import NAMED
from trek_core.figures.marks import Figure
from trek_core.figures.sources import SOURCE_TITLES

PICKED = "picked"
MOST_GROUPS = 15
_FAINT = 0.45
_BAR_PX = 11
_WIDE_PX, _PANEL_PX, _NARROW_PX = 520, 132, 96
_NAME_PX, _NARROW_NAME_PX = 300, 96
_NAME_LIMIT = f"windowSize()[0] < 640 ? {_NARROW_NAME_PX} : {_NAME_PX}"
"""On a telephone names leave room for the bars; the table below has them whole."""
_SHORT = "datum.value < 1 ? format(datum.value, '~g') : format(datum.value, '~s')"
"""A number as short as it is clear: 200m would be a fifth to some and millions to others."""
_PLACES = {SOURCE_TITLES["reviewed"]: 1, NAMED: 1, SOURCE_TITLES["incomplete"]: 2}
"""Source -> which of the theme's colours it has, from 0; those of TrekTrace have the first."""


def render_bars(figure: Figure, name: str, heading: str, alt_text: str) -> None:
    """Show a figure's bars; a click opens the cases of the bar.

    `heading` is what its groups are; the axes are named where its parts are too.
    """
    rows = compute_rows(figure)
    shape = (
        rows["group"].nunique(),
        tuple(each for each in figure.parts if each in set(rows["part"])),
        tuple(each for each in figure.sources if each in set(rows["source"])),
        figure.measure,
        (heading, figure.parts_title) if figure.parts_title else (None, None),
    )
    key = _find_key(name)
    st.vega_lite_chart(
        rows, _spec(*shape), key=key, width="content", alt=alt_text,
        on_select=lambda: _take(key), selection_mode=PICKED,
    )  # fmt: skip


def compute_rows(figure: Figure) -> pd.DataFrame:
    """Rows for the chart: the marks that are drawn, of the groups with the most cases."""
    groups = figure.groups[:MOST_GROUPS]
    return pd.DataFrame(
        [
            {
                "key": mark.key,
                "group": mark.group,
                "part": mark.part,
                "source": mark.source,
                "value": mark.value,
                "low": mark.ci[0] if mark.ci else None,
                "high": mark.ci[1] if mark.ci else None,
                "said": say_value(mark, figure),
                "cases": len(mark.case_ids),
                "of": mark.of,
                "firm": mark.is_firm,
            }
            for mark in figure.marks
            if mark.is_drawn and mark.value is not None and mark.group in groups
        ]
    )


def _find_key(name: str) -> str:
    """The chart's key: born anew where its selection is of other cases than the URL's.

    A bar that is still selected could not be clicked again.
    """
    births = f"figure-births-{name}"
    key = f"figure-{name}-{st.session_state.get(births, 0)}"
    picked = _read_picked(key)
    if picked is not None and picked != st.query_params.get(BEHIND):
        st.session_state[births] = st.session_state.get(births, 0) + 1
        key = f"figure-{name}-{st.session_state[births]}"
    return key


def _read_picked(key: str) -> str | None:
    state = st.session_state.get(key)
    points = state["selection"].get(PICKED, []) if state else []
    return str(points[0]["key"]) if points else None


def _take(key: str) -> None:
    choose_elsewhere(BEHIND, _read_picked(key))


@cache
def _spec(
    groups: int,
    parts: tuple[str, ...],
    sources: tuple[str, ...],
    measure: str,
    titles: tuple[str, str] | tuple[None, None],
) -> dict[str, Any]:
    group = alt.Y("group:N", sort=None, title=titles[0], axis=name_axis(alt.expr(_NAME_LIMIT)))
    offset = alt.YOffset("source:N", sort=list(sources))
    tooltip = [
        alt.Tooltip("group:N", title="Row"),
        alt.Tooltip("part:N", title="Column"),
        alt.Tooltip("source:N", title="Source"),
        alt.Tooltip("said:N", title="Value"),
        alt.Tooltip("cases:Q", title="Cases"),
        *([alt.Tooltip("of:Q", title="Of")] if measure == "share" else ()),
    ]
    pick = alt.selection_point(name=PICKED, fields=["key"], toggle=False)
    bars = alt.Chart(ROWS).mark_bar(height=_BAR_PX, cursor="pointer").encode(
        y=group, yOffset=offset, x=_value_axis(measure), tooltip=tooltip,
        color=_source_colour(sources),
        opacity=alt.condition("datum.firm", alt.value(0.85), alt.value(_FAINT)),
    ).add_params(pick)  # fmt: skip
    # A bar says its interval; a screen reader is not told of the line as well.
    lines = alt.Chart(ROWS).transform_filter("isValid(datum.low)").mark_rule(
        color=TEXT, strokeWidth=1.2, aria=False
    ).encode(y=group, yOffset=offset, x="low:Q", x2="high:Q")  # fmt: skip
    layers = [bars, lines] if measure == "share" else [bars]
    height = groups * (len(sources) * (_BAR_PX + 3) + 12)
    panel = alt.layer(*layers).properties(width=_find_width(len(parts)), height=max(height, 60))
    column = alt.Column(
        "part:N", sort=list(parts), title=titles[1],
        header=alt.Header(
            labelPadding=4, labelColor=TEXT, titleColor=TEXT, titleFontSize=11, titlePadding=4
        ),
    )  # fmt: skip
    chart = panel.facet(column=column, spacing=18, data=ROWS)
    # Tokens and money have no scale in common.
    return to_spec(chart.resolve_scale(x="independent") if measure == "number" else chart)


def _value_axis(measure: str) -> alt.X:
    if measure == "share":
        axis = text_axis(format="%", values=[0, 0.5, 1], labelFlush=True)
        return alt.X("value:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=axis)
    return alt.X("value:Q", title=None, axis=text_axis(tickCount=2, labelExpr=_SHORT))


def _source_colour(sources: tuple[str, ...]) -> alt.Color:
    domain, named = name_sources(sources)
    legend = (
        alt.Legend(title=None, orient="top", labelColor=TEXT, labelLimit=260, values=named)
        if named
        else None
    )
    return alt.Color("source:N", scale=alt.Scale(domain=domain), legend=legend)


def name_sources(sources: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What has which colour, and what the legend names.

    A source keeps its colour whatever else is drawn. One alone goes unnamed, as the switch says
    which it is, but for incomplete labels.
    """
    domain = [" ", "  ", "   "]  # equal names would be one, and move the colours after it
    for source in sources:
        domain[_PLACES.get(source, 0)] = source
    is_clear = len(sources) == 1 and sources != (SOURCE_TITLES["incomplete"],)
    return domain, [] if is_clear else list(sources)


def _find_width(parts: int) -> int:
    return _WIDE_PX if parts == 1 else _PANEL_PX if parts <= 5 else _NARROW_PX
