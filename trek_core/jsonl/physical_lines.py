"""Numbered lines of a file or stream, one at a time, however long or damaged the file is."""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from trek_core.errors import CaseFormatError

Source = str | Path | BinaryIO
Stream = BinaryIO | gzip.GzipFile

DAMAGE = (OSError, EOFError, zlib.error)
"""What reading raises where a gzip file is damaged."""

_GZIP_MAGIC = b"\x1f\x8b"
UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_SIGNS = re.compile(rb"\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0]")
UTF16 = CaseFormatError("line", "a file in UTF-16", "a file saved as UTF-8")
_SKIP_CHUNK = 1 << 16


def is_utf16(head: bytes) -> bool:
    """Whether a file that begins so is in UTF-16, whose plain signs are two bytes each."""
    return _UTF16_SIGNS.match(head) is not None


def begins_with(source: Source, magic: bytes) -> bool:
    """Whether a file starts with some bytes; a caller's stream stays where it stands.

    False for a stream that cannot be rewound.
    """
    if isinstance(source, str | Path):
        with Path(source).open("rb") as file:
            return file.read(len(magic)) == magic
    if not source.seekable():
        return False
    place = source.tell()
    start = source.read(len(magic))
    source.seek(place)
    return start == magic


def load_lines(
    source: Source, max_line_bytes: int
) -> Iterator[tuple[int, bytes | CaseFormatError]]:
    """Yield each line with its number from 1, without its ending; blank lines only count.

    Only `\\n` ends a line: U+0085 and U+2028 occur inside real strings. A gzip file is known by its
    first bytes, a byte-order mark is dropped. A line over `max_line_bytes` is never held in memory
    and comes as the error that names it; damage to a gzip file comes as the last line.
    """
    with open_source(source) as stream:
        yield from lines_of(stream, max_line_bytes)


def lines_of(stream: Stream, max_line_bytes: int) -> Iterator[tuple[int, bytes | CaseFormatError]]:
    """Yield the lines of a stream that is open already, as `load_lines` does."""
    number, is_blank = 0, False
    while True:
        number += 1
        try:
            if is_blank:
                number += _skip_blank(stream)
            line = _next_line(stream, max_line_bytes)
        except DAMAGE as error:
            if not isinstance(stream, gzip.GzipFile):
                raise
            yield number, damaged(error)
            return
        if line == b"":
            return
        if number == 1 and isinstance(line, bytes) and is_utf16(line):
            yield 1, UTF16
            return
        if isinstance(line, bytes):
            line = (line.removeprefix(UTF8_BOM) if number == 1 else line).rstrip(b"\r\n")
            if is_blank := not line.strip():
                continue
        yield number, line


def _skip_blank(stream: Stream) -> int:
    """Read past the empty lines that follow, of which a packed file may hold millions."""
    count = 0
    # Both readers can peek.
    while head := stream.peek(_SKIP_CHUNK):  # type: ignore[union-attr]
        size = len(head) - len(head.lstrip(b"\r\n"))
        count += head[:size].count(b"\n")
        stream.read(size)
        if size < len(head):
            break
    return count


def damaged(error: Exception) -> CaseFormatError:
    """The refusal of what comes after the sound part of a gzip file."""
    return CaseFormatError("line", f"a damaged gzip file ({error})", "whole data")


def _next_line(stream: Stream, limit: int) -> bytes | CaseFormatError:
    """The next line with its ending, empty at the end; an over-long one is read past."""
    line = stream.readline(limit + 1)
    size = len(line)
    if size <= limit or line.endswith(b"\n"):
        return line
    del line
    while chunk := stream.readline(_SKIP_CHUNK):
        size += len(chunk)
        if chunk.endswith(b"\n"):
            size -= 1
            break
    return CaseFormatError("line", f"{size:,} bytes", f"at most {limit:,} bytes")


@contextmanager
def open_source(source: Source) -> Iterator[Stream]:
    """The bytes to read, unpacked where they are gzip; a caller's stream stays open."""
    if isinstance(source, str | Path):
        with Path(source).open("rb") as file, open_source(file) as stream:
            yield stream
        return
    # BufferedReader takes every stream with readinto() (files, uploads, stdin) and can peek.
    reader = io.BufferedReader(source)  # type: ignore[type-var]
    try:
        if reader.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC):
            yield gzip.GzipFile(fileobj=reader)
        else:
            yield reader
    finally:
        reader.detach()
