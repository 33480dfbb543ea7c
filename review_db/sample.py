"""The sample project: invented cases in a database of their own."""

import hashlib
from pathlib import Path

from review_db.connection import open_database, write_transaction
from review_db.imports import import_file
from review_db.location import data_folder
from review_db.migrations import migrate
from review_db.project import load_sample_hash, mark_as_sample
from trek_core.errors import StoreError

SAMPLE_FILE = "samples/sample.jsonl"


def sample_database_path() -> Path:
    """Where the sample project's database is kept."""
    return data_folder() / "sample.db"


def find_sample_file() -> Path:
    """The sample's cases: inside the installed wheel, else in the checkout."""
    package = Path(__file__).resolve().parent
    for folder in (package / "_app", package.parent):
        if (folder / SAMPLE_FILE).is_file():
            return folder / SAMPLE_FILE
    raise StoreError(f"The sample project is missing from this installation ({SAMPLE_FILE}).")


def ensure_sample(path: Path) -> None:
    """Make or fill the sample database; does nothing where it holds this sample already.

    A sample that came with an older version gets the newer cases; judgements stay. Raises
    `StoreError` where the database holds other cases.
    """
    sample = find_sample_file()
    wanted = hashlib.sha256(sample.read_bytes()).hexdigest()
    migrate(path)
    with open_database(path) as db:
        if load_sample_hash(db) == wanted:
            return
    with write_transaction(path) as db:
        mark_as_sample(db, "")
    import_file(path, sample, sample.name)
    with write_transaction(path) as db:
        mark_as_sample(db, wanted)
