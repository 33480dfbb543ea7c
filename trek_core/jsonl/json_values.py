"""The objects of a file, one a line or in one JSON array or spread over lines, one at a time."""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import (
    DAMAGE,
    UTF8_BOM,
    Source,
    Stream,
    damaged,
    lines_of,
    open_source,
)

_HEAD = 1 << 16
_CHUNK = 1 << 20
# An array, or an object whose first line leaves it open: then a line is not a record.
_ONE_DOCUMENT = re.compile(rb'\s*(?:\[|\{(?:[^\n]*[\[{,])?[ \t]*\r?\n\s*["{}\[\]])')
_OUTSIDE = re.compile(rb'["{}\[\]]')
_INSIDE = re.compile(rb'["\\]')


def load_values(
    source: Source, max_value_bytes: int
) -> Generator[tuple[int, bytes | CaseFormatError], None, None]:
    """Yield each record's bytes with the number of the line it begins on, from 1.

    A file that begins with an array gives its elements, one whose first object is spread over
    lines gives its objects, any other gives its lines as `load_lines` does. No more than one record
    of at most `max_value_bytes` is held in memory.
    """
    with open_source(source) as stream:
        try:
            # Both readers can peek; a gzip stream may be damaged from its first byte.
            head = stream.peek(_HEAD)  # type: ignore[union-attr]
        except DAMAGE:
            head = b""
        if _ONE_DOCUMENT.match(head.removeprefix(UTF8_BOM)):
            yield from _values(stream, max_value_bytes)
        else:
            yield from lines_of(stream, max_value_bytes)


def _values(stream: Stream, limit: int) -> Iterator[tuple[int, bytes | CaseFormatError]]:
    scanner = _Scanner(limit)
    try:
        while chunk := stream.read(_CHUNK):
            yield from scanner.feed(chunk)
    except DAMAGE as error:
        if isinstance(error, OSError) and not hasattr(stream, "fileobj"):
            raise
        yield scanner.line, damaged(error)
        return
    if scanner.depth:
        found = "the end of the file inside a record" if scanner.parts else "an array without end"
        yield scanner.began, CaseFormatError("line", found, "a whole JSON document")
    elif not scanner.found:
        yield 1, CaseFormatError("line", "an array without an object", "JSON objects")


@dataclass
class _Scanner:
    """Finds where each record begins and ends; what is in it is the parser's business."""

    limit: int
    line: int = 1
    began: int = 1
    depth: int = 0
    found: int = 0
    parts: list[bytes] = field(default_factory=list)
    _base: int = 0
    _size: int = 0
    _in_text: bool = False
    _escaped: bool = False

    def feed(self, chunk: bytes) -> Iterator[tuple[int, bytes | CaseFormatError]]:
        """Yield the records that end in this chunk."""
        start = counted = 0
        for at, sign in self._brackets(chunk):
            if sign in b"]}":
                self.depth -= 1
                if self.depth == self._base and self.parts:
                    yield self.began, self._end(chunk[start : at + 1])
                elif self.depth < self._base:
                    self._base = self.depth = 0
            elif sign == b"[" and self.depth == self._base == 0:
                self._base = self.depth = 1
            else:
                if self.depth == self._base:
                    self.line += chunk.count(b"\n", counted, at)
                    counted, start, self.began = at, at, self.line
                    self.parts, self._size = [b""], 0
                self.depth += 1
        self.line += chunk.count(b"\n", counted)
        if self.parts:
            self._keep(chunk[start:])

    def _brackets(self, chunk: bytes) -> Iterator[tuple[int, bytes]]:
        """The brackets and braces outside texts, which may go on from one chunk to the next."""
        position = int(self._escaped)
        while found := (_INSIDE if self._in_text else _OUTSIDE).search(chunk, position):
            position, sign = found.end(), found.group()
            if sign == b"\\":
                position += 1
            elif sign == b'"':
                self._in_text = not self._in_text
            else:
                yield found.start(), sign
        self._escaped = position > len(chunk)

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self.limit:
            self.parts.append(piece)
        else:
            self.parts = [b""]

    def _end(self, piece: bytes) -> bytes | CaseFormatError:
        self._keep(piece)
        self.found += 1
        value, self.parts = b"".join(self.parts), []
        if self._size <= self.limit:
            return value
        return CaseFormatError(
            "record", f"{self._size:,} bytes", f"at most {self.limit:,} bytes in one record"
        )
