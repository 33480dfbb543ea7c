"""Two systems, datasets or search backends: the share of each label in both, with tests."""

from collections.abc import Sequence

import streamlit as st

from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.flag_tests import make_test_groups, make_test_table
from pages.parts.agreement.prevalence import label_of
from pages.parts.agreement.readings import say_p
from pages.parts.agreement.systems import FLAGS, say_pair
from pages.parts.agreement.tables import (
    Cell,
    Column,
    Line,
    Table,
    codes_of,
    is_faint,
    render_table,
)
from pages.parts.agreement.words import say_percent, say_percents
from pages.parts.browser import follow_links
from pages.parts.cases_behind import CaseGroup, find_chosen, render_cases_behind
from pages.parts.compare.left_out import (
    IMPORTED,
    LATEST,
    count_left_out,
    say_independence,
    say_left_out,
    say_runs,
)
from pages.parts.figures.case_rows import make_case_rows
from pages.parts.figures.reads import load_figure_cases, load_question_keys
from pages.parts.untrusted import render_template
from pages.parts.url_choice import BEHIND, choose_in_box, choose_segment, href_with
from review_db.store import CaseFilter
from trek_core.agreement import print_p
from trek_core.agreement.comparisons.rows import Row
from trek_core.counted import count_of
from trek_core.figures.cases import FigureCase
from trek_core.figures.runs import COUNTING, group_runs
from trek_core.figures.sources import SOURCE_TITLES, LabelledCases, Source, read_labels
from trek_core.figures.two_groups import (
    BY_TITLES,
    GROUPS,
    By,
    compare_on_questions,
    compare_shares,
    list_groups,
    name_group,
)

_SOURCES: tuple[Source, ...] = ("recorded", "attributed", "reviewed")
MINUS = "\N{MINUS SIGN}"


def render(chosen: CaseFilter) -> None:
    """Show the comparison of the cases found, or say why there is none."""
    cases = load_figure_cases(chosen)
    choices = st.container(horizontal=True, vertical_alignment="bottom")
    with choices:
        found = choose_segment("By", "by", {str(k): v for k, v in BY_TITLES.items()},
                               default="system")  # fmt: skip
        by: By = next((each for each in BY_TITLES if each == found), "system")
        groups = list_groups(cases, by)
        pair = _choose_pair(groups) if groups[1:] else None
        source = _choose_source()
    if pair is None:
        st.text(f"There are no two {BY_TITLES[by].lower()} among these cases.")
        return
    runs = group_runs(
        (case for case in cases if name_group(case, by) in pair), load_question_keys()
    )
    with choices:
        run = _choose_run() if any(each[1:] for each in runs) else LATEST
    counting = [each[COUNTING[run]] for each in runs]
    labels = _read_labels(counting, source).get(source, {})
    rows = compare_shares(counting, labels, by, pair)
    paired = (
        compare_on_questions(counting, labels, load_question_keys(), pair) if by == "system" else []
    )
    follow_links(find_chosen())
    notes = [
        *say_left_out(count_left_out(counting, source)),
        *say_runs(runs, run),
        say_independence(is_paired=bool(paired and paired[0].n)),
    ]
    render_table(make_share_table(rows, pair, notes))
    offer_rows(rows, "compare")
    if by == "system":
        _render_paired(paired, pair)
    case_groups = [*make_share_groups(rows), *make_test_groups(paired, label_of, FLAGS)]
    render_cases_behind(
        case_groups, lambda _, case_ids: make_case_rows(case_ids, chosen), "compare"
    )


def make_share_table(
    rows: Sequence[Row], pair: tuple[str, str], notes: Sequence[str] = ()
) -> Table:
    """A line for each label: its share in both groups, their difference, and the test.

    `notes` are sentences below it, beside that on how its figures are made.
    """
    details = rows[0].details
    first, second = (details[place]["n"] for place in GROUPS)
    tests = count_of(details["family_size"], "test")
    adjusted = f", adjusted by Holm over {tests} ({details['family']})"
    return Table(
        [
            Column("Label", number=False),
            *(Column(name) for name in pair),
            Column("Difference, points"),
            Column("p"),
            Column("p, Holm"),
        ],
        [_make_line(row, pair) for row in rows],
        [
            (
                f"Shares of the cases with labels, {first:,} in the first and {second:,} in the "
                "second, with 95 % Wilson intervals. Exact two-sided Fisher test"
                f"{adjusted if details['family_size'] else ''}."
            ),
            *notes,
        ],
    )


def make_share_groups(rows: Sequence[Row]) -> list[CaseGroup]:
    """The cases behind each share."""
    return [
        CaseGroup(_key(row, place), f"{label_of(row)}: {row.place[place]}", row.case_ids[place])
        for row in rows
        for place in GROUPS
    ]


def _make_line(row: Row, pair: tuple[str, str]) -> Line:
    shares = [row.details[place] for place in GROUPS]
    cells = [
        Cell(
            f"{say_percent(share['value'])} ({share['count']:,}) [{say_percents(share['ci'])}]"
            if share["n"]
            else "–",
            href_with(**{BEHIND: _key(row, place)}) if share["count"] else None,
        )
        for place, share in zip(GROUPS, shares, strict=True)
    ]
    known = row.value is not None
    points = 100 * (shares[1]["value"] - shares[0]["value"]) if known else None
    said = " and ".join(
        f"{share['count']:,} of {share['n']:,} in {name}"
        for share, name in zip(shares, pair, strict=True)
    )
    return Line(
        [
            label_of(row),
            *cells,
            "–" if points is None else f"{points:+.1f}".replace("-", MINUS),
            say_p(row.value),
            Cell(say_p(row.details["p_holm"]), strong=True),
        ],
        codes_of(row),
        f"{label_of(row)}: {said}."
        + (f" p, adjusted: {print_p(row.details['p_holm'])}." if known else ""),
        is_faint(row),
    )


def _key(row: Row, place: str) -> str:
    return f"share-{place}-{label_of(row)}"


def _render_paired(rows: Sequence[Row], pair: tuple[str, str]) -> None:
    st.header("On the same questions")
    if not rows:
        st.text("No question was put to both.")
        return
    render_template("reading.html", text=say_pair(pair, rows[0]))
    if rows[0].n:
        render_table(make_test_table(rows, "Label", label_of, FLAGS))
        offer_rows(rows, "compare-questions", "Download the table of questions (CSV)")


def _choose_pair(groups: Sequence[str]) -> tuple[str, str]:
    options = {name: name for name in groups}
    first = choose_in_box("First", "first", options, default=groups[0], width=300)
    others = {name: name for name in groups if name != first}
    second = choose_in_box("Second", "second", others, default=next(iter(others)), width=300)
    return first, second


def _choose_run() -> str:
    options = {name: f"The one imported {words}" for name, words in IMPORTED.items()}
    return choose_in_box(
        "Of several cases of a question", "run", options, default=LATEST, width=230
    )


def _choose_source() -> Source:
    options = {str(each): SOURCE_TITLES[each] for each in _SOURCES}
    found = choose_in_box("Labels of", "source", options, default="recorded", width=230)
    return next(each for each in _SOURCES if each == found)


def _read_labels(cases: Sequence[FigureCase], source: Source) -> LabelledCases:
    found, _ = read_labels(cases, "reviewed" if source == "reviewed" else "recorded")
    if "attributed" not in found:  # All of TrekTrace's labels are of one kind.
        found["attributed"] = found.get("recorded", found.get("incomplete", {}))
    return found
