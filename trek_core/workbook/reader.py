"""An edited workbook, row by row: its headings and keys found, its cells as text.

Columns may have moved, sheets and columns may have been added, rows sorted or deleted. Only cells
for people are read, and what tells whose row it is.
"""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from trek_core.errors import TrekError, say_unreadable
from trek_core.workbook.columns import Variant
from trek_core.workbook.decisions_sheet import DECISIONS
from trek_core.workbook.edited import EditedRow, Unread
from trek_core.workbook.headings import (
    HEADING_WITHIN,
    Headings,
    find_headings,
    find_sheets,
    list_fill_in,
)
from trek_core.workbook.manifest import FORMAT, WITHHELD
from trek_core.workbook.overwritten import name_overwritten
from trek_core.workbook.package_check import MOST_BYTES, check_package, damaged
from trek_core.workbook.row_keys import ROW_KEY
from trek_core.workbook.sheet_cells import SheetCell, read_cells
from trek_core.workbook.sidecar import TEXTS_NAME, read_sidecar
from trek_core.workbook.spreadsheet import Found, read_value

_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z]+\d+:[A-Z]+\d+)\"")

_DAMAGES = (zipfile.BadZipFile, zlib.error, SyntaxError, KeyError, ValueError, EOFError, OSError)
"""What reading a damaged part ends in; an entity in its XML is a ValueError of defusedxml."""

_OF_A_MAC = "__MACOSX/"
"""Beside each file that is packed there stands one of this folder with what its system noted."""

_UNSURE = (
    "its rows have keys, but neither its name nor its headings say which sheet of the export it "
    "is; nothing of it is taken. Give it its name back."
)
_EMPTY = SheetCell(None, "n")

Range = tuple[int, int, int, int]


@dataclass(frozen=True)
class EditedWorkbook:
    """An opened workbook: what it says of itself, its long texts, what is wrong with its sheets."""

    name: str
    with_trektrace: bool
    variant: Variant
    texts: Mapping[str, str]
    exported_rows: Mapping[str, int]
    extra_sheets: tuple[str, ...]
    fill_in: Mapping[str, frozenset[str]] = field(repr=False)
    sheets: Mapping[str, str] = field(repr=False)
    unsure_sheets: tuple[str, ...] = field(repr=False)
    book: Any = field(repr=False)
    is_shortened: bool = True
    problems: list[str] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def read_rows(self) -> Iterator[EditedRow]:
        """The rows of the sheets that come back; `problems` and `unread` are filled on the way."""
        try:
            for name in self.fill_in:
                title = self.sheets.get(name)
                if title is None:
                    self.problems.append(f"{name}: the sheet is not there.")
                    continue
                if title != name:
                    self.problems.append(f"{title[:100]}: read as the sheet {name}, renamed.")
                yield from self._read_sheet(self.book[title], name)
            self.unread.extend(Unread(title, 1, _UNSURE) for title in self.unsure_sheets)
            for sheet in self.book.worksheets:
                if sheet.title == DECISIONS.name:
                    self.problems.extend(name_overwritten(sheet))
        except _DAMAGES as error:
            raise damaged(self.name) from error

    def _read_sheet(self, sheet: Any, table: str) -> Iterator[EditedRow]:
        merged = _find_merged(sheet)
        headings: Headings = {}
        for number, row in read_cells(sheet):
            if not headings:
                headings = find_headings(row)
                if not headings and number >= HEADING_WITHIN:
                    break
                if headings:
                    self._name_gone(sheet.title, headings, self.fill_in[table])
                    headings = self._drop_twice(sheet.title, number, headings, self.fill_in[table])
                continue
            cells = {
                name: _read_cell(row.get(column, _EMPTY), (number, column), merged)
                for column, name in headings.items()
            }
            if any(isinstance(cell, TrekError) or cell.text for cell in cells.values()):
                yield EditedRow(sheet.title, number, cells, of_table=table)
        if not headings:
            why = (
                f"there is no heading {ROW_KEY} (a hidden column) in the first {HEADING_WITHIN} "
                "rows; nothing of this sheet is taken."
            )
            self.unread.append(Unread(sheet.title, 1, why))

    def _name_gone(self, sheet: str, headings: Headings, fill_in: frozenset[str]) -> None:
        gone = sorted(fill_in.difference(headings.values()))
        if gone:
            self.problems.append(
                f"{sheet}: deleted or renamed, so that nothing happens to what they held: "
                f"{', '.join(gone)}."
            )

    def _drop_twice(
        self, sheet: str, number: int, headings: Headings, fill_in: frozenset[str]
    ) -> Headings:
        """The headings without those of which there are two, each named."""
        names = list(headings.values())
        twice = sorted({name for name in names if names.count(name) > 1})
        for name in twice:
            why = (
                f"two columns are named {name[:100]}; neither is read. Rename the one that was "
                "added."
            )
            if name in fill_in:
                self.unread.append(Unread(sheet, number, why))
            else:
                self.problems.append(f"{sheet}: {why}")
        return {column: name for column, name in headings.items() if name not in twice}


