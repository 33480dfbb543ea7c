"""Taking an edited workbook or annotations back: choose, see what each would do, then confirm."""

from dataclasses import asdict

import pandas as pd
import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.csv_file import write_csv
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import WorkbookReport
from review_db.workbook_report import Status
from trek_core.counted import count_of
from trek_core.errors import TrekError

_EPOCH = "reviews-epoch"
_WRITTEN = "reviews-written"
_PROBLEM = "reviews-problem"
_REPORT = "reviews-report"

NOTES_SHOWN = 20

_LOOK_AT: tuple[Status, ...] = ("conflict", "refused", "changed", "new", "unchanged")
"""What to look at first."""

_COLUMNS: dict[str, tuple[str, int | None]] = {
    "status": ("What", 80),
    "sheet": ("Sheet", None),
    "row": ("Row", 60),
    "column": ("Column", None),
    "why": ("Why not", 360),
    "case_id": ("Case", None),
    "annotator": ("Annotator", None),
    "round": ("Round", None),
    "stored": ("Before", 220),
    "found": ("In the file", 320),
}
"""Part of a cell's report -> its heading and its width, in order."""

STATUS_WORDS: dict[Status, str] = {
    "new": "New answers",
    "changed": "Changed answers",
    "unchanged": "Cells as they were",
    "conflict": "Conflicts with newer answers, not taken",
    "refused": "Refused",
}


def render_reviews_import() -> None:
    """Show the form, the report on what was chosen, or on what was written last."""
    st.header("Import an edited workbook or annotations")
    epoch = st.session_state.get(_EPOCH, 0)
    uploaded = st.file_uploader(
        "Workbook that was exported here (.xlsx, or the .zip it came in), or the JSON export of "
        "Label Studio or Argilla",
        type=["xlsx", "zip", "json"],
        key=f"reviews-file-{epoch}",
    )
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)
    if uploaded is None:
        if written := st.session_state.get(_WRITTEN):
            _render_report(written)
        return
    try:
        report = _load_report(uploaded.file_id, uploaded.getvalue(), uploaded.name)
    except TrekError as error:
        render_template("problem.html", sentence=str(error))
        return
    _render_report(report)
    st.button(
        f"Write {count_of(report.taken, 'answer')}",
        key="reviews-go",
        type="primary",
        disabled=not report.plans,
        on_click=_write,
        args=(uploaded.getvalue(), uploaded.name, report.token),
    )


def _load_report(file_id: str, content: bytes, name: str) -> WorkbookReport:
    """The report on this file at this state of the database, kept for the next rerun."""
    store = current_store()
    place = (str(store.path), store.stamp(), file_id)
    kept = st.session_state.get(_REPORT)
    if kept is None or kept[0] != place:
        with st.spinner("Reading …"):
            report = store.report_reviews(content, name, by=current_annotator())
        kept = st.session_state[_REPORT] = (place, report)
    found: WorkbookReport = kept[1]
    return found


def _write(content: bytes, name: str, token: str) -> None:
    """Write what was confirmed (a callback)."""
    try:
        report = current_store().import_reviews(content, name, by=current_annotator(), token=token)
    except TrekError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    st.session_state[_WRITTEN] = report
    st.session_state[_EPOCH] = st.session_state.get(_EPOCH, 0) + 1


def _render_report(report: WorkbookReport) -> None:
    st.text(f"{report.file}: " + ("written" if report.written else "nothing is written yet"))
    rows = [(words, report.counts[status]) for status, words in STATUS_WORDS.items()]
    render_template("tally.html", rows=rows)
    if report.cells:
        found = sorted(report.cells, key=lambda cell: _LOOK_AT.index(cell.status))
        cells = pd.DataFrame([asdict(cell) for cell in found]).fillna("").astype(str)
        st.dataframe(
            cells,
            hide_index=True,
            key="reviews-cells",
            lazy=False,
            column_order=list(_COLUMNS),
            column_config={
                name: st.column_config.TextColumn(heading, width=width)
                for name, (heading, width) in _COLUMNS.items()
            },
            alt="Cells that are not as they were exported",
        )
        st.download_button(
            "Download this list (CSV)",
            data=lambda: write_csv(cells),
            file_name="reviews-import.csv",
            mime="text/csv",
            key="reviews-cells-csv",
            icon=":material/download:",
            on_click="ignore",
        )
    elif not report.written:
        st.text("There is nothing to take: every answer in the file is as it was exported.")
    notes = report.notes[:NOTES_SHOWN]
    if len(report.notes) > NOTES_SHOWN:
        notes = [*notes, f"And {len(report.notes) - NOTES_SHOWN:,} more of this kind."]
    if notes:
        st.text("\n".join(notes))
