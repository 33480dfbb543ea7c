"""Export: take the cases and what people concluded somewhere else."""

import streamlit as st

from pages.parts.export_choice import choose_format, choose_people, count_lines, find_rounds_told
from pages.parts.export_files import build_file, file_name
from pages.parts.filters import (
    FILTERS,
    clear_filters,
    filter_query,
    is_filtered,
    read_filter,
    render_filter,
    render_named,
)
from pages.parts.links import page_link
from pages.parts.reads import load_counts
from pages.parts.reviews_import_form import render_reviews_import
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.export_formats import ExportFormat
from review_db.store import CaseFilter, WorkbookChoice
from review_db.workbook_export import say_told

SHEETS = (
    ("Checklist", "a row for each case and annotator: the answers, outcome, labels and reasons"),
    ("Retrieval audit", "queries, pages and claims, with room to check each"),
    ("Probes", "what went into each probe, what came out, how it was graded"),
    ("Taxonomy", "the five labels and the outcomes, with what they mean"),
    ("Decisions", "what each case comes to, and corrections of references"),
    ("Agreement", "every figure of the Agreement page"),
    ("Judgements", "every revision of every judgement"),
    ("Manifest", "where this file comes from, its counts, and how many cells had to be shortened"),
)

FOR_LEADS = ("Decisions", "Agreement", "Judgements")


def render() -> None:
    """Show the page."""
    st.title("Export")
    chosen = read_filter()
    states = load_counts(chosen)["state"]
    if sum(states.values()) == 0 and not is_filtered(chosen):
        _render_no_cases()
        return
    form, contents = st.columns([3, 2], gap="large")
    with form:
        kind = choose_format()
        _render_selection(chosen)
        choice = choose_people(chosen, kind)
        cases, judgements = current_store().count_workbook_rows(choice)
        rows = [("Cases", cases), ("Judgements, including drafts", judgements)]
        if choice.round is None:
            rows.insert(1, ("of them without a judgement", states.get("not_started", 0)))
        if kind.lines is not None:
            rows = [("Lines in the file", count_lines(kind.lines, choice))]
        render_template("tally.html", rows=rows)
        _render_warning(find_rounds_told(kind, choice))
        with_pages = "pages" in kind.takes and _choose_pages()
        _render_download(kind, choice, with_pages=with_pages, empty=cases == 0)
    with contents:
        sheets = [each for each in SHEETS if not (choice.with_seats and each[0] in FOR_LEADS)]
        render_template("export_contents.html", kind=kind.name, sheets=sheets)
    st.divider()
    render_reviews_import()


def _render_selection(chosen: CaseFilter) -> None:
    shown = [each for each in FILTERS if each.name in ("dataset", "system", "state")]
    for column, each in zip(st.columns(len(shown)), shown, strict=True):
        with column:
            render_filter(each, chosen)
    # Filters that came with a link from Cases stay in force, so they are named here.
    others = [name for name in filter_query(chosen) if name not in {each.name for each in shown}]
    if others:
        render_named(chosen, others)
    if is_filtered(chosen):
        st.button("Export everything", key="export-clear", type="tertiary", on_click=clear_filters)


def _render_warning(rounds: list[str]) -> None:
    if rounds:
        render_template("problem.html", sentence=say_told(rounds))


def _choose_pages() -> bool:
    return st.checkbox(
        "With the text of pages fetched or pasted here",
        key="export-pages",
        help="A case imported again with them counts as changed.",
        persist_state="session",
    )


def _render_download(
    kind: ExportFormat, choice: WorkbookChoice, *, with_pages: bool, empty: bool
) -> None:
    store = current_store()
    filters = filter_query(choice.filter or CaseFilter())
    st.download_button(
        "Download",
        data=lambda: build_file(store, kind, choice, filters, with_pages=with_pages),
        file_name=file_name(kind, store.is_sample),
        mime=kind.mime,
        key="export-download",
        type="primary",
        icon=":material/download:",
        on_click="ignore",
        disabled=empty,
    )


def _render_no_cases() -> None:
    render_template(
        "empty.html",
        title="There is nothing to export yet",
        lines=["Import a TrekTrace file on the Start page first."],
    )
    page_link("start", "Import cases", icon=":material/upload_file:")
