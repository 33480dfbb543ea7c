"""The kinds of files that cases and reviews leave in: one table for the command, page and docs.

What a writer needs is imported when it writes, so that the command line knows the names at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from trek_core.errors import TrekError, say_unwritable

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from review_db.workbook_export import ExportOrder, LinesKind
    from trek_core.exports.tables import TablesSummary

Target = Path | BinaryIO
Counts = dict[str, int]
"""What was written, for the command's last line: the first entry is what it counts."""

Write = Callable[["ReviewStore", Target, "ExportOrder"], Counts]

XLSX, ZIP, JSONL, FOLDER = ".xlsx", ".zip", ".jsonl", ""
"""Endings of what an export is written to; the last is that of a folder, which has none."""

MIMES = {
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ZIP: "application/zip",
    JSONL: "application/jsonl",
}


@dataclass(frozen=True)
class ExportFormat:
    """One kind of file.

    `name` is what `--as` takes; `suffixes` are the endings it may be written to, that of a download
    first. `lines` says of what its lines are, where they are conclusions. `takes` are the options
    of an order that mean something to it, `comes_back` whether its edits can be imported.
    `trektrace` says when it holds TrekTrace's side: as the chosen round allows, as the rounds of
    those allow who will work with it, always or never.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    what: str
    write: Write
    lines: "LinesKind | None" = None
    takes: frozenset[str] = frozenset({"round", "annotator"})
    comes_back: bool = False
    trektrace: Literal["by_round", "by_annotators", "always", "never"] = "by_round"

    @property
    def mime(self) -> str:
        """The media type of a download."""
        return MIMES[self.suffixes[0]]


def _write_workbook(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
    from review_db.workbook_export import export_workbook

    manifest = export_workbook(store, target, order)
    return {
        "cases": manifest.cases,
        "judgements": manifest.judgements,
        "shortened_cells": manifest.shortened_cells,
    }


def _write_records(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
    from trek_core.jsonl import write_jsonl

    records = store.load_records(order.choice.filter, with_pages=order.with_pages)
    return {"cases": _write_file(target, lambda: write_jsonl(target, records))}


def _write_conclusions(kind: "LinesKind") -> Write:
    def write(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
        from review_db.workbook_export import build_lines
        from trek_core.jsonl import write_lines

        lines = build_lines(store, kind, order.choice)
        return {"lines": _write_file(target, lambda: write_lines(target, lines))}

    return write


def _write_file(target: Target, write: Callable[[], int]) -> int:
    try:
        return write()
    except OSError as error:
        raise TrekError(say_unwritable(target, error)) from error


def _write_csv(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
    from review_db.workbook_export import export_tables
    from trek_core.exports.csv_tables import CsvTable

    return _count(export_tables(store, target, order, suffix="csv", open_file=CsvTable))


def _write_parquet(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
    from review_db.workbook_export import export_tables
    from trek_core.exports.dataset_card import build_card
    from trek_core.exports.parquet_tables import ParquetTable

    return _count(
        export_tables(
            store, target, order, suffix="parquet", open_file=ParquetTable, describe=build_card
        )
    )


def _count(summary: "TablesSummary") -> Counts:
    return {"cases": summary.cases, "judgements": summary.judgements}


def _write_label_studio(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
    from review_db.workbook_export import export_tasks
    from trek_core.annotation_tools.label_studio import write_label_studio

    return {"tasks": export_tasks(store, target, order, write_label_studio)}


def _write_argilla(store: "ReviewStore", target: Target, order: "ExportOrder") -> Counts:
    from review_db.workbook_export import export_tasks
    from trek_core.annotation_tools.argilla import write_argilla

    return {"records": export_tasks(store, target, order, write_argilla)}


_SEATS = frozenset({"round", "annotator", "for_annotators"})

FORMATS: tuple[ExportFormat, ...] = (
    ExportFormat(
        "workbook", "Workbook (XLSX)", (XLSX,),
        "every sheet; edits come back", _write_workbook, takes=_SEATS, comes_back=True,
    ),
    ExportFormat(
        "workbook-with-texts", "Workbook and long texts (ZIP)", (ZIP,),
        "the workbook, and the whole texts of cells that hold only their start", _write_workbook,
        takes=_SEATS, comes_back=True,
    ),
    ExportFormat(
        "trektrace", "TrekTrace file (JSONL)", (JSONL,),
        "everything of each case with every judgement; can be imported again", _write_records,
        takes=frozenset({"pages"}), trektrace="always",
    ),
    ExportFormat(
        "reviewed", "What each case comes to (JSONL)", (JSONL,),
        "people's outcome and labels, TrekTrace's beside them", _write_conclusions("reviewed"),
        lines="reviewed",
    ),
    ExportFormat(
        "corrections", "Corrected references (JSONL)", (JSONL,),
        "references found wrong, with the right answers", _write_conclusions("corrections"),
        lines="corrections", trektrace="never",
    ),
    ExportFormat(
        "csv", "A table a sheet (CSV)", (ZIP, FOLDER),
        "the workbook's sheets as CSV files, texts whole", _write_csv,
    ),
    ExportFormat(
        "parquet", "A table a sheet (Parquet)", (ZIP, FOLDER),
        "the same tables as Parquet files, with a dataset card to start from", _write_parquet,
    ),
    ExportFormat(
        "label-studio", "Label Studio tasks (JSON)", (ZIP, FOLDER),
        "tasks and their labeling configuration; annotations come back", _write_label_studio,
        comes_back=True, trektrace="by_annotators",
    ),
    ExportFormat(
        "argilla", "Argilla dataset (JSON)", (ZIP, FOLDER),
        "records and settings; responses come back", _write_argilla, comes_back=True,
        trektrace="by_annotators",
    ),
)  # fmt: skip

FORMATS_BY_NAME: Mapping[str, ExportFormat] = {each.name: each for each in FORMATS}

DEFAULTS: Mapping[str, ExportFormat] = {
    suffix: next(each for each in FORMATS if suffix in each.suffixes)
    for suffix in (XLSX, ZIP, JSONL)
}
"""What a file name asks for by its ending alone."""
