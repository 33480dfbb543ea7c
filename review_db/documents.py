"""Documents: page snapshots, one for each address and moment, added and never changed."""

from pathlib import Path

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.connection import open_database, write_transaction
from trek_core.probes.documents import FetchedDocument


class StoredDocuments:
    """The cache of pages that every run over a database shares."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, url: str) -> FetchedDocument | None:
        """The newest document of exactly this address."""
        with open_database(self._path) as db:
            found = load_documents(db, url)
        return found[-1] if found else None

    def store(self, document: FetchedDocument) -> None:
        """Keep a document; one that is already there, by address and time, stays as it is."""
        with write_transaction(self._path) as db:
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


def load_documents(db: Database, url: str) -> list[FetchedDocument]:
    """Every snapshot of an address, oldest first."""
    rows = db.execute(
        "select document from documents where url = ? order by fetched_at, document_id", [url]
    )
    return [FetchedDocument.model_validate_json(row["document"]) for row in rows]
