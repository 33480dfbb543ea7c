"""The sheets of the workbook as plain tables, one file each: one pass over the cases fills all.

A table has the columns of its sheet but the hidden key. Texts are whole, a list is one value a
line, flags are yes or no, and what is not recorded is empty.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from trek_core.agreement import AgreementReport
from trek_core.file_parts import open_parts
from trek_core.workbook.agreement_sheet import build_agreement
from trek_core.workbook.blocks import BlockSheet
from trek_core.workbook.cells import Value, join_lines
from trek_core.workbook.columns import Column, Table
from trek_core.workbook.manifest import WorkbookAbout
from trek_core.workbook.reviewed import ReviewedCase, WorkbookCase, read_case
from trek_core.workbook.taxonomy_sheet import build_taxonomy
from trek_core.workbook.writer import EDITABLE, TABLES

FORMAT = "trektrace-tables/1"
MANIFEST_NAME = "manifest.json"

Cells = Sequence[Value]


class TableFile(Protocol):
    """One open file of a table."""

    def add(self, cells: Cells) -> None:
        """Append a row."""

    def close(self) -> None:
        """Finish the file."""


Open = Callable[[Path, str, Sequence[str]], TableFile]
"""Opens a file for the table of a name, with its headings."""


@dataclass(frozen=True)
class TableSummary:
    """One finished table: its file, its rows, and the file's SHA-256."""

    name: str
    file: str
    rows: int
    columns: tuple[str, ...]
    sha256: str


@dataclass(frozen=True)
class TablesSummary:
    """What was written."""

    cases: int
    judgements: int
    tables: tuple[TableSummary, ...]


class _Growing:
    """One table while it is filled."""

    def __init__(
        self, folder: Path, name: str, suffix: str, columns: Sequence[str], open_file: Open
    ) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.rows = 0
        self._path = folder / f"{name}.{suffix}"
        self._file = open_file(self._path, name, columns)

    def add(self, cells: Cells) -> None:
        self._file.add(cells)
        self.rows += 1

    def close(self) -> None:
        self._file.close()

    def summarize(self) -> TableSummary:
        sha256 = hashlib.sha256(self._path.read_bytes()).hexdigest()
        return TableSummary(self.name, self._path.name, self.rows, self.columns, sha256)


def write_tables(
    target: Path | BinaryIO,
    cases: Iterable[WorkbookCase],
    report: AgreementReport | None,
    about: WorkbookAbout,
    *,
    suffix: str,
    open_file: Open,
    describe: Callable[[WorkbookAbout, TablesSummary], str] | None = None,
) -> TablesSummary:
    """Write one file a table and a manifest, into a new folder or a ZIP.

    `describe` makes a README.md of what was written. Raises `TrekError` where that cannot be
    written; the target is then as it was.
    """
    with open_parts(target, about.made_at) as folder:
        summary = _fill(folder, cases, report, about, suffix, open_file)
        text = json.dumps(_manifest(about, summary), ensure_ascii=False, indent=1)
        (folder / MANIFEST_NAME).write_text(text + "\n", encoding="utf-8")
        if describe is not None:
            readme = describe(about, summary)
            (folder / "README.md").write_text(readme, encoding="utf-8", newline="\n")
    return summary


def name_table(sheet: str) -> str:
    """The name of a sheet's table, which is that of its file."""
    return sheet.lower().replace(" ", "_")


def show_value(value: Value) -> str | int | float | None:
    """A value as a table holds it: text whole, a list one value a line, None for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, str | int | float):
        return value
    return join_lines(value) or None


def _fill(
    folder: Path,
    cases: Iterable[WorkbookCase],
    report: AgreementReport | None,
    about: WorkbookAbout,
    suffix: str,
    open_file: Open,
) -> TablesSummary:
    is_full = about.variant == "full"
    growing: list[_Growing] = []
    n = judgements = 0
    with ExitStack() as files:

        def start(name: str, columns: Sequence[str]) -> _Growing:
            table = _Growing(folder, name_table(name), suffix, columns, open_file)
            files.callback(table.close)
            growing.append(table)
            return table

        shown = [(table, _columns(table, about)) for table in (TABLES if is_full else EDITABLE)]
        filled = [
            (table, columns, start(table.name, [column.name for column in columns]))
            for table, columns in shown
        ]
        sheets = [build_taxonomy()]
        if is_full:
            sheets.append(build_agreement(report, about.with_trektrace))
        for sheet in sheets:
            _fill_block(start, sheet)
        for case in cases:
            reviewed = read_case(case, about.with_trektrace)
            for table, columns, file in filled:
                _add_case(file, table, columns, reviewed)
            n += 1
            judgements += len(case.record.judgements)
    return TablesSummary(n, judgements, tuple(table.summarize() for table in growing))


def _columns(table: Table[Any], about: WorkbookAbout) -> tuple[Column[Any], ...]:
    return table.shown_columns(with_trektrace=about.with_trektrace, variant=about.variant)


def _add_case(
    file: _Growing, table: Table[Any], columns: Sequence[Column[Any]], case: ReviewedCase
) -> None:
    for row in table.rows(case):
        file.add([column.value(row) for column in columns])


def _fill_block(start: Callable[[str, Sequence[str]], _Growing], sheet: BlockSheet) -> None:
    """The first block is the table; what stands below it on the sheet is for reading there."""
    first = sheet.blocks[0]
    file = start(sheet.name, first.header)
    for row in first.rows:
        file.add(row)


def _manifest(about: WorkbookAbout, summary: TablesSummary) -> dict[str, Any]:
    return {
        "format": FORMAT,
        **dict(about.list_facts()),
        "cases": summary.cases,
        "judgements": summary.judgements,
        "tables": [
            {name: value for name, value in asdict(table).items() if name != "columns"}
            for table in summary.tables
        ],
    }
