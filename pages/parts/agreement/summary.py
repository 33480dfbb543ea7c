"""The headline, every view of the label sets, and which cases count."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.agreement import plots
from pages.parts.agreement.case_groups import (
    CaseGroup,
    answers_of_comparison,
    make_left_out_groups,
    render_case_groups,
)
from pages.parts.agreement.copy_row import render_copy_row
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.headline import compute_headline
from pages.parts.agreement.kappa_lines import (
    KAPPA_COLUMNS,
    find_kappas,
    make_kappa_line,
    say_methods,
)
from pages.parts.agreement.other_intervals import OTHER_COLUMNS, compute_others, say_other_methods
from pages.parts.agreement.readings import read_kappa_row
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.tables import Cell, Column, Line, Table, count_link, render_table
from pages.parts.agreement.words import say_cause, say_none_counts, say_view
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_yes, read_yes
from trek_core.agreement import VIEW_CATEGORIES, Comparison
from trek_core.agreement.comparisons.rows import Row, row_of_result
from trek_core.agreement.statistics.tables import VIEW_INDICATORS
from trek_core.taxonomy import LABEL_SETS

_OTHERS = "intervals"
_POSITIONS = {label_set: position for position, label_set in enumerate(LABEL_SETS)}


def render(shown: Shown) -> None:
    """Show the section."""
    render_template("agreement_headline.html", figures=compute_headline(shown))
    rows = make_view_rows(shown)
    if shown.comparison.population.n:
        joint = next(row for row in rows if row.place["view"] == "joint")
        render_template("reading.html", text=read_kappa_row(joint, shown.spoken))
        _render_flips(shown.comparison)
        with_others = read_yes(_OTHERS)
        # Two more intervals leave no room for a chart beside the table.
        table, chart = (st.container(), st.container()) if with_others else _make_columns()
        with table:
            _render_views(shown, rows)
        with chart:
            _render_intervals(rows)
            _render_population(shown)
    else:
        st.text(
            f"{say_none_counts(shown.comparison.population.left_out)}. Below is why, case by case."
        )
        _render_population(shown)
    render_case_groups(make_groups(shown), shown)


def _render_flips(comparison: Comparison) -> None:
    """Say how often people took TrekTrace's labels over once they were shown."""
    if comparison.within.mode != "blind_then_reveal" or comparison.first != "TrekTrace":
        return
    flips = current_store().count_flips(comparison.within.round)
    row = flips.to_row(comparison.within)
    if row.ci is None:
        text = "Nobody who differed from TrekTrace has been shown its labels yet."
    else:
        text = (
            f"Figures rest on what people concluded before TrekTrace's labels were shown. Once "
            f"shown, {flips.flipped} of the {flips.differed} who differed took them over "
            f"({100 * (row.value or 0):.1f} %, 95 % interval "
            f"{100 * row.ci[0]:.1f}–{100 * row.ci[1]:.1f} %, Wilson)."
        )
    render_template("note.html", text=text)


def make_view_rows(shown: Shown) -> list[Row]:
    """Kappa and percent agreement of every view, headline first."""
    comparison = shown.comparison
    place = {"comparison": comparison.name, **comparison.within._asdict()}
    return [row_of_result(result, place) for result in comparison.results]


def make_view_table(shown: Shown, rows: Sequence[Row], *, with_others: bool) -> Table:
    """Every view in words, on request with two more intervals."""
    kappas = find_kappas(rows)
    others = compute_others(shown) if with_others else {}
    return Table(
        [Column("View", number=False), *KAPPA_COLUMNS, *(OTHER_COLUMNS if others else ())],
        [
            make_kappa_line(
                row,
                [say_view(view)],
                shown.spoken,
                differing_key(view),
                others.get(view, ()),
            )
            for row in kappas
            for view in [str(row.place["view"])]
        ],
        [*say_methods(kappas), *(say_other_methods(shown) if others else ())],
    )


def compute_interval_frame(rows: Sequence[Row], names: Sequence[str] | None = None) -> pd.DataFrame:
    """Rows for an interval chart, by view or by other names."""
    return pd.DataFrame(
        [
            {
                "view": names[place] if names else say_view(str(row.place["view"])),
                "value": row.value,
                "low": row.ci[0] if row.ci else None,
                "high": row.ci[1] if row.ci else None,
                "firm": "small_n" not in row.warnings,
            }
            for place, row in enumerate(rows)
        ]
    ).astype({"value": float, "low": float, "high": float})


def make_population_lines(shown: Shown) -> list[Line]:
    """How every case was treated: counted, or left out and why; the counts add up."""
    population = shown.comparison.population
    left_out = [
        Line([f"Left out: {say_cause(cause)}", count_link(len(cases), f"left-out-{cause}")])
        for cause, cases in population.left_out.items()
    ]
    return [
        Line(["Counted", count_link(population.n, "counted")]),
        *left_out,
        Line([Cell("All cases", strong=True), Cell(f"{population.cases:,}", strong=True)]),
    ]


def make_groups(shown: Shown) -> list[CaseGroup]:
    """The cases that count, those on which the two differ view by view, and those left out."""
    population = shown.comparison.population
    answers = answers_of_comparison(shown.comparison)
    agree = [pair.case_id for pair in population.pairs if pair.first == pair.second]
    counted = [pair.case_id for pair in population.pairs]
    return [
        *(
            CaseGroup(differing_key(view), _say_differing(view), case_ids, answers)
            for view, case_ids in find_differing(shown.comparison).items()
        ),
        CaseGroup("agreeing", "They agree", agree, answers),
        CaseGroup("counted", "Counted", counted, answers),
        *make_left_out_groups(population.left_out),
    ]


def find_differing(comparison: Comparison) -> dict[str, list[str]]:
    """The cases on which the two sides differ, in each view."""
    pairs = [pair for pair in comparison.population.pairs if pair.first != pair.second]
    kinds = {view: VIEW_INDICATORS[view].argmax(axis=1) for view in VIEW_CATEGORIES}
    return {
        view: [
            pair.case_id
            for pair in pairs
            if kind[_POSITIONS[pair.first]] != kind[_POSITIONS[pair.second]]
        ]
        for view, kind in kinds.items()
    }


def differing_key(view: str) -> str:
    """The name in the URL of the cases on which the two sides differ in a view."""
    return f"differing-{view}"


def _say_differing(view: str) -> str:
    return "They differ" if view == "joint" else f"They differ: {say_view(view)}"


def _make_columns() -> tuple[DeltaGenerator, DeltaGenerator]:
    table, chart = st.columns([8, 5], gap="large")
    return table, chart


def _render_views(shown: Shown, rows: Sequence[Row]) -> None:
    st.header("By view")
    with_others = choose_yes("Other intervals too: large-sample and bootstrap", _OTHERS)
    render_table(make_view_table(shown, rows, with_others=with_others))
    offer_rows(rows, "views")
    render_copy_row(shown)


def _render_intervals(rows: Sequence[Row]) -> None:
    frame = compute_interval_frame(find_kappas(rows))
    if np.any(frame["value"].notna()):
        st.header("With their intervals")
        plots.render_intervals(
            frame, "Kappa with its 95 % interval for each view; the table has the numbers"
        )


def _render_population(shown: Shown) -> None:
    st.header("Which cases count")
    render_table(
        Table(
            [Column("Each case by the first that holds", number=False), Column("Cases")],
            make_population_lines(shown),
        )
    )
