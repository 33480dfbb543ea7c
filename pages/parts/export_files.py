"""The files that the Export page offers, built when they are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from review_db.store import ReviewStore, WorkbookChoice
from review_db.workbook_export import LinesKind, WorkbookOrder, build_lines, export_workbook
from trek_core.jsonl import write_jsonl, write_lines


@dataclass(frozen=True)
class Format:
    """One kind of file; `lines` says of what its lines are, where it is not the cases."""

    title: str
    suffix: str
    mime: str
    lines: LinesKind | None = None


WORKBOOK = Format(
    "Workbook (XLSX)",
    "xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
WITH_TEXTS = Format("Workbook and long texts (ZIP)", "zip", "application/zip")
JSONL = Format("TrekTrace file (JSONL)", "jsonl", "application/jsonl")
REVIEWED = Format("What each case comes to (JSONL)", "jsonl", "application/jsonl", "reviewed")
CORRECTIONS = Format("Corrected references (JSONL)", "jsonl", "application/jsonl", "corrections")
FORMATS = {kind.title: kind for kind in (WORKBOOK, WITH_TEXTS, JSONL, REVIEWED, CORRECTIONS)}
WORKBOOKS = (WORKBOOK, WITH_TEXTS)


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
    elif kind.lines is not None:
        write_lines(target, build_lines(store, kind.lines, choice))
    else:
        order = WorkbookOrder(
            choice, filters, for_annotators=choice.with_seats, with_texts=kind == WITH_TEXTS
        )
        export_workbook(store, target, order)
    return target.getvalue()


def file_name(kind: Format, is_sample: bool) -> str:
    """The file's name, with today's date (UTC)."""
    project = "trek-sample" if is_sample else "trek-review"
    what = f"-{kind.lines}" if kind.lines else ""
    return f"{project}{what}-{datetime.now(UTC):%Y-%m-%d}.{kind.suffix}"
