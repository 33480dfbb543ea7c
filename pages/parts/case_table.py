"""Tables of cases in which ticking a row opens its review."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from unicodedata import east_asian_width

import pandas as pd
import streamlit as st

from pages.parts.filters import NOT_RECORDED
from pages.parts.links import open_page
from pages.parts.untrusted import render_template
from pages.parts.words import OUTCOME_WORDS, STATE_WORDS, VERDICT_WORDS
from review_db.cases import QUESTION_SHOWN
from review_db.store import CaseRow

_ROW_PX = 31
_LINES_PX = 57
"""From more than 4 rem on Streamlit breaks the texts of a row into lines."""
_FEW_ROWS = 8
_HELP = {
    "Labels": "Incomplete: a judgement that they rest on is not recorded. The case says which."
}
_WIDTHS = {
    "Case": (84, 300),
    "Question": (228, 228),
    "System": (110, 300),
    "Labels": (172, 186),
    "Verdict": (76, 104),
    "State": (104, 130),
    "Outcome": (104, 156),
    "You": (72, 112),
    "Dataset": (76, 150),
    "Year": (48, 80),
}
"""Columns in order, the least and most px of each: as wide as its texts between the two. With short
names all of them fit on a narrow screen; with long ones the last are reached by scrolling."""
_CHARACTER_PX, _PADDING_PX = 6.4, 16
_HALF = 0.6
"""Of the width of a text, what each of its two lines needs: they break where they can."""


HOW_TO_OPEN = "Tick a row to review it; from the keyboard, arrow keys and Shift+Space."


@dataclass(frozen=True)
class ExtraColumn:
    """A column that only some lists have; it stands after the question.

    Where a text of it needs more room than its width, the rows of the list have several lines.
    """

    name: str
    width: int
    say: Callable[[CaseRow], str]


def render_cases(rows: Sequence[CaseRow], extra: Sequence[ExtraColumn] = ()) -> None:
    """Show one page of cases; ticking a row opens its review."""
    table = _make_table(rows, extra)
    render_case_table(
        table,
        [row.case_id for row in rows],
        key="cases",
        alt="The cases found, one a row; ticking a row opens its review",
        columns=_make_columns(table, extra),
        row_px=_find_row_px(table, extra),
    )


def choose_cases(rows: Sequence[CaseRow], extra: Sequence[ExtraColumn] = ()) -> list[CaseRow]:
    """Show one page of cases, and return those that are ticked."""
    table = _make_table(rows, extra)
    picked = _render_table(
        table,
        [row.case_id for row in rows],
        key="choose-cases",
        alt="The cases found, one a row; ticking a row chooses it",
        columns=_make_columns(table, extra),
        row_px=_find_row_px(table, extra),
        mode="multi-row",
    )
    return [rows[position] for position in picked if position < len(rows)]


def _make_table(rows: Sequence[CaseRow], extra: Sequence[ExtraColumn]) -> pd.DataFrame:
    cells = [_cells(row) | {each.name: each.say(row) for each in extra} for row in rows]
    names = [name for name in _WIDTHS if name != "You" or any(row.mine for row in rows)]
    place = names.index("Question") + 1
    names[place:place] = [each.name for each in extra]
    return pd.DataFrame(cells, columns=names, dtype=str)


def _make_columns(table: pd.DataFrame, extra: Sequence[ExtraColumn]) -> dict[str, Any]:
    widths = {each.name: each.width for each in extra}
    for name in table.columns.intersection(list(_WIDTHS)):
        least, most = _WIDTHS[name]
        widths[name] = min(max(_find_px(table[name]), least), most)
    # An id is what a case is asked for by, so it is whole: in two lines where it is long.
    widths["Case"] = max(widths["Case"], int(_find_px(table["Case"]) * _HALF))
    return {
        name: st.column_config.TextColumn(width=px, help=_HELP.get(name))
        for name, px in widths.items()
    }


def _find_row_px(table: pd.DataFrame, extra: Sequence[ExtraColumn]) -> int:
    widths = {each.name: each.width for each in extra} | {"Case": _WIDTHS["Case"][1]}
    is_cut = any(_find_px(table[name]) > px for name, px in widths.items())
    return _LINES_PX if is_cut else _ROW_PX


def _find_px(texts: pd.Series) -> int:
    """The width of the longest of some texts."""
    return int(max(map(_count_columns, texts), default=0) * _CHARACTER_PX) + _PADDING_PX


def _count_columns(text: str) -> int:
    """How many letters wide a text is; ideographs are two."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def render_case_links(groups: dict[str, pd.DataFrame], *, key: str) -> None:
    """Show one of several groups of cases; each table has a `case_id` column."""
    if not groups:
        st.text("There are no cases.")
        return
    group = st.selectbox(
        "Cases", list(groups), key=f"{key}-group", label_visibility="collapsed", width=420
    )
    table = groups.get(group or "", next(iter(groups.values())))
    render_linked_cases(table, key=key)


