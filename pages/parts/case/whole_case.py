"""Everything about one case, part by part, each with an address of its own."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.case.address import asked_part, asks_for_whole, make_href, resolve_part
from pages.parts.case.judgements import RoundOfCase, load_case_comments, load_case_rounds
from pages.parts.case.page_cards import (
    MOST_SHOWN,
    PageCard,
    list_page_cards,
    names_by_hash,
)
from pages.parts.case.scrolling import render_unseen
from pages.parts.case.walk import find_round_to_review, find_walk, render_way_back
from pages.parts.case_probes import render_case_probes
from pages.parts.evidence import MISSING_WORDS
from pages.parts.links import open_page
from pages.parts.probe_pages import say_no_text, say_source
from pages.parts.round_address import MODE_WORDS
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.words import STATE_WORDS, VERDICT_WORDS
from review_db.store import CaseView
from trek_core.attribution import Attribution, attribute
from trek_core.decision_path import PathSide, compute_decision_path
from trek_core.effective_time import explain_effective_year
from trek_core.protocols import PROTOCOL_RULES
from trek_core.recorded_probes import UrlMatch

TIME_WORDS = {"before": "before the year", "in": "in the year", "after": "after the year"}
"""A page's date against the effective year, where both are known."""
READING_WORDS: dict[UrlMatch, str] = {
    "any": "If one retrieved gold page is enough",
    "all": "If every gold page has to be retrieved",
}
_PROBE_PARTS = (
    "probe-gold", "probe-noise", "probe-key-evidence", "probe-evidence-match", "probe-queries",
)  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """The attribution under one reading of the URL test."""

    words: str
    attribution: Attribution
    sides: tuple[PathSide, PathSide]


def render_whole_case(view: CaseView) -> None:
    """Show the case as this person may see it."""
    case = current_store().add_stored_pages(view.record.case)
    rounds = load_case_rounds(view)
    given = [each.judgement for shown in rounds for each in shown.given]
    whole = asked_part() if asks_for_whole() else ""
    cards = list_page_cards(view, case, given, whole)
    same_question = current_store().list_same_question(case.case_id, visible_to=current_annotator())
    asked = resolve_part(asked_part(), _list_parts(view, cards, rounds), names_by_hash(cards))
    readings = list_readings(view)
    retrieval = view.record.probes.retrieval
    shown: dict[str, Any] = {
        "href": make_href(case.case_id),
        "asked": asked,
        "whole_part": whole,
        "case": case,
        "probes": view.record.probes,
        "version": view.version,
        "is_blind": view.is_blind,
        "shows_noise": view.shown_probes is None or "gold_plus_noise" in view.shown_probes,
        "year_words": explain_effective_year(case.effective_year),
        "protocol_rule": PROTOCOL_RULES.get((case.judge and case.judge.protocol) or ""),
        "readings": readings,
        "readings_agree": len(readings) == 1 and len(case.gold) > 1,
        "missing_words": MISSING_WORDS,
        "page_cards": cards,
        "cards": {card.row.url: card for card in reversed(cards)},
        "numbers": {card.row.url: card.row.number for card in cards},
        "key_evidence": retrieval and retrieval.key_evidence,
        "time_words": TIME_WORDS,
        "most_shown": MOST_SHOWN,
        "no_text": say_no_text,
        "say_source": say_source,
        "case_rounds": rounds,
        "comments": load_case_comments(case.case_id),
        "mode_words": MODE_WORDS,
        "state_words": STATE_WORDS,
        "verdict_words": VERDICT_WORDS,
        "same_question": same_question,
    }
    render_unseen(case.case_id, asked or "")
    _render_top(view, shown)
    render_template("case_nav.html", sections=_list_sections(shown, len(given)), **shown)
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


def list_readings(view: CaseView) -> list[Reading]:
    """The attribution as recorded, and under the other reading of the URL test if it differs."""
    recorded, (case, probes) = view.attribution, (view.record.case, view.record.probes)
    if recorded is None:
        return []
    other = attribute(case, probes, "all" if recorded.url_match == "any" else "any")
    differs = (other.label_set, other.evidence_retrieved) != (
        recorded.label_set,
        recorded.evidence_retrieved,
    )
    return [
        Reading(READING_WORDS[each.url_match], each, compute_decision_path(case, probes, each))
        for each in ([recorded, other] if differs else [recorded])
    ]


def _list_parts(view: CaseView, cards: list[PageCard], rounds: list[RoundOfCase]) -> set[str]:
    case = view.record.case
    queries = case.search_calls if case.search_calls is not None else case.queries
    sections = "question response attribution search pages probes judgements questions"
    probes = [
        name
        for name in _PROBE_PARTS
        if name == "probe-gold"
        or (not view.is_blind)
        or (name == "probe-noise" and "gold_plus_noise" in (view.shown_probes or ()))
    ]
    return {
        *sections.split(),
        *probes,
        *(f"query-{number}" for number, _ in enumerate(queries or (), start=1)),
        *(card.part for card in cards),
        *(each.part for shown in rounds for each in shown.given),
        *(f"step-{row.step or 6}" for shown in rounds for row in shown.rows),
    }


def _list_sections(shown: dict[str, Any], judged: int) -> list[tuple[str, str, int | None]]:
    case = shown["case"]
    queries = case.search_calls if case.search_calls is not None else case.queries
    return [
        ("question", "Question", None),
        ("response", "Response", None),
        ("attribution", "Attribution", None),
        ("search", "Search", None if queries is None else len(queries)),
        ("pages", "Pages", len(shown["page_cards"])),
        ("probes", "Probes", None),
        ("judgements", "Judgements", judged),
        ("questions", "Same question", len(shown["same_question"])),
    ]


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
