"""What every chart shares: described once with Altair, then fed with rows, in the theme's colours.

Text reaches a chart as data for axes and labels only, where nothing is parsed.
"""

from typing import Any

import altair as alt

ROWS = alt.NamedData("rows")
ROW_PX = 26
TEXT = "currentColor"
"""The page's own text colour: Streamlit's for axes is too pale to read easily."""


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
