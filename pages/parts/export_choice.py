"""Which kind of file is wanted, of which round and for whom; how many lines it has."""

import streamlit as st

from pages.parts.store import current_store
from review_db import workbook_export
from review_db.export_formats import FORMATS_BY_NAME, ExportFormat
from review_db.store import CaseFilter, WorkbookChoice
from review_db.workbook_export import LinesKind, build_lines

ALL_ROUNDS = ""


def choose_format() -> ExportFormat:
    """The kind of file, and in a few words what is in it."""
    name = st.selectbox(
        "File",
        list(FORMATS_BY_NAME),
        format_func=lambda name: FORMATS_BY_NAME[name].title,
        key="export-format",
        persist_state="session",
    )
    kind = FORMATS_BY_NAME[name]
    st.caption(f"{kind.what[0].upper()}{kind.what[1:]}.")
    return kind


def choose_people(chosen: CaseFilter, kind: ExportFormat) -> WorkbookChoice:
    """The round, and whether only what annotators fill in is wanted, where the kind knows them."""
    if "round" not in kind.takes:
        return WorkbookChoice(chosen)
    rounds = [each.name for each in current_store().list_rounds()]
    name = st.selectbox(
        "Round",
        [ALL_ROUNDS, *rounds],
        format_func=lambda option: "All rounds" if option == ALL_ROUNDS else option,
        help="The file of a blind round that is not over has nothing of TrekTrace's side.",
        key="export-round",
        persist_state="session",
    )
    for_annotators = "for_annotators" in kind.takes and st.checkbox(
        "For annotators: only what they fill in",
        help="With a row for everybody in the round who has not begun.",
        key="export-for-annotators",
        persist_state="session",
    )
    return WorkbookChoice(
        chosen, round=None if name == ALL_ROUNDS else name, with_seats=for_annotators
    )


def count_lines(kind: LinesKind, choice: WorkbookChoice) -> int:
    """How many lines a file of conclusions has, as of now."""
    store = current_store()
    return _count_lines(str(store.path), store.stamp(), kind, choice)


def find_rounds_told(kind: ExportFormat, choice: WorkbookChoice) -> list[str]:
    """The rounds in which questions are judged blind now of which a file has TrekTrace's side."""
    store = current_store()
    return _find_rounds_told(str(store.path), store.stamp(), kind.name, choice)


@st.cache_data(show_spinner=False, max_entries=16)
def _find_rounds_told(path: str, stamp: str, kind: str, choice: WorkbookChoice) -> list[str]:  # noqa: ARG001 - the key
    return workbook_export.find_rounds_told(current_store(), FORMATS_BY_NAME[kind], choice)


@st.cache_data(show_spinner="Counting …", max_entries=16)
def _count_lines(path: str, stamp: str, kind: LinesKind, choice: WorkbookChoice) -> int:  # noqa: ARG001 - the key
    return sum(1 for _ in build_lines(current_store(), kind, choice))
