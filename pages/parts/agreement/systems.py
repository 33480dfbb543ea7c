"""Two systems on the same questions: does one get a label more often?"""

from collections.abc import Sequence

import streamlit as st

from pages.parts.agreement.case_groups import render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.flag_tests import make_test_groups, make_test_table
from pages.parts.agreement.prevalence import label_of
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.sources import choose_source, find_rows
from pages.parts.agreement.tables import render_table
from pages.parts.agreement.words import say_cause
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_in_box
from trek_core.agreement.comparisons.rows import Row
from trek_core.counted import count_of

FLAGS = {
    "both": "Both",
    "first_only": "First only",
    "second_only": "Second only",
    "neither": "Neither",
}


def render(shown: Shown) -> None:
    """Show the tests of one pair of systems."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        source = choose_source(shown)
        pairs = group_by_pair(find_rows(shown, "systems", source))
        if pairs:
            chosen = _choose_pair(list(pairs))
    if not pairs:
        st.text("No two systems were asked the same question and failed on it.")
        return
    rows = pairs[chosen]
    render_template("reading.html", text=say_pair(chosen, rows[0]))
    if rows[0].n:
        render_table(make_test_table(rows, "Label", label_of, FLAGS))
    offer_rows([row for found in pairs.values() for row in found], "systems")
    render_case_groups(make_test_groups(rows, label_of, FLAGS), shown)


def group_by_pair(rows: Sequence[Row]) -> dict[tuple[str, str], list[Row]]:
    """The tests of each pair of systems, the pair with the most questions first."""
    pairs: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        pairs.setdefault((row.place["first"], row.place["second"]), []).append(row)
    return dict(sorted(pairs.items(), key=lambda item: -item[1][0].n))


def _choose_pair(pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    names = {"\n".join(pair): f"{pair[0]}  and  {pair[1]}" for pair in pairs}
    name = choose_in_box("Systems", "pair", names, default=next(iter(names)), width=640)
    return pairs[list(names).index(name)]


def say_pair(pair: tuple[str, str], row: Row) -> str:
    """Which systems are compared, on how many questions, and which are left out for what."""
    left_out = [
        f"{say_cause(cause)}: {count:,}"
        for cause, count in row.details["excluded"].items()
        if count
    ]
    return (
        f"First: {pair[0]}. Second: {pair[1]}. {count_of(row.n, 'question')} on which both failed "
        "and both cases have labels; a count opens the first system's cases."
        + f" Left out: {'; '.join(left_out)}."
        * bool(left_out)
    )
