"""The share of cases under each label, system by system."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from pages.parts import charts
from pages.parts.filters import NOT_RECORDED
from pages.parts.reads import load_case_rows
from review_db.store import CaseFilter, CaseRow
from trek_core.taxonomy import Label

_MOST_SYSTEMS = 12


def render_label_shares(chosen: CaseFilter, visible_to: str | None = None) -> None:
    """Show the chart for the cases chosen; it is read and drawn only where it is opened."""
    box = st.expander("Labels by system", key="label-shares", on_change="rerun")
    if not box.open:
        return
    with box:
        shares = compute_label_shares(load_case_rows(chosen, visible_to))
        if shares.empty:
            st.text("No case among these has labels.")
            return
        systems = shares["system"].unique()
        charts.render_label_shares(
            shares[shares["system"].isin(systems[:_MOST_SYSTEMS])],
            "The share of each system's failures under each label",
        )
        st.text(
            "Of each system's failures, the share under each label. A case may have two labels, "
            "so shares need not add up to 100 %."
        )
        if len(systems) > _MOST_SYSTEMS:
            st.text(f"The {_MOST_SYSTEMS} systems with the most cases are shown.")


def compute_label_shares(rows: Sequence[CaseRow]) -> pd.DataFrame:
    """Shares by system, label and completeness; the systems with the most failures first.

    A case counts under each of its labels; the share is of its system's failures.
    """
    failures = [row for row in rows if row.labels]
    totals = Counter(row.system for row in failures)
    cases = Counter(
        (row.system, label, bool(row.complete))
        for row in failures
        for label in row.labels.split(" + ")
    )
    return pd.DataFrame(
        [
            {
                "system": system or NOT_RECORDED,
                "label": str(label),
                "share": cases[system, str(label), complete] / total,
                "cases": cases[system, str(label), complete],
                "attribution": "complete" if complete else "incomplete",
            }
            for system, total in totals.most_common()
            for label in Label
            for complete in (True, False)
        ]
    )
