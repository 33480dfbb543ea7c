"""What an import took and what it did not, line by line."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.csv_file import write_csv
from pages.parts.links import page_link
from pages.parts.untrusted import render_template
from review_db.changed_cases import say_changed
from review_db.store import ImportReport
from trek_core.counted import count_of

REPORTS = "import-reports"


def render_import_report() -> None:
    """Show how the last import of this visit went, until it is put away."""
    reports: Sequence[ImportReport] = st.session_state.get(REPORTS, ())
    if not reports:
        return
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.header("Imported", width="stretch")
            st.button("Close", key="import-report-close", type="tertiary", on_click=_close)
        render_template("tally.html", rows=compute_tally(reports))
        if changed := sum(report.changed for report in reports):
            render_template("note.html", text=say_changed(changed, is_done=True))
        for report in reports:
            for unread in report.tally.list_unread():
                render_template("problem.html", sentence=unread)
        rejections = [each for report in reports for each in report.rejections]
        repairs = [each for report in reports for each in report.repairs]
        render_lines("Lines that were not taken", rejections, "rejected-lines")
        render_lines(
            "Characters that no text may hold, replaced by \ufffd", repairs, "mended-fields"
        )
        page_link("cases", "Go to the cases", icon=":material/list_alt:")


def compute_tally(reports: Iterable[ImportReport]) -> list[tuple[str, int]]:
    """The counts of all files together."""
    names = {
        "added": "New cases",
        "changed": "Changed cases, kept as a new version",
        "unchanged": "Cases already here",
        "judgements_added": "Judgements",
        "rejected": "Lines not taken",
        "repaired": "Lines with mended characters",
    }
    totals = {name: sum(getattr(report, name) for report in reports) for name in names}
    return [(title, totals[name]) for name, title in names.items()]


def render_lines(title: str, lines: Sequence[Any], name: str) -> None:
    """Show what there is to say about single lines, and offer it as a file; nothing for none."""
    if not lines:
        return
    st.text(f"{title}: {count_of(len(lines), 'entry', 'entries')}")
    table = pd.DataFrame([asdict(line) for line in lines])
    table = table.fillna("").astype(str)
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            each: each.replace("case_id", "case").capitalize() for each in map(str, table)
        },
        key=f"import-{name}",
        lazy=False,
        alt=title,
    )
    st.download_button(
        "Download this list (CSV)",
        data=lambda: write_csv(table),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"import-{name}-csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _close() -> None:
    st.session_state.pop(REPORTS, None)
