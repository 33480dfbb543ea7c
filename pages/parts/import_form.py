"""Importing cases: choose files, see what is in them, then take them."""

from pathlib import Path

import pandas as pd
import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.import_preview import Preview, Source, load_preview
from pages.parts.import_report import REPORTS, render_lines
from pages.parts.refusal import render_refusal
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.words import count_of
from review_db.store import ImportReport
from trek_core.errors import AccessError, TrekError, say_unreadable
from trek_core.sources import TREKTRACE, say_shapes

CASES_NAMED = 5

_EPOCH = "import-epoch"
_PROBLEM = "import-problem"


def render_import() -> None:
    """Show the form, and a preview of what was chosen."""
    epoch = st.session_state.get(_EPOCH, 0)
    upload, path = st.columns(2, gap="large")
    with upload:
        uploaded = st.file_uploader(
            "TrekTrace cases, or what a system recorded (.jsonl, .json or .csv, also .gz)",
            type=["jsonl", "json", "csv", "tsv", "gz"],
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
        _render_preview(sources)


def _read_path(typed: str) -> Path:
    """The path that somebody typed; one that is none is taken as it stands, and does not open."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:  # a home folder of nobody
        return Path(typed)


def _load_preview(source: Source) -> Preview:
    try:
        return load_preview(source, current_store())
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL
        raise TrekError(say_unreadable(source.name, error)) from None


def _render_preview(sources: list[Source]) -> None:
    try:
        with st.spinner("Reading …"):
            previews = [_load_preview(source) for source in sources]
    except TrekError as error:
        render_refusal(error)
        return
    st.subheader("Preview")
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
    for preview in previews:
        _render_found(preview)
    taken = sum(preview.taken for preview in previews)
    if losing := [case_id for preview in previews for case_id in preview.losing]:
        render_template("problem.html", sentence=_warn_of_loss(losing))
    st.button(
        f"Import {count_of(taken, 'case')}",
        key="import-go",
        type="primary",
        disabled=taken == 0,
        on_click=_import,
        args=(sources,),
    )
    if taken == 0:
        st.text("There is no case to import.")
    _render_first_questions(previews)
    rejections = [each for preview in previews for each in preview.rejections]
    render_lines("Lines that cannot be taken", rejections, "bad-lines")


def _render_found(preview: Preview) -> None:
    """Say what a file was read as and, of something else than cases, what is missing in it."""
    if not set(preview.tally.shapes) - {TREKTRACE}:
        return
    st.text(f"{preview.name}: {say_shapes(preview.tally.shapes)}")
    lacks = [f"{each.count} without {each.name}: {each.remedy}." for each in preview.tally.lacks]
    if lacks:
        render_template("note.html", text="Missing for TrekTrace to run. " + " ".join(lacks))


def _warn_of_loss(losing: list[str]) -> str:
    """Say which complete attributions would be followed by incomplete ones."""
    named = ", ".join(losing[:CASES_NAMED]) + (" …" if len(losing) > CASES_NAMED else "")
    has = "has" if len(losing) == 1 else "have"
    return (
        f"{count_of(len(losing), 'case')} {has} a complete attribution here, and an incomplete one "
        f"in the file: {named}. After the import the incomplete one counts. That is so where a "
        "file carries the cases without their probe results."
    )


def _render_first_questions(previews: list[Preview]) -> None:
    questions = [
        {"File": preview.name, "Question": question}
        for preview in previews
        for question in preview.questions
    ]
    if questions:
        render_template("note.html", text="The first questions:")
        table = pd.DataFrame(questions, dtype=str)
        st.dataframe(
            table if len(previews) > 1 else table[["Question"]],
            hide_index=True,
            key="import-questions",
            alt="The first questions of each file",
        )


def _import(sources: list[Source]) -> None:
    store = current_store()
    reports: list[ImportReport] = []
    try:
        for source in sources:
            reports.append(store.import_file(source.rewound(), source.name, by=current_annotator()))  # noqa: PERF401
    except AccessError as error:
        st.session_state[_PROBLEM] = str(error)
    except TrekError as error:
        st.session_state[_PROBLEM] = f"{error} Files listed below are in; import the others again."
    st.session_state[REPORTS] = reports
    st.session_state[_EPOCH] = st.session_state.get(_EPOCH, 0) + 1
