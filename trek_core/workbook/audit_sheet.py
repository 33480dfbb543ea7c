"""The Retrieval audit sheet: every query and retrieved page of a case, once per judgement."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from trek_core.cases import Case, Document
from trek_core.checklist import FIELDS_BY_NAME
from trek_core.recorded_probes import Retrieval
from trek_core.urls import url_identity
from trek_core.workbook.cells import Value
from trek_core.workbook.columns import (
    CASE_COLUMNS,
    JUDGEMENT_COLUMNS,
    MIDDLE,
    NARROW,
    WIDE,
    Column,
    Table,
    from_field,
    option_values,
)
from trek_core.workbook.reviewed import NOT_RECORDED, ReviewedCase, ReviewedJudgement
from trek_core.workbook.row_keys import Place

PAGE, NONE_RETURNED = "page", "none returned"


@dataclass(frozen=True)
class Found:
    """One page that a search returned, or a search without one.

    `call` counts the search calls from 1. `returned` is `page`, `none returned` or `not recorded`.
    """

    call: int | None
    query: str | None
    url: str | None
    returned: str


@dataclass(frozen=True)
class AuditRow:
    """One found page of one case as one annotator judged it."""

    case: ReviewedCase
    person: ReviewedJudgement | None
    found: Found
    document: Document | None
    claim: str | None


def compute_found(case: Case) -> Iterator[Found]:
    """Queries and pages in the order of the search calls; never nothing.

    Without calls, which query returned which page is not known: queries come first, then pages.
    """
    if case.search_calls is not None:
        for number, call in enumerate(case.search_calls, start=1):
            yield from _pages(number, call.query, call.urls)
        if not case.search_calls:
            yield Found(None, None, None, NONE_RETURNED)
        return
    for query in case.search_queries or ():
        yield Found(None, query, None, NOT_RECORDED)
    yield from _pages(None, None, case.retrieved)


def compute_rows(case: ReviewedCase) -> Iterator[AuditRow]:
    """One row per found page and judgement."""
    recorded = case.record.case
    documents = {document.url: document for document in recorded.documents or ()}
    gold = {url_identity(url) for url in recorded.gold} - {""}
    retrieval = case.record.probes.retrieval
    equivalents = (retrieval.equivalent_urls if retrieval else None) or ()
    for found in compute_found(recorded):
        claim = None
        if found.url is not None:
            claim = "identity" if url_identity(found.url) in gold else "none"
            if claim == "none" and case.with_trektrace and found.url in equivalents:
                claim = "equivalent"
        document = documents.get(found.url) if found.url is not None else None
        for person in case.people:
            yield AuditRow(case, person, found, document, claim)


def _pages(call: int | None, query: str | None, urls: tuple[str, ...] | None) -> Iterable[Found]:
    if not urls:
        return [Found(call, query, None, NOT_RECORDED if urls is None else NONE_RETURNED)]
    return [Found(call, query, url, PAGE) for url in urls]


def _of_document(name: str, width: int, read: Callable[[Document], Value]) -> Column[AuditRow]:
    return Column(name, width, lambda row: read(row.document) if row.document else None)


def _of_retrieval(name: str, read: Callable[[Retrieval], Value]) -> Column[AuditRow]:
    def value(row: AuditRow) -> Value:
        retrieval = row.case.record.probes.retrieval
        return read(retrieval) if retrieval else None

    return Column(name, WIDE, value, "trektrace")


def _page_mark(row: AuditRow) -> Value:
    if row.person is None or row.found.url is None:
        return None
    return row.person.show_mark("page_marks", row.found.url)


def _verification(row: AuditRow) -> Value:
    url = row.found.url
    return row.person.claims.get(url) if row.person and url is not None else None


AUDIT = Table(
    "Retrieval audit",
    (
        *CASE_COLUMNS,
        Column("call", NARROW, lambda row: row.found.call),
        Column("query", WIDE, lambda row: row.found.query),
        Column("returned", NARROW, lambda row: row.found.returned),
        Column("page_url", WIDE, lambda row: row.found.url),
        Column("claim", NARROW, lambda row: row.claim),
        _of_document("document_title", MIDDLE, lambda document: document.title),
        _of_document("document_date", NARROW, lambda document: document.date),
        _of_document("document_status", NARROW, lambda document: document.status),
        _of_retrieval("key_evidence", lambda retrieval: retrieval.key_evidence),
        _of_retrieval("retrieved_key_evidence", lambda retrieval: retrieval.retrieved_key_evidence),
        _of_retrieval("reason", lambda retrieval: retrieval.reason),
        *JUDGEMENT_COLUMNS,
        Column(
            "page_mark",
            MIDDLE,
            _page_mark,
            "people",
            option_values(FIELDS_BY_NAME["page_marks"]),
            lambda row: Place("page_marks", row.found.url) if row.found.url else None,
        ),
        # Whether a claim holds says that there was one.
        Column("verification", MIDDLE, _verification, "trektrace", is_computed=True),
        from_field("notes", "notes_4", WIDE),
    ),
    compute_rows,
    # The call and the query as well: a page may be returned more than once.
    lambda row: json.dumps([row.found.call, row.found.query, row.found.url]),
)
