"""What a file must be before a library opens it: a workbook of a size that can be read.

A ZIP's own list of parts says how large each is unpacked, and reading stops there, so that the
list can be trusted for this.
"""

import re
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

from trek_core.errors import TrekError

MOST_BYTES = 400_000_000
"""Bytes of all parts of a file together, unpacked."""

MOST_PARTS = 2_000

_MOST_TIMES = 200
_SMALL_PART = 10_000_000
"""Only a part of more bytes than this must not unpack to so many times its size: the sheets of
exports stay below 75 times, whatever their texts."""

_ENCRYPTED_OR_OLD = b"\xd0\xcf\x11\xe0"
_OPEN_DOCUMENT = {"mimetype", "content.xml"}
_LIVE_PARTS = {
    r"(?i)xl/externalLinks/": "links to other workbooks",
    r"(?i)xl/(connections\.xml|queryTables/)": "connections to outside data",
    r"(?i)xl/(vbaProject\.bin|macrosheets/)": "macros",
    r"(?i)xl/(embeddings|activeX)/": "embedded objects",
}
"""Parts that reach out of a workbook or run, and what they are."""


def check_package(source: BinaryIO, name: str) -> tuple[str, ...]:
    """The names of the parts of a ZIP; raise `TrekError` for one that is not to be opened."""
    source.seek(0)
    start = source.read(4)
    if start == _ENCRYPTED_OR_OLD:
        raise TrekError(
            f"{name}: the file has a password or the old .xls format; save it as an .xlsx workbook "
            "without a password"
        )
    try:
        with ZipFile(source) as parts:
            listed = parts.infolist()
    except (BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise damaged(name) from error
    if any(part.flag_bits & 1 for part in listed):
        raise TrekError(f"{name}: the file has a password; save it without one")
    if len(listed) > MOST_PARTS or sum(part.file_size for part in listed) > MOST_BYTES:
        raise TrekError(
            f"{name}: the file would unpack to more than {MOST_BYTES // 1_000_000} MB or "
            f"{MOST_PARTS:,} parts; export fewer cases at a time"
        )
    if any(part.file_size > max(_SMALL_PART, _MOST_TIMES * part.compress_size) for part in listed):
        raise TrekError(
            f"{name}: the file would unpack to more than {_MOST_TIMES} times its size, which no "
            "export does; export it again"
        )
    names = tuple(part.filename for part in listed)
    if _OPEN_DOCUMENT.issubset(names):
        raise TrekError(f"{name}: this is an OpenDocument file (.ods); save it as .xlsx")
    for pattern, what in _LIVE_PARTS.items():
        if any(re.match(pattern, part) for part in names):
            raise TrekError(
                f"{name}: the file has {what}; copy the sheets into a plain .xlsx workbook"
            )
    return names


def damaged(name: str) -> TrekError:
    """That a file is no workbook, or not whole."""
    return TrekError(
        f"{name}: this is no .xlsx workbook, or it is damaged; export the workbook again, or save "
        "it as .xlsx once more"
    )
