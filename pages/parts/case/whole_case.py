"""Everything about one case, part by part, each with an address of its own."""

from typing import Any

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.case.address import asked_part, asks_for_whole, make_href, resolve_part
from pages.parts.case.judgements import load_case_comments, load_case_rounds
from pages.parts.case.page_cards import MOST_SHOWN, PageCards
from pages.parts.case.parts import list_parts, list_sections
from pages.parts.case.readings import list_readings
from pages.parts.case.scrolling import render_unseen
from pages.parts.case.stretches import cut_stretches
from pages.parts.case.walk import find_round_to_review, find_walk, render_way_back
from pages.parts.case_probes import render_case_probes
from pages.parts.evidence import MISSING_WORDS
from pages.parts.finding_reach import render_reach
from pages.parts.links import open_page, page_link
from pages.parts.page_access import may_open
from pages.parts.probe_pages import say_no_text, say_source
from pages.parts.round_address import MODE_WORDS
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.withholding import say_withheld
from pages.parts.words import STATE_WORDS, VERDICT_WORDS
from review_db.store import CaseView
from trek_core.effective_time import explain_effective_year
from trek_core.other_reference import compute_drift, read_other_reference
from trek_core.protocols import PROTOCOL_RULES
from trek_core.sources import say_verdict

TIME_WORDS = {"before": "before the year", "in": "in the year", "after": "after the year"}
"""A page's date against the effective year, where both are known."""
_WORDS: dict[str, Any] = {
    "missing_words": MISSING_WORDS,
    "mode_words": MODE_WORDS,
    "most_shown": MOST_SHOWN,
    "no_text": say_no_text,
    "say_source": say_source,
    "state_words": STATE_WORDS,
    "time_words": TIME_WORDS,
    "verdict_words": VERDICT_WORDS,
}


def render_whole_case(view: CaseView) -> None:
    """Show the case as this person may see it."""
    shown = _collect(view)
    case, asked = shown["case"], shown["asked"]
    render_unseen(case.case_id, asked or "")
    _render_top(view, shown)
    render_template("case_nav.html", sections=list_sections(shown), **shown)
    if asked is None:
        sentence = (
            f"This case has no part “{asked_part()}”: the link is wrong, or what it names is "
            "not here any more. The whole case is below."
        )
        render_template("problem.html", sentence=sentence)
    left, right = st.columns([1, 1], gap="large")
    with left:
        render_template("case_question.html", **shown)
    with right:
        render_template("case_attribution.html", **shown)
    for name in ("search", "pages", "probes"):
        render_template(f"case_{name}.html", **shown)
    with st.container(key="case-probe-runs", gap="small"):
        render_case_probes(view, current_annotator() or "", view.round, offers=False)
    for name in ("judgements", "same_question"):
        render_template(f"case_{name}.html", **shown)
    if shown["same_question"]:
        render_reach(view.record.case.case_id)
    if shown["same_question"] and may_open("compare"):
        page_link(
            "compare",
            "Compare side by side",
            icon=":material/compare_arrows:",
            case=view.record.case.case_id,
        )


def _collect(view: CaseView) -> dict[str, Any]:
    """All that the templates of the page show, by the name they know it under."""
    store = current_store()
    case, probes = store.add_stored_pages(view.record.case), view.record.probes
    rounds = load_case_rounds(view)
    given = [each for shown in rounds for each in shown.given]
    whole = asked_part() if asks_for_whole() else ""
    cards = PageCards(view, case, [each.judgement for each in given], whole)
    by_hash = cards.names_by_hash()
    asked = resolve_part(asked_part(), list_parts(view, cards, rounds), by_hash)
    readings = list_readings(view)
    return (
        _WORDS
        | cut_stretches(case, cards, asked or "")
        | {
            "href": make_href(case.case_id),
            "asked": asked,
            "whole_part": resolve_part(whole, cards.parts, by_hash),
            "case": case,
            "probes": probes,
            "version": view.version,
            "is_blind": view.is_blind,
            "why_withheld": say_withheld(view),
            "shows_noise": view.shown_probes is None or "gold_plus_noise" in view.shown_probes,
            "year_words": explain_effective_year(case.effective_year),
            "other_reference": None if view.is_blind else read_other_reference(case),
            "drift": compute_drift(case),
            "said_verdict": say_verdict(case),
            "protocol_rule": PROTOCOL_RULES.get((case.judge and case.judge.protocol) or ""),
            "readings": readings,
            "readings_agree": len(readings) == 1 and len(case.gold) > 1,
            "cards": cards,
            "numbers": cards.numbers,
            "key_evidence": probes.retrieval and probes.retrieval.key_evidence,
            "case_rounds": rounds,
            "given": given,
            "comments": load_case_comments(case.case_id),
            "same_question": []
            if view.is_blind
            else store.list_same_question(case.case_id, visible_to=current_annotator()),
        }
    )


def _render_top(view: CaseView, shown: dict[str, Any]) -> None:
    case_id = view.record.case.case_id
    before, after = find_walk(case_id)
    with st.container(key="case-top", horizontal=True, vertical_alignment="center", gap="medium"):
        render_template("case_top.html", **shown)
        render_way_back()
        if before or after:
            render_template("case_walk.html", before=before, after=after, href=shown["href"])
        if st.button(
            "Review this case", key="case-review", type="primary", icon=":material/fact_check:"
        ):
            open_page("review", case=case_id, **find_round_to_review(view))
