"""The pages of a case: how each is marked and dated, and where the evidence stands in its text."""

from collections.abc import Iterable
from dataclasses import dataclass

import streamlit as st

from pages.parts.case.address import hashed_page_part, page_part
from pages.parts.evidence import PageRow, list_pages
from review_db.store import CaseView, StoredJudgement
from trek_core.cases import Case
from trek_core.checklist import FIELDS, Kind
from trek_core.effective_time import PlaceInTime, place_in_time
from trek_core.excerpts import Piece, count_shown, cut_excerpts
from trek_core.quotes import QuoteMatch, Search, find_quotes
from trek_core.urls import url_identity

MOST_SHOWN = 200_000
"""Characters of one text that a browser is given at once."""
_KEPT = 256

KEY_EVIDENCE = "Key evidence"
PASSAGE = "Passage of the evidence match"


@dataclass(frozen=True)
class Quotation:
    """Something said to stand on a page: who says so, and their words.

    `is_evidence` is what TrekTrace's judges wrote down, of all pages; else a person's, of this one.
    """

    title: str
    text: str
    is_evidence: bool = False


@dataclass(frozen=True)
class Finding:
    """A quotation and what came of looking for it in a page's text."""

    quotation: Quotation
    search: Search

    @property
    def match(self) -> QuoteMatch | None:
        """Where it stands, None for nowhere."""
        return self.search.match


@dataclass(frozen=True)
class PageCard:
    """One page with all that is shown of it.

    `pieces` is what is shown of its text, empty without one; `is_found` says that any of the
    quotations stands there, `is_whole` that nothing is left
    out, `ends_early` that the end is.
    """

    row: PageRow
    part: str
    was_opened: bool
    time: PlaceInTime
    findings: tuple[Finding, ...]
    pieces: tuple[Piece, ...]
    length: int
    is_whole: bool
    ends_early: bool

    @property
    def is_found(self) -> bool:
        """Whether any of the quotations stands in its text."""
        return any(finding.match for finding in self.findings)


class PageCards:
    """The pages of a case in the order of Review; a card is made only for one that is looked at.

    `parts` names each of them; `whole_part` is the one to be shown to its end.
    """

    def __init__(
        self,
        view: CaseView,
        case: Case,
        judgements: Iterable[StoredJudgement],
        whole_part: str = "",
    ) -> None:
        """`case` is the view's case with the stored texts of its pages."""
        self.rows = list_pages(case, view.record.probes)
        self.parts = [page_part(row.number, row.url) for row in self.rows]
        self.numbers = {row.url: row.number for row in self.rows}
        self._by_url = {row.url: row for row in reversed(self.rows)}
        self._quoted = _list_quoted(judgements)
        self._evidence = tuple(_list_evidence(view))
        self._opened = {url_identity(url) for url in case.opened_urls or ()}
        self._year = case.effective_year
        self._whole_part = whole_part
        self._made: dict[str, PageCard] = {}

    def names_by_hash(self) -> dict[str, str]:
        """Each page's name by the hash of its URL -> the name it stands under."""
        named = zip(reversed(self.rows), reversed(self.parts), strict=True)
        return {hashed_page_part(row.url): part for row, part in named}

    def get(self, url: str) -> PageCard:
        """The card of the page at this address."""
        return self.make(self._by_url[url])

    def make(self, row: PageRow) -> PageCard:
        """The card of a row."""
        part = page_part(row.number, row.url)
        if part not in self._made:
            self._made[part] = self._make(row, part)
        return self._made[part]

    def _make(self, row: PageRow, part: str) -> PageCard:
        document, identity = row.document, url_identity(row.url)
        text = ((document and document.text) or "")[:MOST_SHOWN]
        quotations = (*self._evidence, *self._quoted.get(identity, ()))
        found = _find(text, tuple(each.text for each in quotations)) if text else []
        pieces = cut_excerpts(
            text,
            [each.match for each in found if each.match],
            whole=self._whole_part in (part, hashed_page_part(row.url)),
        )
        return PageCard(
            row=row,
            part=part,
            was_opened=identity in self._opened,
            time=place_in_time(document.date if document else None, self._year),
            findings=tuple(map(Finding, quotations, found)) if text else (),
            pieces=pieces if text else (),
            length=len((document and document.text) or ""),
            is_whole=count_shown(pieces) == len(text),
            ends_early=bool(pieces) and not text.endswith(pieces[-1].text),
        )


def _list_evidence(view: CaseView) -> Iterable[Quotation]:
    """What TrekTrace's judges wrote down as evidence; nothing of it while it is withheld."""
    retrieval = view.record.probes.retrieval
    if retrieval and retrieval.key_evidence:
        yield Quotation(KEY_EVIDENCE, retrieval.key_evidence, is_evidence=True)
    if retrieval and retrieval.retrieved_key_evidence:
        yield Quotation(PASSAGE, retrieval.retrieved_key_evidence, is_evidence=True)


def _list_quoted(judgements: Iterable[StoredJudgement]) -> dict[str, list[Quotation]]:
    """What people quoted, by the identity of the page they quoted it from."""
    fields = [field.name for field in FIELDS if field.kind is Kind.ENTRIES]
    found: dict[str, dict[str, list[str]]] = {}
    for judgement in judgements:
        for entry in (each for name in fields for each in judgement.answers.get(name) or ()):
            by_text = found.setdefault(url_identity(str(entry.get("url") or "")), {})
            people = by_text.setdefault(str(entry.get("quote") or ""), [])
            if judgement.annotator not in people:
                people.append(judgement.annotator)
    return {
        page: [
            Quotation(f"Quoted by {', '.join(people)}", text) for text, people in by_text.items()
        ]
        for page, by_text in found.items()
    }


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _find(text: str, quotes: tuple[str, ...]) -> list[Search]:
    return find_quotes(text, quotes)
