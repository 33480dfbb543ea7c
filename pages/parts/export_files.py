"""The files that the Export page offers, built when they are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO

from review_db.store import CaseFilter, ReviewStore
from trek_core.jsonl import write_jsonl
from trek_core.workbook import WorkbookAbout, write_workbook

APP_NAME = "TrekTrace Review"


@dataclass(frozen=True)
class Format:
    """One kind of file."""

    title: str
    suffix: str
    mime: str


WORKBOOK = Format(
    "Workbook (XLSX)",
    "xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
JSONL = Format("TrekTrace file (JSONL)", "jsonl", "application/jsonl")
FORMATS = {kind.suffix: kind for kind in (WORKBOOK, JSONL)}


def build_file(
    store: ReviewStore,
    kind: Format,
    chosen: CaseFilter,
    filters: Mapping[str, str],
    *,
    with_pages: bool = False,
) -> bytes:
    """The whole file; `filters` are the selection in words, for the Manifest.

    `with_pages` adds the text of pages that were fetched or pasted here.
    """
    target = BytesIO()
    records = store.load_records(chosen, with_pages=with_pages)
    if kind == JSONL:
        write_jsonl(target, records)
    else:
        about = WorkbookAbout(
            app_name=APP_NAME,
            app_version=find_version(),
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            database_revision=store.revision(),
            filters=filters,
            is_sample=store.is_sample,
        )
        write_workbook(target, records, store.load_agreement_report(), about)
    return target.getvalue()


def file_name(kind: Format, is_sample: bool) -> str:
    """The file's name, with today's date (UTC)."""
    project = "trek-sample" if is_sample else "trek-review"
    return f"{project}-{datetime.now(UTC):%Y-%m-%d}.{kind.suffix}"


def find_version() -> str:
    """The version of this app, as installed."""
    try:
        return version("trek-review")
    except PackageNotFoundError:
        return "not installed"
