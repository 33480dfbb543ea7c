"""Probes run again as a blind reviewer sees them: questions and answers, no grade of any kind.

How many calls a run took, what it cost and what it says of itself would tell a grade; none of it
is shown.
"""

import streamlit as st

from pages.parts.answers import compute_case_key
from pages.parts.probe_entries import describe_entry
from pages.parts.probe_reads import load_entries
from pages.parts.probe_request import CHOICES, request_probe, take_request_problem
from pages.parts.probe_settings import usable_settings
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import CaseView


def render_blind_probes(
    view: CaseView, annotator: str, round_name: str, *, busy: bool, offers: bool
) -> None:
    """Show what was run again, and with `offers` offer to run what may be shown."""
    case_id = view.record.case.case_id
    render_template("panel_title.html", title="Probe runs")
    if take_request_problem(case_id):
        render_template("problem.html", sentence="The probe was not started. Ask a lead why.")
    if busy:
        render_template("note.html", text="A probe of this case is running.")
    entries = load_entries(view, annotator, round_name)
    for entry in reversed(entries):
        found = entry.probes
        answered = {
            "gold_only": found.gold_only and found.gold_only.rag_answer,
            "gold_plus_noise": found.gold_plus_noise and found.gold_plus_noise.answer,
        }
        render_template(
            "blind_entry.html",
            title=describe_entry(entry, with_grade=False),
            answer=answered.get(entry.probe),
        )
    if not entries and not busy:
        render_template("note.html", text="None yet. A run's answers are shown, not its grades.")
    if offers and not busy and usable_settings() is not None:
        _render_offers(view, annotator, compute_case_key(case_id, round_name))


def _render_offers(view: CaseView, annotator: str, key: str) -> None:
    with st.container(horizontal=True, gap="small"):
        for index, choice in enumerate(CHOICES):
            if choice.probes[0] in (view.shown_probes or ()):
                st.button(
                    f"Run {choice.title.lower()}", key=f"blind-run-{index}-{key}",
                    icon=":material/play_arrow:", type="tertiary",
                    on_click=_request, args=(view.record.case.case_id, index, annotator),
                )  # fmt: skip


def _request(case_id: str, index: int, annotator: str) -> None:
    request_probe(current_store().load_case(case_id).record, CHOICES[index], annotator)
