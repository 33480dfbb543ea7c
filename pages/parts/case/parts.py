"""The parts of a case that an address can name."""

from collections.abc import Mapping, Sequence
from typing import Any

from pages.parts.case.judgements import RoundOfCase
from pages.parts.case.page_cards import PageCard
from review_db.store import CaseView
from trek_core.cases import Case

SECTIONS = {
    "question": "Question",
    "response": "Response",
    "attribution": "Attribution",
    "search": "Search",
    "pages": "Pages",
    "probes": "Probes",
    "judgements": "Judgements",
    "questions": "Same question",
}
"""The sections of the page in order, by their names as parts."""
PROBE_PARTS = (
    "probe-gold", "probe-noise", "probe-key-evidence", "probe-evidence-match", "probe-queries",
)  # fmt: skip


def list_parts(view: CaseView, cards: list[PageCard], rounds: list[RoundOfCase]) -> set[str]:
    """The names of the parts there are, as far as whoever looks may see them."""
    queries = _queries(view.record.case)
    probes = [
        name
        for name in PROBE_PARTS
        if name == "probe-gold"
        or (not view.is_blind)
        or (name == "probe-noise" and "gold_plus_noise" in (view.shown_probes or ()))
    ]
    return {
        *SECTIONS,
        *probes,
        *(f"query-{number}" for number, _ in enumerate(queries or (), start=1)),
        *(card.part for card in cards),
        *(each.part for shown in rounds for each in shown.given),
        *(f"step-{row.step or 6}" for shown in rounds for row in shown.rows),
    }


def list_sections(shown: Mapping[str, Any]) -> list[tuple[str, str, int | None]]:
    """Name, words, and how many there are, of each section; `shown` is what is shown in all."""
    queries = _queries(shown["case"])
    counts = {
        "search": None if queries is None else len(queries),
        "pages": len(shown["page_cards"]),
        "judgements": len(shown["given"]),
        "questions": None if shown["is_blind"] else len(shown["same_question"]),
    }
    return [(name, words, counts.get(name)) for name, words in SECTIONS.items()]


def _queries(case: Case) -> Sequence[object] | None:
    """The queries as the page numbers them; None where they are not recorded."""
    return case.search_calls if case.search_calls is not None else case.queries
