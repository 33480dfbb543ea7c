"""Open a file that people filled in, whichever program it comes from."""

import codecs
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath

from trek_core.annotation_tools.annotations import read_annotations
from trek_core.annotation_tools.argilla import RECORDS_NAME
from trek_core.annotation_tools.label_studio import TASKS_NAME
from trek_core.errors import TrekError
from trek_core.workbook.edited import EditedFile
from trek_core.workbook.package_check import check_package
from trek_core.workbook.reader import open_workbook

_DAMAGES = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    KeyError,
    RuntimeError,  # and NotImplementedError, for ways of packing that are not known here
)
"""What reading a part of a damaged or oddly packed ZIP ends in."""

_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_OF_ANNOTATIONS = {".json", ".jsonl"}
"""Endings of files that are read as annotations, whatever is in them."""

_ONE_WAY = {".csv", ".parquet"}
"""Exports that are read elsewhere and do not come back."""


@contextmanager
def open_edited(content: bytes, name: str) -> Iterator[EditedFile]:
    """Open a workbook, or annotations of Label Studio or Argilla, each also in its ZIP.

    Raises `TrekError` in one sentence for a file that is none, or that is not to be opened.
    """
    if not content.strip():
        raise TrekError(f"{name}: the file is empty; export it again")
    annotations = _find_annotations(content, name)
    if annotations is not None:
        yield read_annotations(annotations, name)
        return
    with open_workbook(io.BytesIO(content), name) as book:
        yield book


def _find_annotations(content: bytes, name: str) -> bytes | None:
    """The JSON of annotations, alone or in a ZIP that has no workbook; else None."""
    bare = content.removeprefix(codecs.BOM_UTF8).strip()
    if bare[:1] in (b"[", b"{") or bare == b"null" or content.startswith(_BOMS):
        return content
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return content if PurePosixPath(name).suffix.lower() in _OF_ANNOTATIONS else None
    names = check_package(io.BytesIO(content), name)
    for part in (TASKS_NAME, RECORDS_NAME):
        if part in names:
            return _read_part(content, part, name)
    endings = {PurePosixPath(each).suffix.lower() for each in names}
    if endings & _ONE_WAY and not endings & {".xlsx", ".xml"}:
        raise TrekError(
            f"{name}: an export as CSV or Parquet is read elsewhere and does not come back; fill "
            "in a workbook, or annotations for Label Studio or Argilla"
        )
    return None


def _read_part(content: bytes, part: str, name: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            return parts.read(part)
    except _DAMAGES as error:
        raise TrekError(
            f"{name}: its {part} cannot be unpacked, so the ZIP is damaged or packed in a way not "
            f"known here; import the {part} itself, or export it again"
        ) from error
