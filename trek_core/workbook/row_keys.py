"""The key of a row: whose judgement of which case it holds, at which revision, as it was exported.

It stands in a hidden column, so that a row is known again however the sheet was sorted. Its digest
is that of the row's cells for people: whoever makes the row anew sees whether it is the same.
Where no cell comes back, a digest of each cell stands there: it tells which ones were edited.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple, dataclass
from typing import Any

from trek_core.checklist import FIELDS_BY_NAME
from trek_core.errors import TrekError
from trek_core.workbook.spreadsheet import loosen, read_text

ROW_KEY = "row_key"
"""Heading of the hidden column."""

CELL_DIGESTS = "cell_digests"
"""Heading of the hidden column of a sheet whose cells do not come back."""

STATE = "state"
"""In a `Place`: not an answer, but whether the judgement is handed in."""


_MOST_REVISIONS = 10**9


@dataclass(frozen=True)
class Place:
    """Where what a cell holds belongs: a checklist field, or one page (a URL) inside it."""

    field: str
    part: str | None = None

    @property
    def step(self) -> int | None:
        """The checklist step of the field."""
        field = FIELDS_BY_NAME.get(self.field)
        return field.step if field else None


@dataclass(frozen=True)
class RowKey:
    """A row's key; `annotator` is None for a case that nobody judged, `part` tells rows apart.

    `version` is that of the case, `computed` has a digest of each cell that follows from people's
    answers, by heading; both are missing in files that were exported before they were kept.
    """

    case_id: str
    annotator: str | None
    round: str
    revision: int
    part: str | None
    digest: str
    version: int | None = None
    computed: str = ""

    def to_text(self) -> str:
        """The key as the hidden cell holds it: JSON in ASCII, which no program changes."""
        return json.dumps(list(asdict(self).values()), separators=(",", ":"))


def read_key(text: str) -> RowKey:
    """A key from its cell; raise `TrekError` for anything else."""
    try:
        values: Any = json.loads(text)
        key = RowKey(*values)
        for each in (key.case_id, key.annotator or "", key.round, key.part or ""):
            read_text(each)
    except (ValueError, TypeError, AttributeError, RecursionError, TrekError):
        raise TrekError("the hidden row_key was changed") from None
    nothing = type(None)
    expected = (str, str | nothing, str, int, str | nothing, str, int | nothing, str)
    if not all(map(isinstance, astuple(key), expected)) or not 0 <= key.revision < _MOST_REVISIONS:
        raise TrekError("the hidden row_key was changed")
    return key


def compute_digest(cells: Mapping[str, Any]) -> str:
    """The digest of a row's cells for people, by heading; those without a value count as none."""
    kept = {name: value for name, value in sorted(cells.items()) if value is not None}
    return hashlib.sha256(json.dumps(kept).encode("ascii")).hexdigest()[:16]


def compute_cell_digests(texts: Iterable[str]) -> str:
    """The digests of some cells' texts, one for each in this order."""
    return " ".join(map(compute_cell_digest, texts))


def compute_cell_digest(text: str) -> str:
    """The digest of one cell's text, the same after whatever a program changes in saving it."""
    return f"{zlib.crc32(loosen(text).encode('utf-8', 'surrogatepass')):08x}"
