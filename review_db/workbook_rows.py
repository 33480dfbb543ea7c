"""The edits in a workbook's rows: each cell for people compared with what it held at the export."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from review_db.answering import as_stored
from review_db.workbook_base import Base, BaseCell, BaseRow, Bases
from review_db.workbook_identity import check_identity, name_person
from review_db.workbook_notes import RowNotes
from review_db.workbook_report import CellReport, Origin, Status, WorkbookReport
from trek_core.checklist import FIELDS_BY_NAME, Kind
from trek_core.checklist.evidence_dates import read_dates
from trek_core.errors import AnswerError, StoreError, TrekError
from trek_core.workbook.answer_text import read_answer, read_mark, show_answer
from trek_core.workbook.cells import MARK_START, find_shortened, make_cell, shorten
from trek_core.workbook.edited import EditedFile, EditedRow
from trek_core.workbook.reviewed import NOT_RECORDED
from trek_core.workbook.row_keys import STATE, Place, RowKey, compute_digest, read_key
from trek_core.workbook.spreadsheet import Found, is_same

_NOT_HERE = (
    "the case, its probes or this judgement is not here as the file had it, or was imported anew; "
    "export it again"
)
_NO_KEY = (
    "the hidden row_key is empty: a row that was added or split off; write answers on the rows of "
    "the export"
)
_ONLY_START = (
    "the cell held only the start of a longer text, and an edit of it would lose the rest; change "
    "the text in the app"
)
_HANDED_IN = ("submitted", "needs_discussion")

Unit = tuple[str, str | None]
"""A field, or one page inside it: what can be changed and conflict by itself."""


@dataclass(frozen=True)
class Edit:
    """A cell that says something else than it did: the values of its units, and those before.

    `read` is the whole cell as it was understood, in the words of the database.
    """

    key: RowKey
    origin: Origin
    text: str
    read: str
    values: Mapping[Unit, Any]
    before: Mapping[Unit, Any]

    @property
    def judgement(self) -> tuple[str, str | None, str]:
        """Whose judgement it belongs to."""
        return (self.key.case_id, self.key.annotator, self.key.round)


class RowReader:
    """Compares the rows of one file; what is no edit goes straight to the report."""

    def __init__(self, book: EditedFile, bases: Bases, report: WorkbookReport) -> None:
        self._book = book
        self._notes = RowNotes()
        self._bases = bases
        self._report = report

    def read_edits(self) -> Iterator[Edit]:
        """The edits of all rows."""
        for row in self._book.read_rows():
            self._notes.count(row)
            yield from self._read_row(row)
        for unread in self._book.unread:
            self._refuse_row(EditedRow(unread.sheet, unread.row, {}), unread.why)
        self._report.notes += self._notes.describe(self._book)

    def _read_row(self, row: EditedRow) -> Iterator[Edit]:
        if not row.key:
            self._refuse_row(row, _NO_KEY)
            return
        try:
            exported = read_key(row.key)
            key = name_person(exported, row)
            check_identity(key, row)
            self._notes.check_computed(row, exported)
            if self._is_untouched(row, exported):
                return
            base, is_exported = self._find_base(row, exported)
        except TrekError as error:
            self._refuse_row(row, str(error))
            return
        cells = base.rows[row.table, key.part]
        for name, cell in cells.cells.items():
            found = row.cells.get(name)
            if found is None:
                self._notes.absent += _is_answer(cell)
                continue
            if isinstance(found, Found) and self._is_unchanged(row, name, found, cell):
                self._report.counts["unchanged"] += 1
                continue
            origin = Origin(row.sheet, row.number, name)
            try:
                if not is_exported:
                    raise TrekError(_NOT_HERE)
                edit = self._read_edit(key, origin, found, cell, base)
            except TrekError as error:
                text = found.text if isinstance(found, Found) else ""
                self.add(key, origin, "refused", text, cell.text, str(error))
                continue
            if edit.values:
                yield edit
            else:
                self._report.counts["unchanged"] += 1

    def _is_untouched(self, row: EditedRow, exported: RowKey) -> bool:
        """Whether the cells for people are to the letter those that the key was made of.

        Such a row is counted without making it anew, which is most of the work of an import.
        """
        fill_in = self._bases.list_fill_in(row.table)
        found = {name: cell for name, cell in row.cells.items() if name in fill_in}
        texts = {name: cell.text or None for name, cell in found.items() if isinstance(cell, Found)}
        if len(texts) < len(found) or compute_digest(texts) != exported.digest:
            return False
        if not self._bases.has(exported):
            return False
        self._report.counts["unchanged"] += len(found)
        return True

    def _find_base(self, row: EditedRow, key: RowKey) -> tuple[Base, bool]:
        """The base of a row, and whether it is as it was exported; else as things stand now."""
        try:
            base = self._bases.load(key)
            known: BaseRow | None = base.rows.get((row.table, key.part))
            is_same_case = key.version in (None, base.version)
            if known is not None and known.digest == key.digest and is_same_case:
                return base, True
        except StoreError:
            pass
        base = self._bases.load_current(key)
        if (row.table, key.part) not in base.rows:
            raise TrekError(_NOT_HERE)
        return base, False

    def _is_unchanged(self, row: EditedRow, name: str, found: Found, cell: BaseCell) -> bool:
        written = self._as_written(cell)
        if not is_same(found, written):
            if cell.place != Place(STATE):
                return False
            return {found.text.strip(), cell.text} == set(_HANDED_IN)
        if found.text != written:
            self._notes.add_habit(row, name, found)
        return True

    def _as_written(self, cell: BaseCell) -> str:
        return shorten(cell.text) if self._book.is_shortened else cell.text

    def _read_edit(
        self, key: RowKey, origin: Origin, found: Found | TrekError, cell: BaseCell, base: Base
    ) -> Edit:
        if isinstance(found, TrekError):
            raise found
        if cell.place is None:
            raise TrekError("nothing can be filled in on this row")
        if key.annotator is None:
            raise TrekError("the row says no annotator; name one in the column annotator")
        if self._as_written(cell) != cell.text:
            raise TrekError(_ONLY_START)
        text = self._whole(found.text)
        values = _read_units(cell.place, text, base.answers)
        if found.habit:
            meant = next(iter(values.values()), text)
            self._report.notes.append(
                f"{origin.sheet}, row {origin.row}, {origin.column}: {found.habit}; "
                f"taken as {meant if isinstance(meant, str) else text:.100}."
            )
        before = {
            unit: _read_state(cell.text) if unit[0] == STATE else _read_unit(base.answers, unit)
            for unit in values
        }
        changed = {unit: value for unit, value in values.items() if value != before[unit]}
        return Edit(key, origin, text, _show_read(cell.place, values), changed, before)

    def _whole(self, text: str) -> str:
        if MARK_START not in text:
            return text.strip().replace("\r\n", "\n")
        whole = self._book.texts.get(find_shortened(text) or "")
        if whole is None or not is_same(Found(text), shorten(whole)):
            raise TrekError(
                "only the start of a longer text; import the ZIP with its long_texts.jsonl, or "
                "change the text in the app"
            )
        return whole

    def _refuse_row(self, row: EditedRow, why: str) -> None:
        """Name a row that is not taken as one entry; nothing else is known about it."""
        parts = {
            name: found.text
            for name in ("case_id", "annotator", "round")
            if isinstance(found := row.cells.get(name), Found)
        }
        cell = CellReport(
            row.sheet,
            row.number,
            "",
            parts.get("case_id", ""),
            parts.get("annotator"),
            parts.get("round", ""),
            "refused",
            "",
            "",
            why,
        )
        self._report.cells.append(cell)
        self._report.counts["refused"] += 1

    def add(
        self,
        key: RowKey,
        origin: Origin,
        status: Status,
        found: str,
        stored: str,
        why: str = "",
        read: str = "",
    ) -> None:
        """Report one cell."""
        self._report.counts[status] += 1
        whose = (key.case_id, key.annotator, key.round)
        cell = CellReport(
            origin.sheet, origin.row, origin.column, *whose, status, found, stored, why, read
        )
        self._report.cells.append(cell)


def _is_answer(cell: BaseCell) -> bool:
    return cell.text not in ("", NOT_RECORDED) and cell.place != Place(STATE)


def _read_units(place: Place, text: str, answers: Mapping[str, Any]) -> dict[Unit, Any]:
    """The values that a cell's text gives: one, or one for each page of a field of pages."""
    if place.field == STATE:
        value = text.strip().casefold()
        if value not in ("draft", "submitted"):
            raise AnswerError(f"found {text[:100]!r}, expected draft or submitted")
        return {(STATE, None): value}
    field = FIELDS_BY_NAME[place.field]
    try:
        if place.part is not None:
            return {(field.name, place.part): read_mark(field.name, text)}
        read = read_answer(field.name, text)
        if field.kind is Kind.ENTRIES and read:
            read = read_dates(read, answers.get(field.name) or ())
    except AnswerError as error:
        raise AnswerError(f"found {text[:100]!r}, expected {error}") from None
    value = as_stored(read)  # Its own refusal is a sentence and says what to do.
    if field.kind is not Kind.PAGES:
        return {(field.name, None): value}
    given, before = value or {}, answers.get(field.name) or {}
    return {(field.name, url): given.get(url) for url in [*before, *given]}


def _show_read(place: Place, values: Mapping[Unit, Any]) -> str:
    """What a cell's text was taken for, as a workbook shows it."""
    if place.field == STATE or place.part is not None:
        return str(next(iter(values.values())) or "")
    value = values.get((place.field, None))
    if value is None:
        value = {part: mark for (_, part), mark in values.items() if mark is not None}
    return str(make_cell(show_answer(place.field, value)).value or "") if value else ""


def _read_state(text: str) -> str:
    return "submitted" if text in _HANDED_IN else text or "not_started"


def _read_unit(answers: Mapping[str, Any], unit: Unit) -> Any:
    field, part = unit
    value = as_stored(answers.get(field))
    return value if part is None else (value or {}).get(part)
