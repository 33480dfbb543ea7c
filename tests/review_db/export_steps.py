"""Exports of a store as the parts they are made of."""

import io
import zipfile
from datetime import datetime

import pyarrow.parquet

from review_db import workbook_export
from review_db.export_formats import FORMATS_BY_NAME, ZIP
from review_db.store import WorkbookChoice
from review_db.workbook_export import ExportOrder

STAMP = datetime.fromisoformat("2026-03-01T09:30:00+00:00")


class FixedTime(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz=None):
        return STAMP.astimezone(tz)


def stop_clock(monkeypatch):
    """Give every export the same stamp."""
    monkeypatch.setattr(workbook_export, "datetime", FixedTime)


def export(store, name, choice=None, **options):
    """The bytes of an export of a kind."""
    target = io.BytesIO()
    kind = FORMATS_BY_NAME[name]
    order = ExportOrder(choice or WorkbookChoice(), with_texts=kind.suffixes[0] == ZIP, **options)
    kind.write(store, target, order)
    return target.getvalue()


def unpack(content):
    """Name -> bytes of each part of a ZIP, parts of parts included; what is no ZIP is one part."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return {"": content}
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        for name in parts.namelist():
            for inner, held in unpack(parts.read(name)).items():
                found[f"{name}/{inner}".rstrip("/")] = held
    return found


def read_rows(content):
    """The rows of a Parquet file."""
    return pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()


def all_text(content):
    """Everything an export says, as one text, Parquet unpacked."""
    return "\n".join(
        str(read_rows(held)) if name.endswith(".parquet") else held.decode("utf-8", "replace")
        for name, held in unpack(content).items()
    )