def render_linked_cases(table: pd.DataFrame, *, key: str, **query: str) -> None:
    """Show cases, a row each by `case_id`; one that is ticked is opened with the `query`."""
    render_template("note.html", text=HOW_TO_OPEN)
    render_case_table(
        table.rename(columns={"case_id": "Case"}),
        list(table["case_id"]),
        key=key,
        alt="The cases of this group, one a row; ticking a row opens its review",
        query=query,
    )


def render_case_table(
    table: pd.DataFrame,
    case_ids: Sequence[str],
    *,
    key: str,
    alt: str,
    columns: dict[str, Any] | None = None,
    row_px: int = _ROW_PX,
    query: Mapping[str, str] = {},
) -> None:
    """Show a table in which ticking a row opens its review; `case_ids` names the rows."""
    picked = _render_table(
        table, case_ids, key=key, alt=alt, columns=columns, row_px=row_px, mode="single-row"
    )
    for position in picked[:1]:
        open_page("review", case=case_ids[position], **query)


def _render_table(
    table: pd.DataFrame,
    case_ids: Sequence[str],
    *,
    key: str,
    alt: str,
    columns: dict[str, Any] | None,
    row_px: int,
    mode: Literal["single-row", "multi-row"],
) -> list[int]:
    # The key names the rows: a selection made among other rows can never open one of these.
    rows = hashlib.sha256("\n".join(case_ids).encode()).hexdigest()[:12]
    few = len(table) <= _FEW_ROWS
    # A long table takes what the window leaves it (style.css); a short one what it needs.
    with st.container(key=f"{key}-{'short' if few else 'long'}-table"):
        picked = st.dataframe(
            table,
            hide_index=True,
            column_config=columns,
            height=_ROW_PX + len(table) * row_px + 2 if few else "stretch",
            row_height=row_px,
            key=f"{key}-{rows}",
            on_select="rerun",
            selection_mode=mode,
            lazy=False,
            alt=alt,
        )
    return list(picked["selection"]["rows"])


def _cells(row: CaseRow) -> dict[str, str]:
    labels = "withheld" if row.is_withheld else row.labels or "–"
    return {
        "Case": row.case_id,
        "Question": row.question + "…" * (len(row.question) >= QUESTION_SHOWN),
        "Dataset": row.dataset or NOT_RECORDED,
        "System": row.system or NOT_RECORDED,
        "Year": row.effective_year or "",
        "Verdict": VERDICT_WORDS.get(row.verdict, "no verdict"),
        "Labels": f"{labels} · incomplete" if row.complete is False else labels,
        "State": STATE_WORDS.get(row.state, row.state),
        "You": STATE_WORDS.get(row.mine, row.mine or ""),
        "Outcome": OUTCOME_WORDS.get(row.outcome, row.outcome or ""),
    }
