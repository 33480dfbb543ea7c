"""The parts of a case that an address can name."""

from collections.abc import Mapping
from typing import Any

from pages.parts.case.judgements import RoundOfCase
from pages.parts.case.page_cards import PageCards
from pages.parts.case.stretches import list_queries, number_parts
from review_db.store import CaseView

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


def list_parts(view: CaseView, cards: PageCards, rounds: list[RoundOfCase]) -> set[str]:
    """The names of the parts there are, as far as whoever looks may see them."""
    case = view.record.case
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
        *number_parts("query", list_queries(case) or ()),
        *(
            part
            for number, call in enumerate(case.search_calls or (), start=1)
            for part in number_parts(f"query-{number}-hit", call.urls or ())
        ),
        *number_parts("retrieved", case.retrieved or ()),
        *number_parts("opened", case.opened_urls or ()),
        *number_parts("cited", case.cited or ()),
        *cards.parts,
        *(each.part for shown in rounds for each in shown.given),
        *(f"step-{row.step or 6}" for shown in rounds for row in shown.rows),
    }


def list_sections(shown: Mapping[str, Any]) -> list[tuple[str, str, int | None]]:
    """Name, words, and how many there are, of each section; `shown` is what is shown in all."""
    queries = list_queries(shown["case"])
    counts = {
        "search": None if queries is None else len(queries),
        "pages": len(shown["cards"].rows),
        "judgements": len(shown["given"]),
        "questions": None if shown["is_blind"] else len(shown["same_question"]),
    }
    return [(name, words, counts.get(name)) for name, words in SECTIONS.items()]
