"""The files that the Export page offers, built when they are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from review_db.store import ReviewStore, WorkbookChoice
from review_db.workbook_export import WorkbookOrder, export_workbook
from trek_core.jsonl import write_jsonl


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
WITH_TEXTS = Format("Workbook and long texts (ZIP)", "zip", "application/zip")
JSONL = Format("TrekTrace file (JSONL)", "jsonl", "application/jsonl")
FORMATS = {kind.suffix: kind for kind in (WORKBOOK, WITH_TEXTS, JSONL)}


def build_file(
    store: ReviewStore,
    kind: Format,
    choice: WorkbookChoice,
    filters: Mapping[str, str],
    *,
    with_pages: bool = False,
) -> bytes:
    """The whole file; `filters` are the selection in words, for the Manifest.

    A choice with seats makes the workbook for annotators. `with_pages` adds the text of pages that
    were fetched or pasted here, to JSONL alone.
    """
    target = BytesIO()
    if kind == JSONL:
        write_jsonl(target, store.load_records(choice.filter, with_pages=with_pages))
    else:
        order = WorkbookOrder(
            choice, filters, for_annotators=choice.with_seats, with_texts=kind == WITH_TEXTS
        )
        export_workbook(store, target, order)
    return target.getvalue()


def file_name(kind: Format, is_sample: bool) -> str:
    """The file's name, with today's date (UTC)."""
    project = "trek-sample" if is_sample else "trek-review"
    return f"{project}-{datetime.now(UTC):%Y-%m-%d}.{kind.suffix}"
