"""Evidence entries of step 1: a page, its words, and the times that matter."""

import re
from typing import Any

import streamlit as st

from pages.parts.answers import (
    Conflict,
    Place,
    Slot,
    keep_conflict,
    note_saved,
    report_problem,
    write_answer,
)
from pages.parts.untrusted import render_template
from trek_core.checklist import Field
from trek_core.checklist.evidence_dates import EXPECTED_DATE, read_date
from trek_core.errors import StaleRevisionError, TrekError

ADD_EVIDENCE = "add-evidence"
"""The key of the place where evidence is added."""

_ADDRESS = re.compile(r"https?://[^\s/]+(/.*)?", re.IGNORECASE)

TIMES = {
    "event_at": "Happened or was valid at",
    "published_at": "Page published",
    "updated_at": "Page updated",
    "accessed_at": "Page accessed",
}


def render_entries(
    place: Place, field: Field, entries: list[dict[str, Any]], known: list[str], *, locked: bool
) -> None:
    """Show the entries of a field, each removable, and a form for the next."""
    key = f"{place.key(field.name)}-{len(entries)}"  # an added entry leaves an empty form
    for index, entry in enumerate(entries):
        with st.container(horizontal=True, wrap=False, gap="small"):
            render_template("evidence_entry.html", entry=entry, times=TIMES)
            if not locked:
                st.button(
                    "Remove", key=f"{key}-remove-{index}", type="tertiary",
                    on_click=_save_entries,
                    args=(place, field.name, entries, [e for e in entries if e is not entry]),
                )  # fmt: skip
    if not locked:
        # Beside the questions, not in a layer above them: Tab goes through it and on.
        with st.expander("Add evidence (E)", icon=":material/add:", key=ADD_EVIDENCE):
            _render_form(place, field, entries, known, key)


def _render_form(
    place: Place, field: Field, entries: list[dict[str, Any]], known: list[str], key: str
) -> None:
    with st.form(f"{key}-form", border=False, enter_to_submit=False):
        # Two fields: a list drops what is typed in it and not chosen when Tab leaves it.
        st.text_input("Page", key=f"{key}-url", placeholder="Its URL")
        if known:
            st.selectbox(
                "Or a page of this case", list(dict.fromkeys(known)), index=None,
                key=f"{key}-known", placeholder="Choose a page",
            )  # fmt: skip
        st.text_area("Quote", key=f"{key}-quote", height=80, placeholder="The words that decide")
        left, right = st.columns(2)
        for index, (part, title) in enumerate(TIMES.items()):
            with right if index % 2 else left:
                _render_date(title, f"{key}-{part}")
        st.form_submit_button(
            "Add", type="primary", on_click=_add_entry, args=(place, field.name, entries, key)
        )


def _render_date(title: str, key: str) -> None:
    """A box for a date, and why what it was handed in with is none."""
    given = str(st.text_input(title, key=key, placeholder="2025-03-14")).strip()
    if given and read_date(given) is None:
        render_template("problem.html", sentence=f"No date. Give {EXPECTED_DATE}.")


def _add_entry(place: Place, field: str, entries: list[dict[str, Any]], key: str) -> None:
    names = ("url", "known", "quote", *TIMES)
    values = {name: str(st.session_state.get(f"{key}-{name}") or "").strip() for name in names}
    chosen = values.pop("known")
    if values["url"] and chosen not in ("", values["url"]):
        report_problem(
            place.case_key, "An evidence entry is about one page: type its URL or choose it."
        )
        return
    if values["url"] and not _ADDRESS.fullmatch(values["url"]):
        report_problem(
            place.case_key, "The evidence's page is no address: give one such as https://a.org/page"
        )
        return
    values["url"] = values["url"] or chosen
    for part, words in (("url", "a page"), ("quote", "a quote")):
        if not values[part]:
            report_problem(place.case_key, f"The evidence needs {words}.")
            return
    for part in TIMES:
        read = read_date(values[part]) if values[part] else ""
        if read is None:
            return  # The form says so beside the box.
        values[part] = read
    _save_entries(place, field, entries, [*entries, {k: v for k, v in values.items() if v}])


def _save_entries(
    place: Place, field: str, shown: list[dict[str, Any]], entries: list[dict[str, Any]]
) -> None:
    slot = Slot(field, None, "")
    try:
        saved = write_answer(place, slot, entries or None, shown or None)
    except StaleRevisionError as stale:
        keep_conflict(Conflict(place.case_key, slot, stale.base, stale.mine, stale.theirs))
        return
    except TrekError as error:
        report_problem(place.case_key, f"Not saved: {error}")
        return
    note_saved(place.case_key, saved)
