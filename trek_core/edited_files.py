"""Open a file that people filled in, whichever program it comes from."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager

from trek_core.annotation_tools.annotations import read_annotations
from trek_core.annotation_tools.argilla import RECORDS_NAME
from trek_core.annotation_tools.label_studio import TASKS_NAME
from trek_core.workbook.edited import EditedFile
from trek_core.workbook.package_check import check_package
from trek_core.workbook.reader import open_workbook


@contextmanager
def open_edited(content: bytes, name: str) -> Iterator[EditedFile]:
    """Open a workbook, or annotations of Label Studio or Argilla, each also in its ZIP.

    Raises `TrekError` in one sentence for a file that is none, or that is not to be opened.
    """
    annotations = _find_annotations(content, name)
    if annotations is not None:
        yield read_annotations(annotations, name)
        return
    with open_workbook(io.BytesIO(content), name) as book:
        yield book


def _find_annotations(content: bytes, name: str) -> bytes | None:
    """The JSON of annotations, alone or in a ZIP that has no workbook; else None."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"[", b"{"):
        return content
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return None
    names = check_package(io.BytesIO(content), name)
    for part in (TASKS_NAME, RECORDS_NAME):
        if part in names:
            with zipfile.ZipFile(io.BytesIO(content)) as parts:
                return parts.read(part)
    return None
