"""Which column of plain rows is which field: guessed, corrected by hand, kept under a name."""

import hashlib
import json
from collections.abc import Mapping
from shlex import quote

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.import_preview import Preview, Source
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.location import db_option
from trek_core.errors import TrekError
from trek_core.sources import (
    AS_FOUND,
    FIELDS,
    LEFT_OUT,
    ROWS,
    TREKTRACE,
    ReadAs,
    add_own_names,
    find_fitting,
    find_missing,
    guess_columns,
    load_columns,
    propose_columns,
    say_missing,
)

FIELD_TITLES = {
    "question": "Question",
    "prediction": "Answer of the system",
    "reference_answers": "Reference answers",
    "gold_urls": "Gold URLs",
    "effective_year": "Effective year",
    "verdict": "Verdict",
    "search_queries": "Search queries",
    "retrieved_urls": "Returned URLs",
    "opened_urls": "Opened URLs",
    "model": "Model",
    "dataset": "Dataset",
    "question_id": "Question id",
    "case_id": "Case id",
    "false_premise": "False premise",
}
"""What is asked for a column, in the order of the page."""
NOT_THERE = "(not in this file)"
NO_MAPPING = "None: as guessed"
_FITS = (
    "Every column of the mapping {name} is in this file, so it is read by that. Choose "
    f"“{NO_MAPPING}” to take it back."
)
_ACROSS = 4
_SAID = "import-mapping-said"


def choose_columns(source: Source, found: Preview, key: str) -> ReadAs:
    """Show how the columns of plain rows are read, to be corrected; nothing for other files.

    `found` is the file as it is read without being told anything.
    """
    columns = load_columns(source.rewound(), source.name) if _may_be_rows(found) else ()
    if not columns or "schema" in columns:
        return AS_FOUND
    is_open = bool(found.tally.shapes[ROWS]) or not found.taken
    with st.expander("Which column is what", expanded=is_open, key=f"{key}-columns"):
        render_template("note.html", text=f"The columns of {source.name}.")
        chosen = _choose_saved(columns, key, is_cases=bool(found.tally.shapes[TREKTRACE]))
        as_found = _read_as_found(found, columns)
        # Beside a mapping the columns of our own names are read too, unless it leaves them out.
        start = as_found if chosen is None else add_own_names(chosen, columns)
        mapping = _render_fields(start, columns, key)
        _render_saving(mapping, key)
    if "question" not in mapping:
        render_template("problem.html", sentence="Choose the column of the question.")
        return AS_FOUND
    return AS_FOUND if found.taken and mapping == as_found else ReadAs(columns=mapping)


def write_option(told: ReadAs) -> str:
    """What a command has to be told to read a file like this; NAME where it is not saved yet."""
    if told.columns is None:
        return ""
    saved = (each for each in current_store().load_mappings() if each.columns == told.columns)
    name = next((each.name for each in saved), "NAME")
    return f" --mapping {quote(name)}{db_option(current_store().path)}"


def _may_be_rows(found: Preview) -> bool:
    """Whether a file holds rows or flat cases, rows without a question, or what nothing fits."""
    if not found.taken:
        return any(each.field == "line" or each.shape == ROWS for each in found.rejections)
    return set(found.tally.shapes) <= {ROWS, TREKTRACE}


def _read_as_found(found: Preview, columns: tuple[str, ...]) -> dict[str, str]:
    """The mapping that a file was read by: our own names alone where it is a file of cases."""
    if found.tally.shapes[TREKTRACE]:
        return {name: name for name in FIELD_TITLES if name in columns}
    return propose_columns(columns)


def _choose_saved(columns: tuple[str, ...], key: str, *, is_cases: bool) -> dict[str, str] | None:
    """Offer the saved mappings, one that fits rows chosen; of one that does not, say why."""
    saved = {each.name: each.columns for each in current_store().load_mappings()}
    if not saved:
        return None
    # One that reads less than the columns say by themselves would lose it unseen.
    known = guess_columns(columns).keys()
    whole = {name: mapping for name, mapping in saved.items() if known <= mapping.keys()}
    fitting = None if is_cases else find_fitting(whole, columns)
    options = [NO_MAPPING, *saved]
    name = st.selectbox(
        "Saved mapping", options, index=options.index(fitting or NO_MAPPING), key=f"{key}-saved",
        width=360,
    )  # fmt: skip
    if name not in saved:  # also one that was deleted a moment ago
        return None
    if name == fitting:
        render_template("note.html", text=_FITS.format(name=name))
    st.button(
        "Delete this mapping", key=f"{key}-delete", type="tertiary", icon=":material/delete:",
        on_click=_delete, args=(name,),
    )  # fmt: skip
    mapping = dict(saved[name])
    if missing := find_missing(mapping, columns):
        sentence = f"The mapping {name} does not fit: {say_missing(missing, columns)}."
        render_template("problem.html", sentence=sentence)
    return {field: column for field, column in mapping.items() if field not in missing}


def _render_fields(base: Mapping[str, str], columns: tuple[str, ...], key: str) -> dict[str, str]:
    """A choice of column for each field; what it starts from is part of each widget's name."""
    start = hashlib.sha256(json.dumps([base, columns], sort_keys=True).encode()).hexdigest()[:8]
    others = {field: column for field, column in base.items() if field not in FIELD_TITLES}
    options = [NOT_THERE, *columns]
    fields = list(FIELD_TITLES.items())
    # Row by row, so that the order holds on a narrow screen too.
    rows = [st.columns(_ACROSS) for _ in range(0, len(fields), _ACROSS)]
    mapping: dict[str, str] = {}
    for number, (field, title) in enumerate(fields):
        column = base.get(field)
        with rows[number // _ACROSS][number % _ACROSS]:
            picked = st.selectbox(
                title,
                options,
                index=options.index(column) if column in columns else 0,
                key=f"{key}-{start}-{field}",
            )
        if picked != NOT_THERE and picked in columns:
            mapping[field] = picked
        elif field in columns and field != "question":
            mapping[field] = LEFT_OUT
    for field in [name for name, column in mapping.items() if not column]:
        if field in mapping.values():  # Its column is another field's.
            del mapping[field]
    return mapping | {field: column for field, column in others.items() if field in FIELDS}


def _render_saving(mapping: dict[str, str], key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Keep this mapping as", key=f"{key}-name", placeholder="A name, such as the lab's",
            width=360,
        )  # fmt: skip
        st.button(
            "Save the mapping", key=f"{key}-save", icon=":material/bookmark_add:",
            on_click=_save, args=(f"{key}-name", mapping), disabled="question" not in mapping,
        )  # fmt: skip
    if said := st.session_state.pop(_SAID, None):
        render_template("note.html", text=said)


def _save(name_key: str, mapping: dict[str, str]) -> None:
    try:
        saved = current_store().save_mapping(
            st.session_state[name_key], mapping, by=current_annotator()
        )
    except TrekError as error:
        st.session_state[_SAID] = f"Not saved: {error}"
    else:
        st.session_state[_SAID] = (
            f"Saved as {saved.name}. It is offered for every other file of rows, and "
            "trek import --mapping takes it too."
        )


def _delete(name: str) -> None:
    try:
        current_store().delete_mapping(name, by=current_annotator())
    except TrekError as error:
        st.session_state[_SAID] = f"Not deleted: {error}"
