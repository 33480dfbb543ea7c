"""The objects of a file, one a line or in one JSON array or spread over lines, one at a time."""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

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

LISTS = ("data", "items", "records", "rows", "results", "traces", "runs", "responses", "cases")
"""Where an object that holds records keeps them."""

_HEAD = 1 << 16
_CHUNK = 1 << 20
# An array, or an object whose first line leaves it open: then a line is not a record.
_ONE_DOCUMENT = re.compile(rb'\s*(?:\[|\{(?:[^\n]*[\[{,])?[ \t]*\r?\n\s*["{}\[\]])')
# An object around a list of records, after fields that say something of the list.
_AROUND_LIST = re.compile(
    rb'\s*\{(?:\s*"(?!question"|query")[^"\\]*"\s*:\s*(?:"[^"\\]*"|[-+.\w]+)\s*,)*\s*"(?:'
    + "|".join(LISTS).encode()
    + rb')"\s*:\s*(?=\[)'
)
_BEFORE_LIST = re.compile(rb'"(?:' + "|".join(LISTS).encode() + rb')"\s*:\s*\Z')
_OUTSIDE = re.compile(rb'["{}\[\]]')
_INSIDE = re.compile(rb'["\\]')
_BETWEEN = UTF8_BOM + b" \t\r\n,"
_SHOWN = 60

Numbered = tuple[int, bytes | CaseFormatError]


def load_values(source: Source, max_value_bytes: int) -> Generator[Numbered, None, None]:
    """Yield each record's bytes with the number of the line it begins on, from 1.

    A file that begins with an array gives its elements, one whose first object is spread over
    lines gives its objects, any other gives its lines as `load_lines` does. An object too large for
    a record gives those of the list that it holds. No more than one record of at most
    `max_value_bytes` is held in memory.
    """
    start = None if isinstance(source, str | Path) or not source.seekable() else source.tell()
    with open_source(source) as stream:
        try:
            # Both readers can peek; a gzip stream may be damaged from its first byte.
            head = stream.peek(_HEAD)  # type: ignore[union-attr]
        except DAMAGE:
            head = b""
        head = head.removeprefix(UTF8_BOM)
        if _ONE_DOCUMENT.match(head):
            yield from _values(stream, max_value_bytes)
            return
        can_rewind = start is not None or isinstance(source, str | Path)
        is_around_list = can_rewind and _AROUND_LIST.match(head)
        for number, line in lines_of(stream, max_value_bytes):
            if is_around_list and number == 1 and isinstance(line, CaseFormatError):
                break
            yield number, line
        else:
            return
    if start is not None:
        source.seek(start)  # type: ignore[union-attr]  # only a stream has a start
    with open_source(source) as stream:
        yield from _values(stream, max_value_bytes)


def _values(stream: Stream, limit: int) -> Iterator[Numbered]:
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
    else:
        yield from scanner.end()


@dataclass
class _Scanner:
    """Finds where each record begins and ends; what is in it is the parser's business.

    One that `is_inner` reads the lists that an object too large for a record holds, and passes over
    what else is in it.
    """

    limit: int
    line: int = 1
    began: int = 1
    depth: int = 0
    found: int = 0
    parts: list[bytes] = field(default_factory=list)
    is_inner: bool = False
    _base: int = 0
    _size: int = 0
    _in_text: bool = False
    _escaped: bool = False
    _between: bytes = b""
    _inner: "_Scanner | None" = None

    def feed(self, chunk: bytes) -> Iterator[Numbered]:
        """Yield the records that end in this chunk."""
        start = counted = 0
        for at, sign in self._brackets(chunk):
            if self.depth == self._base:
                self._look_between(chunk[start:at])
                self.line += chunk.count(b"\n", counted, at)
                counted, start = at, at + 1
                yield from self._refuse_between()
            if sign in b"]}":
                self.depth -= 1
                if self.depth == self._base and self.parts:
                    yield from self._end(chunk[start : at + 1])
                    start = at + 1
                elif self.depth < self._base:
                    self._base = self.depth = 0
            elif sign == b"[" and self.depth == self._base == 0 and self._begins_list():
                self._base = self.depth = 1
            else:
                if self.depth == self._base and not self._is_beside():
                    start, self.began = at, self.line
                    self.parts, self._size = [b""], 0
                self.depth += 1
        self.line += chunk.count(b"\n", counted)
        if self.parts:
            yield from self._keep(chunk[start:])
        else:
            self._look_between(chunk[start:])

    def end(self) -> Iterator[Numbered]:
        """Say what is wrong with a document once it has ended."""
        yield from self._refuse_between()
        if not self.found:
            yield self.began, CaseFormatError("line", "an array without an object", "JSON objects")

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

    def _is_beside(self) -> bool:
        """Whether this is beside the lists of an object, where nothing is a record."""
        return self.is_inner and self._base == 0

    def _begins_list(self) -> bool:
        """Whether a bracket outside all others begins a list of records."""
        between, self._between = self._between, b""
        return not self.is_inner or _BEFORE_LIST.search(between) is not None

    def _look_between(self, piece: bytes) -> None:
        """Remember the beginning of what stands between two records, or the end of what stands
        before a list."""
        if self._is_beside():
            self._between = (self._between + piece)[-_SHOWN:]
            return
        self._between = (self._between + piece.strip(_BETWEEN))[:_SHOWN]

    def _refuse_between(self) -> Iterator[Numbered]:
        if self._between and not self._is_beside():
            shown, self._between = self._between.decode("utf-8", "replace"), b""
            self.found += 1
            yield self.line, CaseFormatError("record", f"{shown} by itself", "JSON objects")

    def _keep(self, piece: bytes) -> Iterator[Numbered]:
        """Keep a piece of a record; of one that grows too large, yield what its list holds."""
        if self._inner:
            yield from self._inner.feed(piece)
            return
        was_small = self._size <= self.limit
        self._size += len(piece)
        if self._size <= self.limit:
            self.parts.append(piece)
            return
        whole, self.parts = b"".join([*self.parts, piece]) if was_small else b"", [b""]
        if not self.is_inner and (around := _AROUND_LIST.match(whole)):
            line = self.began + whole.count(b"\n", 0, around.end())
            before = whole[: around.end()][-_SHOWN:]
            self._inner = _Scanner(self.limit, line, line, is_inner=True, _between=before)
            yield from self._inner.feed(whole[around.end() :])

    def _end(self, piece: bytes) -> Iterator[Numbered]:
        yield from self._keep(piece)
        self.found += 1
        value, self.parts = b"".join(self.parts), []
        if self._inner:
            yield from self._inner.end()
            self._inner = None
        elif self._size <= self.limit:
            yield self.began, value
        else:
            yield (
                self.began,
                CaseFormatError(
                    "record", f"{self._size:,} bytes", f"at most {self.limit:,} bytes in one record"
                ),
            )
