"""What the figures would be if other cases counted: incomplete, undecided, system-independent."""

from collections.abc import Sequence

import streamlit as st

from pages.parts.agreement.case_groups import (
    CaseGroup,
    answers_of_comparison,
    answers_of_pairing,
    render_case_groups,
)
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.kappa_lines import (
    KAPPA_COLUMNS,
    find_kappas,
    make_kappa_line,
    say_methods,
)
from pages.parts.agreement.shown import Shown, name_of
from pages.parts.agreement.summary import find_differing
from pages.parts.agreement.tables import (
    Cell,
    Column,
    Line,
    Table,
    codes_of,
    is_faint,
    render_table,
)
from pages.parts.agreement.words import (
    SENTENCES,
    say_cause,
    say_none_counts,
    say_percent,
    say_percents,
    say_view,
)
from pages.parts.untrusted import render_template
from trek_core.agreement import Comparison
from trek_core.agreement.comparisons.report import WITH_INCOMPLETE
from trek_core.agreement.comparisons.rows import Row, row_of_result

_VIEWS = ("joint", "retrieval", "post")
SHARE_COLUMNS = (
    Column("Label", number=False),
    Column("Before"),
    Column("95 % interval, %"),
    Column("After"),
    Column("95 % interval, %"),
    Column("Change, points"),
)


def render(shown: Shown) -> None:
    """Show the section."""
    st.header("If other cases counted too")
    rows = find_variants(shown)
    if any(row.n for row in rows):
        render_table(make_table(rows, shown))
        offer_rows(rows, "what-if")
    else:
        st.text(f"{say_none_counts(shown.comparison.population.left_out)}.")
    groups = make_groups(rows, shown)
    if shown.is_with_trektrace:
        groups += _render_exclusion(shown)
    render_case_groups(groups, shown)


def find_variants(shown: Shown) -> list[Row]:
    """Kappa in three views: as published, with incomplete attributions, with undecided ones."""
    comparisons = [shown.comparison, *([shown.twin] if shown.twin else [])]
    comparisons.sort(key=lambda each: each.name == WITH_INCOMPLETE)
    undecided = find_kappas(shown.find_rows("undecided", shown.pair_name))
    return [*(row for each in comparisons for row in _rows_of(each)), *undecided]


def make_table(rows: Sequence[Row], shown: Shown) -> Table:
    """Every variant in words."""
    return Table(
        [Column("Counted", number=False), Column("View", number=False), *KAPPA_COLUMNS],
        [
            make_kappa_line(
                row, [_say_variant(row), say_view(str(row.place["view"]))], shown.spoken, _key(row)
            )
            for row in rows
        ],
        [
            *say_methods(rows),
            (
                "With undecided: an unsure judgement counts as far as it decides anything, and a "
                "side left undetermined is an answer of its own."
            ),
        ],
    )


def make_groups(rows: Sequence[Row], shown: Shown) -> list[CaseGroup]:
    """The cases on which the two sides differ, variant by variant."""
    comparisons = {each.name: each for each in (shown.comparison, shown.twin) if each}
    return [
        CaseGroup(
            _key(row),
            f"They differ: {_say_variant(row).lower()}, {say_view(str(row.place['view'])).lower()}",
            row.case_ids["differing"],
            answers_of_pairing(row.pairing)
            if row.pairing
            else answers_of_comparison(comparisons[str(row.place["comparison"])]),
            shown.sides,
        )
        for row in rows
    ]


def make_exclusion_table(rows: Sequence[Row]) -> Table:
    """The share of each label before and after system-independent cases are left out."""
    return Table(SHARE_COLUMNS, [_make_exclusion_line(row) for row in rows])


def _make_exclusion_line(row: Row) -> Line:
    label = str(row.place["view"]).removeprefix("label:")
    before, after = row.details["before"], row.details["after"]
    words = (
        f"{label}: {before['count']:,} of {before['n']:,} cases before, {after['count']:,} of "
        f"{after['n']:,} after."
        if row.value is not None
        else f"{label}: {SENTENCES[row.reason or 'empty_group']}"
    )
    return Line(
        [
            label,
            say_percent(before["value"]),
            say_percents(before["ci"]),
            Cell(say_percent(after["value"]), strong=True),
            say_percents(after["ci"]),
            "–" if row.value is None else f"{100 * row.value:+.1f}",
        ],
        codes_of(row),
        words,
        is_faint(row),
    )


def _render_exclusion(shown: Shown) -> list[CaseGroup]:
    st.header("TrekTrace's labels without system-independent cases")
    rows = shown.find_rows("exclusion")
    first = rows[0]
    removed = first.details["removed"]
    left_out = "; ".join(
        f"{say_cause(cause)}: {count:,}" for cause, count in first.details["excluded"].items()
    )
    render_template(
        "reading.html",
        text=f"Of {first.details['before']['n']:,} failures that {shown.human_side} have judged, "
        f"{removed:,} lie with the reference or the judge; leaving them out moves the shares as "
        "below.",
    )
    if left_out:
        render_template("note.html", text=f"In neither: {left_out}.")
    if first.details["before"]["n"]:
        render_table(make_exclusion_table(rows))
        offer_rows(rows, "exclusion", "Download the label shares (CSV)")
    title = f"Reference or judge at fault, as {name_of(shown.human_side)} find"
    return [CaseGroup("removed", title, first.case_ids["removed"])]


def _rows_of(comparison: Comparison) -> list[Row]:
    place = {"comparison": comparison.name, **comparison.within._asdict(), "undecided": "left_out"}
    differing = find_differing(comparison)
    return find_kappas(
        row_of_result(result, place, {"differing": tuple(differing[result.view])})
        for result in comparison.results
        if result.view in _VIEWS
    )


def _say_variant(row: Row) -> str:
    if row.place["undecided"] == "counted":
        return "With undecided"
    return "With incomplete" if row.place["comparison"] == WITH_INCOMPLETE else "As in Summary"


def _key(row: Row) -> str:
    return f"{_say_variant(row).lower().replace(' ', '-')}-{row.place['view']}"
