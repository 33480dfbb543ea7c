"""Documents: page snapshots, one for each address and moment, added and never changed."""

import json
from collections.abc import Iterable
from pathlib import Path

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.connection import open_database, write_transaction
from trek_core.cases import Case
from trek_core.probes.documents import FetchedDocument, add_documents, list_page_urls


class StoredDocuments:
    """The cache of pages that every run over a database shares.

    A page that could not be had before `retry_before` (as stored) is looked for again: what was
    blocked or too slow for one run need not be for the next.
    """

    def __init__(self, path: Path, retry_before: str = "") -> None:
        self._path = path
        self._retry_before = retry_before

    def find(self, url: str) -> FetchedDocument | None:
        """The newest document of exactly this address that is still to be used."""
        with open_database(self._path) as db:
            found = load_newest_documents(db, [url]).get(url)
        if found is None or found.status == "ok":
            return found
        return found if (found.fetched_at or "") >= self._retry_before else None

    def store(self, document: FetchedDocument) -> None:
        """Keep a document; one that is already there, by address and time, stays as it is."""
        with write_transaction(self._path) as db:
            store_document(db, document)


def store_document(db: Database, document: FetchedDocument) -> None:
    """Keep a document; one that is already there, by address and time, stays as it is."""
    db.execute(
        "insert into documents (url, fetched_at, status, document) values (?, ?, ?, ?) "
        "on conflict do nothing",
        [
            document.url,
            document.fetched_at or now_text(),
            document.status,
            document.model_dump_json(),
        ],
    )


def load_newest_documents(db: Database, urls: Iterable[str]) -> dict[str, FetchedDocument]:
    """The newest snapshot of each of these addresses that has one."""
    rows = db.execute(
        "select d.document from json_each(?) wanted join documents d on d.document_id = ("
        "select document_id from documents where url = wanted.value "
        "order by fetched_at desc, document_id desc limit 1)",
        [json.dumps(list(urls))],
    )
    found = (FetchedDocument.model_validate_json(row["document"]) for row in rows)
    return {document.url: document for document in found}


def add_stored_documents(db: Database, case: Case) -> Case:
    """The case with the stored snapshots of its pages that it brought no text of."""
    return add_documents(case, load_newest_documents(db, list_page_urls(case)))


def load_documents(db: Database, url: str) -> list[FetchedDocument]:
    """Every snapshot of an address, oldest first."""
    rows = db.execute(
        "select document from documents where url = ? order by fetched_at, document_id", [url]
    )
    return [FetchedDocument.model_validate_json(row["document"]) for row in rows]
