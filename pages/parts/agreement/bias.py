"""Whether one side of the comparison gives a label more often than the other."""

import streamlit as st

from pages.parts.agreement.case_groups import render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.flag_tests import make_test_groups, make_test_table
from pages.parts.agreement.prevalence import label_of
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.tables import render_table
from pages.parts.agreement.words import say_none_counts
from pages.parts.untrusted import render_template


def render(shown: Shown) -> None:
    """Show the tests, label by label."""
    rows = shown.find_rows("bias", shown.comparison.name)
    if not shown.comparison.population.n:
        st.text(f"{say_none_counts(shown.comparison.population.left_out)}.")
        return
    first, second = shown.sides
    flags = {
        "both": "Both",
        "first_only": f"{first} only",
        "second_only": f"{second} only",
        "neither": "Neither",
    }
    render_template(
        "reading.html",
        text="Does either side give a label to cases to which the other does not, and more often "
        "than the other way round?",
    )
    render_table(make_test_table(rows, "Label", label_of, flags))
    offer_rows(rows, "bias")
    render_case_groups(make_test_groups(rows, label_of, flags), shown)
