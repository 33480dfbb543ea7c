"""All annotators together, however many judged each case."""

from collections.abc import Iterable, Sequence

import streamlit as st

from pages.parts.agreement.case_groups import CaseGroup, render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.readings import read_coefficient, read_share
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.tables import (
    Cell,
    Column,
    Line,
    Table,
    codes_of,
    count_link,
    is_faint,
    render_table,
)
from pages.parts.agreement.words import (
    SENTENCES,
    say_cause,
    say_kappa,
    say_percent,
    say_percents,
    say_view,
)
from pages.parts.untrusted import render_template
from trek_core.agreement import JACCARD, MASI, NOMINAL, VIEW_CATEGORIES
from trek_core.agreement.comparisons.raters import ALL_ANNOTATORS
from trek_core.agreement.comparisons.rows import Row

SPLIT_COLUMNS = (
    Column("Split"),
    Column("Share"),
    Column("95 % interval, %"),
    Column("Cases"),
    Column("Fleiss' kappa"),
    Column("Krippendorff's alpha"),
)
SPLIT_NOTES = (
    (
        "Fleiss' kappa takes the cases with the commonest number of judgements, Krippendorff's "
        "alpha every case with two or more."
    ),
)
_DISTANCE_NOTE = (
    "J: of the labels in either set, the part that both have. M: 1 for equal sets, 2/3 where one "
    "holds the other, 1/3 where they overlap, 0 where they share nothing."
)
_DISTANCES = {
    NOMINAL: f"{NOMINAL} (nominal)",
    MASI: f"{MASI} (MASI)",
    JACCARD: f"{JACCARD} (Jaccard)",
}


def render(shown: Shown) -> None:
    """Show the section."""
    rows = shown.find_rows("all_annotators", ALL_ANNOTATORS)
    by_view = group_by_view(rows)
    people = by_view["joint"][0].details["annotators"]
    if len(people) < 2:
        st.text("Only one person has handed in judgements in this round and mode.")
        return
    if not by_view["joint"][0].n:
        st.text("No case has a label set of two people in this round and mode.")
        return
    missing = by_view["joint"][0].details["missing"]
    causes = "; ".join(f"{say_cause(cause)}: {count:,}" for cause, count in missing.items())
    render_template(
        "reading.html",
        text=f"{len(people)} people: {', '.join(people)}."
        + f" Answers that are missing, over all people and cases: {causes}." * bool(causes),
    )
    render_table(make_table(by_view))
    st.header("Label sets that are partly the same")
    render_table(make_distance_table(by_view["joint"]))
    offer_rows(rows, "all-annotators")
    render_case_groups(make_groups(by_view), shown)


def group_by_view(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The figures of each view, the label set first, then its sides, then each label."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(str(row.place["view"]), []).append(row)
    order = list(VIEW_CATEGORIES)
    return dict(sorted(found.items(), key=lambda item: order.index(item[0])))


def make_table(by_view: dict[str, list[Row]]) -> Table:
    """Every view: how often people split, and both coefficients."""
    return Table(
        [Column("View", number=False), *SPLIT_COLUMNS],
        [
            make_split_line(rows, [say_view(view)], f"split-{view}")
            for view, rows in by_view.items()
        ],
        SPLIT_NOTES,
    )


def make_split_line(rows: Sequence[Row], names: Sequence[Cell | str], group: str) -> Line:
    """A line of one question: how often people split, Fleiss' kappa, and alpha."""
    split, fleiss, alpha = rows[:3]
    about = names[-1] if isinstance(names[-1], str) else names[-1].text
    readings = (
        read_share(split, f"{about} Split"),
        read_coefficient(fleiss, "Fleiss' kappa"),
        read_coefficient(alpha, "Krippendorff's alpha"),
    )
    return Line(
        [
            *names,
            count_link(split.details["count"], group),
            say_percent(split.value),
            say_percents(split.ci),
            f"{split.n:,}",
            say_kappa(fleiss.value),
            Cell(say_kappa(alpha.value), strong=alpha.value is not None),
        ],
        tuple(dict.fromkeys(code for row in (split, fleiss, alpha) for code in codes_of(row))),
        " ".join(readings),
        is_faint(alpha),
    )


def make_distance_table(rows: Sequence[Row]) -> Table:
    """Alpha of label sets once more, with distances that give a set partly right its part."""
    found = [row for row in rows[2:] if row.statistic == "krippendorff_alpha"]
    return Table(
        [Column("Distance between two label sets", number=False), Column("Alpha"), Column("Cases")],
        [
            Line(
                [
                    _DISTANCES[row.details["distance"]],
                    Cell(say_kappa(row.value), strong=True),
                    f"{row.n:,}",
                ],
                codes_of(row),
                "" if row.value is not None else SENTENCES[row.reason or "no_pairs"],
                is_faint(row),
            )
            for row in found
        ],
        [_DISTANCE_NOTE],
    )


def make_groups(by_view: dict[str, list[Row]]) -> list[CaseGroup]:
    """The cases on which people split, view by view, and all that were compared."""
    return [
        *(
            CaseGroup(
                f"split-{view}", f"They split: {say_view(view)}", rows[0].case_ids["differing"]
            )
            for view, rows in by_view.items()
        ),
        CaseGroup("compared", "Judged by two or more", by_view["joint"][0].case_ids["compared"]),
    ]
