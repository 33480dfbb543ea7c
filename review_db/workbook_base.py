"""What a workbook's rows held when it was exported, made anew from the database."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.judgements import load_judgement
from review_db.workbook_cases import load_base_case
from trek_core.errors import StoreError
from trek_core.workbook.cells import make_cell
from trek_core.workbook.columns import Variant
from trek_core.workbook.headings import list_fill_in
from trek_core.workbook.reviewed import read_case
from trek_core.workbook.row_keys import Place, RowKey
from trek_core.workbook.writer import EDITABLE

_KEPT = 64
"""Judgements kept at hand: the rows of one case stand together, unless they were sorted."""


@dataclass(frozen=True)
class BaseCell:
    """One cell for people: its whole text, and where in the judgement it belongs."""

    text: str
    place: Place | None


@dataclass(frozen=True)
class BaseRow:
    """One row: its cells for people by heading, and the digest that its key had."""

    cells: Mapping[str, BaseCell]
    digest: str


@dataclass(frozen=True)
class Base:
    """The rows of one judgement by sheet and part, its answers, and the version of its case."""

    rows: Mapping[tuple[str, str | None], BaseRow]
    answers: Mapping[str, Any]
    version: int | None


class Bases:
    """Makes the rows of judgements as a workbook of this kind has them."""

    def __init__(self, db: Database, *, with_trektrace: bool, variant: Variant) -> None:
        self._db = db
        self._with_trektrace = with_trektrace
        self._variant = variant
        self._kept: OrderedDict[tuple[Any, ...], Base | StoreError] = OrderedDict()
        self._fill_in = list_fill_in(with_trektrace=with_trektrace, variant=variant)
        self._revisions = {
            (row["case_id"], row["annotator"], row["round"]): row["revision"]
            for row in db.execute("select case_id, annotator, round, revision from judgements")
        }
        self._cases = {row[0] for row in db.execute("select case_id from cases")}

    def list_fill_in(self, sheet: str) -> frozenset[str]:
        """The headings of a sheet's cells for people."""
        return self._fill_in[sheet]

    def has(self, key: RowKey) -> bool:
        """Whether the judgement and the revision of a key are here, without making their rows."""
        if key.annotator is None or key.revision == 0:
            return key.case_id in self._cases
        now = self._revisions.get((key.case_id, key.annotator, key.round))
        return now is not None and 0 < key.revision <= now

    def load(self, key: RowKey, revision: int | None = None) -> Base:
        """The base of a key, at its revision or another; `StoreError` where there is none here."""
        at = key.revision if revision is None else revision
        place = (key.case_id, key.annotator, key.round, at)
        if place not in self._kept:
            try:
                self._kept[place] = self._make(*place)
            except StoreError as error:
                self._kept[place] = error
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        found = self._kept[place]
        if isinstance(found, StoreError):
            raise found
        return found

    def load_current(self, key: RowKey) -> Base:
        """The base of a key as things stand now."""
        if key.annotator is None:
            return self.load(key, 0)
        stored = load_judgement(self._db, key.case_id, key.annotator, key.round)
        return self.load(key, stored.revision)

    def _make(self, case_id: str, annotator: str | None, round_name: str, revision: int) -> Base:
        given = load_base_case(self._db, case_id, annotator, round_name, revision)
        case = read_case(given, self._with_trektrace)
        rows: dict[tuple[str, str | None], BaseRow] = {}
        for table in EDITABLE:
            columns = table.shown_columns(
                with_trektrace=self._with_trektrace, variant=self._variant
            )
            for row in table.rows(case):
                key = table.make_key(columns, row)
                cells = {
                    column.name: BaseCell(_whole_text(column.value(row)), column.place(row))
                    for column in columns
                    if column.place is not None
                }
                rows[table.name, key.part] = BaseRow(cells, key.digest)
        answers = case.judgements[0].answers if case.judgements else {}
        return Base(rows, answers, case.version)


def _whole_text(value: Any) -> str:
    cell = make_cell(value)
    if cell.whole is not None:
        return cell.whole
    return "" if cell.value is None else str(cell.value)
