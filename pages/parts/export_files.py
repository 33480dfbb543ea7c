"""The files that the Export page offers, built when they are asked for."""

from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO

from review_db.export_formats import DEFAULTS, ZIP, ExportFormat
from review_db.store import ReviewStore, WorkbookChoice
from review_db.workbook_export import ExportOrder


def build_file(
    store: ReviewStore,
    kind: ExportFormat,
    choice: WorkbookChoice,
    filters: Mapping[str, str],
    *,
    with_pages: bool = False,
) -> bytes:
    """The whole file; `filters` are the selection in words, for its manifest.

    A choice with seats makes the workbook for annotators. `with_pages` adds the text of pages that
    were fetched or pasted here, to a TrekTrace file alone.
    """
    target = BytesIO()
    order = ExportOrder(
        choice,
        filters,
        for_annotators=choice.with_seats,
        with_texts=kind.suffixes[0] == ZIP,
        with_pages=with_pages,
    )
    kind.write(store, target, order)
    return target.getvalue()


def file_name(kind: ExportFormat, is_sample: bool) -> str:
    """The file's name, with today's date (UTC)."""
    project = "trek-sample" if is_sample else "trek-review"
    what = "" if kind in DEFAULTS.values() else f"-{kind.name}"
    return f"{project}{what}-{datetime.now(UTC):%Y-%m-%d}{kind.suffixes[0]}"
