"""Whose row of an edited file it is: what its key says, and whether what it shows agrees."""

from dataclasses import replace

from trek_core.errors import TrekError
from trek_core.workbook.edited import EditedRow
from trek_core.workbook.row_keys import RowKey
from trek_core.workbook.spreadsheet import Found, is_same


def name_person(key: RowKey, row: EditedRow) -> RowKey:
    """The key with the annotator and round that somebody filled in on a row nobody had judged."""
    if key.annotator is not None:
        return key
    named, round_name = row.cells.get("annotator"), row.cells.get("round")
    if isinstance(named, TrekError):
        raise named
    return replace(
        key,
        annotator=(named.text.strip() or None) if isinstance(named, Found) else None,
        round=(round_name.text.strip() if isinstance(round_name, Found) else "") or key.round,
    )


def check_identity(key: RowKey, row: EditedRow) -> None:
    """Raise `TrekError` where what a row shows of itself is not what its key says."""
    expected = {"case_id": key.case_id, "annotator": key.annotator or "", "round": key.round}
    for name, value in expected.items():
        found = row.cells.get(name)
        if found is None or (name == "round" and isinstance(found, Found) and not found.text):
            continue
        if isinstance(found, TrekError):
            raise TrekError(f"{name}: {found}")
        if not is_same(found, value):
            raise TrekError(
                f"{name}: found {found.text[:100]!r}, but the row is that of {value[:100]!r}; put "
                "it back, or undo a sort that left the hidden row_key behind"
            )
