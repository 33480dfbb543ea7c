"""Post-retrieval against upstream failures, system by system (A.4.2)."""

import streamlit as st

from pages.parts.agreement.case_groups import render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.flag_tests import make_test_groups, make_test_table
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.sources import choose_source, find_rows
from pages.parts.agreement.tables import render_table
from pages.parts.filters import NOT_RECORDED
from pages.parts.untrusted import render_template
from trek_core.agreement.comparisons.rows import Row

FLAGS = {
    "both": "Both",
    "first_only": "Post-retrieval only",
    "second_only": "Upstream only",
    "neither": "Neither",
}


def render(shown: Shown) -> None:
    """Show the tests."""
    rows = find_rows(shown, "stages", choose_source(shown))
    if not rows:
        st.text("No case has labels of this kind yet.")
        return
    render_template(
        "reading.html",
        text="Does a system fail more often after retrieval (Interpretation, Distraction) than "
        "upstream (Pre-retrieval, Retrieval)?",
    )
    render_table(make_test_table(rows, "System", name_system, FLAGS))
    offer_rows(rows, "stages")
    render_case_groups(make_test_groups(rows, name_system, FLAGS), shown)


def name_system(row: Row) -> str:
    """The system a test is of."""
    return str(row.place["system"] or NOT_RECORDED)
