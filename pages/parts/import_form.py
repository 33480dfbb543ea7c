"""Importing cases: choose files, see what is in them, then take them."""

import json
from pathlib import Path

import pandas as pd
import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.import_columns import choose_columns, write_option
from pages.parts.import_preview import Preview, Source, describe_case, load_preview
from pages.parts.import_question import ask_question
from pages.parts.import_report import REPORTS, render_lines
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.changed_cases import say_changed
from review_db.store import ImportReport
from trek_core.counted import count_of
from trek_core.errors import AccessError, TrekError, say_unreadable
from trek_core.sources import AS_FOUND, ReadAs, say_shapes

CASES_NAMED = 5

_EPOCH = "import-epoch"
_PROBLEM = "import-problem"
_PREVIEWS = "import-previews"
_PREVIEWS_KEPT = 20


def render_import() -> None:
    """Show the form, and a preview of what was chosen."""
    epoch = st.session_state.get(_EPOCH, 0)
    upload, path = st.columns(2, gap="large")
    with upload:
        uploaded = st.file_uploader(
            "TrekTrace cases, or what a system recorded "
            "(.jsonl, .json, .csv, .tsv, .parquet or .eval, also .gz)",
            type=["jsonl", "json", "csv", "tsv", "parquet", "gz", "eval"],
            accept_multiple_files=True,
            key=f"import-files-{epoch}",
        )
    with path:
        st.text_input(
            "Or the path of a file on this machine",
            key=f"import-path-{epoch}",
            placeholder="/data/trektrace/results.jsonl",
        )
        render_template(
            "note.html",
            text="For files over 50 MB. Nothing is written before you press Import.",
        )
    typed = st.session_state[f"import-path-{epoch}"].strip()
    sources = [Source(file.name, file) for file in uploaded]
    sources += [Source(typed, _read_path(typed))] if typed else []
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)
    if sources:
        _render_preview(sources, f"import-{epoch}")


def _read_path(typed: str) -> Path:
    """The path that somebody typed; one that is none is taken as it stands, and does not open."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:  # a home folder of nobody
        return Path(typed)


def _render_preview(sources: list[Source], key: str) -> None:
    try:
        with st.spinner("Reading …"):
            found = [_load_preview(source, AS_FOUND) for source in sources]
        told = [
            ask_question(source, each, choose_columns(source, each, place), place)
            for source, each, place in zip(
                sources, found, (f"{key}-{number}" for number in range(len(sources))), strict=True
            )
        ]
        with st.spinner("Reading …"):
            previews = [
                _load_preview(source, as_told)
                for source, as_told in zip(sources, told, strict=True)
            ]
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL
        name = getattr(error, "filename", None) or ", ".join(source.name for source in sources)
        render_template("problem.html", sentence=say_unreadable(name, error))
        return
    st.header("Preview")
    st.dataframe(
        pd.DataFrame(
            [
                {
                    "File": preview.name,
                    "Cases": preview.taken,
                    "New": preview.changes["new"],
                    "Changed": preview.changes["changed"],
                    "Already here": preview.changes["unchanged"],
                    "Repeated lines": preview.repeated,
                    "Lines that cannot be taken": preview.rejected,
                }
                for preview in previews
            ]
        ),
        hide_index=True,
        key="import-preview",
        alt="What each file holds",
    )
    for preview, as_told in zip(previews, told, strict=True):
        _render_found(preview, as_told)
    taken = sum(preview.taken for preview in previews)
    if changed := sum(preview.changes["changed"] for preview in previews):
        render_template("note.html", text=say_changed(changed, is_done=False))
    if losing := [case_id for preview in previews for case_id in preview.losing]:
        render_template("problem.html", sentence=_warn_of_loss(losing))
    st.button(
        f"Import {count_of(taken, 'case')}",
        key="import-go",
        type="primary",
        disabled=taken == 0,
        on_click=_import,
        args=(sources, told),
    )
    if taken == 0:
        st.text("There is no case to import.")
    _render_first_cases(previews)
    rejections = [each for preview in previews for each in preview.rejections]
    render_lines("Lines that cannot be taken", rejections, "bad-lines")


def _load_preview(source: Source, told: ReadAs) -> Preview:
    """The preview of a file, read once for each way of reading it and state of the database."""
    store = current_store()
    known: dict[object, Preview] = st.session_state.setdefault(_PREVIEWS, {})
    columns = json.dumps(told.columns and dict(told.columns))
    called = (source.name, source.find_version(), columns, told.question, store.stamp())
    if called not in known:
        known[called] = load_preview(source, store, told)
        for old in list(known)[:-_PREVIEWS_KEPT]:
            del known[old]
    return known[called]


def _render_found(preview: Preview, told: ReadAs) -> None:
    """Say what a file was read as, and what its cases lack for TrekTrace to run."""
    for unread in preview.tally.list_unread():
        render_template("problem.html", sentence=f"{preview.name}: {unread}")
    render_template(
        "import_found.html",
        sentence=f"{preview.name}: {say_shapes(preview.tally)}",
        lacks=preview.tally.list_lacks(preview.name, write_option(told)),
        cases=preview.tally.cases,
    )


def _warn_of_loss(losing: list[str]) -> str:
    """Say which complete attributions would be followed by incomplete ones."""
    named = ", ".join(losing[:CASES_NAMED]) + (" …" if len(losing) > CASES_NAMED else "")
    has = "has" if len(losing) == 1 else "have"
    return (
        f"{count_of(len(losing), 'case')} {has} a complete attribution here, and an incomplete one "
        f"in the file: {named}. After the import the incomplete one counts. That is so where a "
        "file carries the cases without their probe results."
    )


def _render_first_cases(previews: list[Preview]) -> None:
    rows = [
        {"File": preview.name, **describe_case(case)}
        for preview in previews
        for case in preview.cases
    ]
    if rows:
        render_template("note.html", text="The first cases, as they would go in:")
        table = pd.DataFrame(rows, dtype=str)
        st.dataframe(
            table if len(previews) > 1 else table.drop(columns="File"),
            hide_index=True,
            key="import-cases",
            alt="The first cases of each file",
        )


def _import(sources: list[Source], told: list[ReadAs]) -> None:
    store = current_store()
    reports: list[ImportReport] = []
    try:
        for source, as_told in zip(sources, told, strict=True):
            report = store.import_file(
                source.rewound(), source.name, as_told, by=current_annotator()
            )
            reports.append(report)  # One by one: what is in before a failure is told.
    except AccessError as error:
        st.session_state[_PROBLEM] = str(error)
    except TrekError as error:
        st.session_state[_PROBLEM] = f"{error} Files listed below are in; import the others again."
    st.session_state[REPORTS] = reports
    st.session_state[_EPOCH] = st.session_state.get(_EPOCH, 0) + 1
