"""The evidence pane of Review: everything recorded about a case, in checklist order."""

from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import urlsplit

import streamlit as st

from pages.parts.answers import compute_case_key
from pages.parts.case.address import AT_ONCE, hashed_page_part, href_from_elsewhere
from pages.parts.case_probes import render_case_probes
from pages.parts.page_paste import may_be_pasted, render_page_paste
from pages.parts.probe_pages import say_no_text, say_source
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import CaseView
from trek_core.attribution import (
    EVIDENCE_MATCH,
    GOLD_ONLY,
    GOLD_PLUS_NOISE,
    QUERIES_ADEQUATE,
    Attribution,
)
from trek_core.cases import Case, Document
from trek_core.effective_time import explain_effective_year
from trek_core.other_reference import compute_drift, read_other_reference
from trek_core.protocols import PROTOCOL_RULES
from trek_core.recorded_probes import Probes
from trek_core.urls import url_identity

CASE_PROBES = "case-probes"
"""The key of the panel of probe runs."""

SHOWN_CHARACTERS = 4_000
"""How much of each page's text the pane holds; the page reader shows the rest."""

MISSING_WORDS = {
    EVIDENCE_MATCH: "whether the evidence was retrieved",
    QUERIES_ADEQUATE: "whether the queries were adequate",
    GOLD_ONLY: "whether gold-only is correct",
    GOLD_PLUS_NOISE: "whether gold-plus-noise is correct",
}

JUDGEMENT_WORDS = {True: "yes", False: "no", None: "unknown"}


@dataclass(frozen=True)
class PageRow:
    """One page as listed in the pane; `number` is its place among the retrieved, None if none."""

    number: int | None
    url: str
    host: str
    is_gold: bool
    is_equivalent: bool
    document: Document | None


def list_pages(case: Case, probes: Probes) -> list[PageRow]:
    """The retrieved pages, numbered in order, then recorded pages that were not retrieved."""
    gold = {url_identity(url) for url in case.gold}
    equivalents = set((probes.retrieval and probes.retrieval.equivalent_urls) or ())
    documents = {url_identity(document.url): document for document in case.documents or ()}
    retrieved = case.retrieved or ()
    known = {url_identity(url) for url in retrieved}
    others = [*case.gold, *(document.url for document in case.documents or ())]
    rows: list[tuple[int | None, str]] = list(enumerate(retrieved, start=1))
    for url in others:
        if url_identity(url) not in known:
            known.add(url_identity(url))
            rows.append((None, url))
    return [
        PageRow(
            number=number,
            url=url,
            host=_host(url),
            is_gold=url_identity(url) in gold,
            is_equivalent=url in equivalents,
            document=documents.get(url_identity(url)),
        )
        for number, url in rows
    ]


def list_gold_pages(case: Case, pages: list[PageRow]) -> list[PageRow]:
    """The gold pages under their own URLs, each with its number if it was retrieved."""
    by_identity = {url_identity(page.url): page for page in reversed(pages)}
    return [replace(by_identity[url_identity(url)], url=url) for url in case.gold]


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or url
    except ValueError:
        return url


def render_evidence(view: CaseView, annotator: str, round_name: str) -> None:
    """Show the pane: question, references, response, queries and pages, probes, attribution."""
    case = current_store().add_stored_pages(view.record.case)
    probes, attribution = view.record.probes, view.attribution
    pages = list_pages(case, probes)
    numbers = {page.url: page.number for page in pages}
    shown = {
        "case": case,
        "probes": probes,
        "attribution": attribution,
        "is_blind": view.is_blind,
        "other_reference": None if view.is_blind else read_other_reference(case),
        "drift": compute_drift(case),
        "shows_noise": view.shown_probes is None or "gold_plus_noise" in view.shown_probes,
        "pages": pages,
        "gold_pages": list_gold_pages(case, pages),
        "numbers": numbers,
        "year_words": explain_effective_year(case.effective_year),
        "protocol_rule": PROTOCOL_RULES.get((case.judge and case.judge.protocol) or ""),
        "judgements": _judgement_rows(attribution),
        "words": JUDGEMENT_WORDS,
        "limit": SHOWN_CHARACTERS,
        "at_once": AT_ONCE,
        "href": partial(href_from_elsewhere, case.case_id),
        "hashed_page_part": hashed_page_part,
        "no_text": say_no_text,
        "say_source": say_source,
    }
    gold, retrieved = _list_pages_by_hand(pages)
    for template, place, by_hand in (
        ("evidence_question.html", "gold", gold),
        ("evidence_search.html", "retrieved", retrieved),
    ):
        render_template(template, goes_on=bool(by_hand), **shown)
        render_page_paste(case.case_id, place, by_hand, annotator)
    render_template("evidence_probes.html", **shown)
    with st.container(key=CASE_PROBES, gap="small"):
        render_case_probes(view, annotator, round_name)
    render_template("evidence_end.html", **shown)
    _render_page_reader(case.case_id, pages)


def _list_pages_by_hand(
    pages: list[PageRow],
) -> tuple[dict[str, Document | None], dict[str, Document | None]]:
    """The gold pages and the others whose text may come from hand, each by its address."""
    by_hand = [page for page in pages if may_be_pasted(page.document)]
    gold, others = (
        {page.url: page.document for page in by_hand if page.is_gold == is_gold}
        for is_gold in (True, False)
    )
    return gold, others


def _judgement_rows(attribution: Attribution | None) -> list[tuple[str, str]]:
    if attribution is None:
        return []
    named = (
        ("Evidence retrieved", attribution.evidence_retrieved),
        ("Queries adequate", attribution.queries_adequate),
        ("Gold-only correct", attribution.gold_only_correct),
        ("Gold-plus-noise correct", attribution.gold_plus_noise_correct),
    )
    return [(title, JUDGEMENT_WORDS[value]) for title, value in named]


def _render_page_reader(case_id: str, pages: list[PageRow]) -> None:
    """Offer the whole text of one long page; the pane itself holds only each page's beginning."""
    long = [
        page for page in pages if page.document and len(page.document.text or "") > SHOWN_CHARACTERS
    ]
    if not long:
        return
    chosen = st.selectbox(
        "Read a long page in full",
        long,
        index=None,
        key=f"page-reader-{compute_case_key(case_id)}",
        format_func=lambda page: f"{page.number or 'gold'} · {page.url}",
        placeholder="Choose a page",
    )
    if chosen and chosen.document:
        st.code(chosen.document.text, language=None, wrap_lines=True)