@contextmanager
def open_workbook(source: Path | BinaryIO, name: str) -> Iterator[EditedWorkbook]:
    """Open an exported workbook, or the ZIP that it came in.

    Raises `TrekError` in one sentence for a file that is none, or that is not to be opened.
    """
    try:
        with source.open("rb") if isinstance(source, Path) else nullcontext(source) as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise TrekError(say_unreadable(name, error)) from error
    package, texts = _unpack(io.BytesIO(content), name)
    try:
        book = load_workbook(package, read_only=True, keep_links=False)
    except Exception as error:  # whatever the library meets in a damaged file
        raise damaged(name) from error
    try:
        yield _describe(book, texts, name)
    finally:
        book.close()


def _unpack(package: io.BytesIO, name: str) -> tuple[io.BytesIO, Mapping[str, str]]:
    listed = check_package(package, name)
    # A folder that was packed again: its name stands before those of its files.
    names = [each for each in listed if not each.startswith(_OF_A_MAC)]
    inside = [each for each in names if each.endswith(".xlsx")]
    if "[Content_Types].xml" in names or not inside:
        return package, {}
    if len(inside) > 1:
        raise TrekError(f"{name}: {len(inside)} workbooks are in the ZIP; import them one by one")
    texts: dict[str, str] = {}
    try:
        with zipfile.ZipFile(package) as parts:
            for each in names:
                if PurePosixPath(each).name == TEXTS_NAME:
                    with parts.open(each) as lines:
                        texts |= read_sidecar(lines, f"{name}: {TEXTS_NAME}")
            book = io.BytesIO(parts.read(inside[0]))
    except (*_DAMAGES, RuntimeError, lzma.LZMAError) as error:
        raise damaged(name) from error
    check_package(book, f"{name}: {inside[0]}")
    return book, texts


def _describe(book: Any, texts: Mapping[str, str], name: str) -> EditedWorkbook:
    try:
        facts = _read_facts(book)
    except _DAMAGES as error:
        raise damaged(name) from error
    if facts.get("format") != FORMAT:
        raise TrekError(
            f"{name}: this workbook was not exported here (its Manifest sheet does not say "
            f"{FORMAT}); import a workbook from Export, its Manifest sheet left in it"
        )
    with_trektrace = facts.get("trektrace") != WITHHELD
    variant: Variant = "annotators" if facts.get("variant") == "annotators" else "full"
    fill_in = list_fill_in(with_trektrace=with_trektrace, variant=variant)
    others = [each for each in book.sheetnames if each not in facts and each != "Manifest"]
    try:
        sheets, unsure = find_sheets(book, others, fill_in)
    except _DAMAGES as error:
        raise damaged(name) from error
    return EditedWorkbook(
        name=name,
        with_trektrace=with_trektrace,
        variant=variant,
        texts=texts,
        exported_rows={
            sheet: rows for sheet, rows in facts.items() if sheet in fill_in and type(rows) is int
        },
        extra_sheets=tuple(each for each in others if each not in {*sheets.values(), *unsure}),
        fill_in=fill_in,
        sheets=sheets,
        unsure_sheets=unsure,
        book=book,
    )


def _read_facts(book: Any) -> dict[Any, Any]:
    facts: dict[Any, Any] = {}
    for manifest in (sheet for sheet in book.worksheets if sheet.title == "Manifest"):
        manifest.reset_dimensions()
        rows = manifest.iter_rows(max_row=200, max_col=2, values_only=True)
        facts = {row[0]: row[1] for row in rows if len(row) == 2 and row[0] is not None}
    return facts


def _read_cell(cell: SheetCell, place: tuple[int, int], merged: list[Range]) -> Found | TrekError:
    for left, top, right, bottom in merged:
        if left <= place[1] <= right and top <= place[0] <= bottom:
            return TrekError("a merged cell; split it, and give each cell its own value")
    try:
        return read_value(cell.value, cell.data_type)
    except TrekError as error:
        return error


def _find_merged(sheet: Any) -> list[Range]:
    """Left, top, right and bottom of each merged range; what reads rows in turn tells none."""
    found = set()
    before = b""
    with sheet._get_source() as source:
        while chunk := source.read(1 << 20):
            found.update(_MERGED.findall(before + chunk))
            before = chunk[-300:]
    return [cast(Range, range_boundaries(ref.decode("ascii"))) for ref in sorted(found)]
