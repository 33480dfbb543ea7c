"""Step 5 and probes that were run again: what may be cited, and what is still to be run."""

from collections.abc import Mapping

import streamlit as st

from pages.parts.answers import Place
from pages.parts.case_probes import is_watched
from pages.parts.links import page_link
from pages.parts.probe_entries import describe_entry
from pages.parts.probe_reads import load_case_runs, load_entries
from pages.parts.probe_request import CHOICES, Choice, request_probe
from pages.parts.probe_settings import find_settings, say_no_settings, usable_settings
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import CaseView
from trek_core.checklist import Answers, Option, Status

NOT_HERE = "A run that is not in this database"

OFFERED: dict[str, Choice] = {"gold_only": CHOICES[0], "noise": CHOICES[1]}
"""Prefix of a probe's questions -> what there is to run where it has no answer."""


def list_citable(
    view: CaseView,
    annotator: str,
    round_name: str,
    answers: Answers,
    status: Mapping[str, Status],
) -> tuple[Option, ...]:
    """The answers that step 5 asks about and that may be cited, and those that are cited already.

    `status` is where each question of the checklist stands.
    """
    cited = set(answers.get("cited_probe_calls") or ())
    asked = {
        choice.probes[0]
        for prefix, choice in OFFERED.items()
        if any(
            state in (Status.UNANSWERED, Status.ANSWERED)
            for field, state in status.items()
            if field.startswith(f"{prefix}_")
        )
    }
    titles = {
        name: describe_entry(entry, with_grade=not view.is_blind)
        for entry in load_entries(view, annotator, round_name)
        if (name := f"{entry.probe}:{entry.key}") in cited
        or (entry.probe in asked and entry.call.outcome == "answered")
    }
    missing = [call for call in answers.get("cited_probe_calls") or () if call not in titles]
    titles |= {call: f"{NOT_HERE} ({call[-6:]})" for call in missing}
    return tuple(Option(call, title) for call, title in titles.items())


def render_offer(place: Place, prefix: str, *, locked: bool) -> None:
    """Offer to run the probe whose answer is not there, and say so while it runs."""
    choice = OFFERED[prefix]
    if usable_settings() is None:
        title, _ = say_no_settings(find_settings())
        page_link("setup", f"{title}: Set-up", icon=":material/tune:")
    elif any(run.state == "running" for run in load_case_runs(place.case_id)):
        if not is_watched(place.case_id):
            st.rerun()  # the whole page: the pane beside this one begins to look for the answer
        render_template("note.html", text="A probe of this case is running; see the left pane.")
    elif not locked:
        st.button(
            f"Run {choice.title.lower()} now", key=f"offer-{prefix}-{place.case_key}",
            icon=":material/play_arrow:", on_click=_request, args=(place, choice),
        )  # fmt: skip


def _request(place: Place, choice: Choice) -> None:
    record = current_store().load_case(place.case_id).record
    request_probe(record, choice, place.annotator)
