"""Inspect's `.eval` logs: a ZIP with the evaluation in one part and each sample in another."""

import io
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import Source, begins_with
from trek_core.jsonl.reader import MAX_LINE_BYTES, Parsed, parse_line

_MAGIC = b"PK\x03\x04"
_HEADS = ("header.json", "_journal/start.json")
"""Where the evaluation stands: the second in a log that was not finished."""
_SAMPLES = "samples/"
_LOOKED_FOR = "an Inspect log: header.json and samples/ (inspect)"
SAMPLE = "a sample: an object with `input` and `output`"
_MOST_PARTS = 200_000
_MOST_BYTES = 8_000_000_000
"""Bytes of all parts together, unpacked; one sample is in memory at a time."""
_ZSTD = 93
_LOCAL_HEAD = struct.Struct("<26xHH")
_DAMAGES = (
    BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    struct.error,
)

Numbered = tuple[int, Parsed | CaseFormatError]


def is_archive(source: Source) -> bool:
    """Whether a file is a ZIP."""
    return begins_with(source, _MAGIC)


def load_samples(source: Source, max_sample_bytes: int) -> Iterator[Numbered]:
    """Yield each sample as a log of one, in the order of the archive, numbered from 1.

    A part that is damaged, too large or packed in an unknown way comes as the error that names it.
    """
    if isinstance(source, str | Path):
        with Path(source).open("rb") as file:
            yield from load_samples(file, max_sample_bytes)
        return
    try:
        with ZipFile(source) as archive:
            yield from _read_archive(archive, source, max_sample_bytes)
    except _DAMAGES as error:
        yield 1, CaseFormatError("line", f"a damaged archive ({error})", "a whole .eval log")


def _read_archive(archive: ZipFile, file: BinaryIO, limit: int) -> Iterator[Numbered]:
    parts = archive.infolist()
    # A log that is written bit by bit may hold its head twice: the last one counts.
    by_name = {part.filename: part for part in parts}
    head = next((by_name[name] for name in _HEADS if name in by_name), None)
    samples = [part for part in parts if _is_sample(part.filename)]
    if head is None or not samples:
        found = f"a ZIP archive with {', '.join(list(by_name)[:5]) or 'nothing in it'}"
        yield 1, CaseFormatError("line", found, _LOOKED_FOR)
        return
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _MOST_BYTES:
        found = f"an archive of {len(parts):,} parts that unpacks to more than it may"
        most = f"at most {_MOST_PARTS:,} parts and {_MOST_BYTES // 10**9} GB"
        yield 1, CaseFormatError("line", found, most)
        return
    told = parse_line(_unpack(archive, file, head, limit))
    if isinstance(told, CaseFormatError):
        yield 1, told
        return
    log = {name: value for name, value in told[0].items() if name != "samples"}
    for number, part in enumerate(samples, 1):
        sample = parse_line(_unpack(archive, file, part, limit))
        if isinstance(sample, CaseFormatError):
            yield number, CaseFormatError(part.filename, sample.found, sample.expected)
            continue
        if not sample[0]:
            yield number, CaseFormatError(part.filename, "an object without fields", SAMPLE)
            continue
        try:
            whole = resolve(sample[0], limit)
        except CaseFormatError as error:
            yield number, CaseFormatError(part.filename, error.found, error.expected)
        else:
            yield number, ({**log, "samples": [whole]}, sample[1])


def resolve(sample: dict[str, Any], limit: int = MAX_LINE_BYTES) -> dict[str, Any]:
    """A sample with what its messages only point to (`attachment://...`) put in its place.

    Raises `CaseFormatError` where that makes more than `limit` bytes of them.
    """
    attachments = sample.get("attachments")
    if not isinstance(attachments, dict) or not attachments:
        return sample
    shown = {name: sample[name] for name in ("input", "messages", "output") if name in sample}
    if "attachment://" not in (written := _write(shown)):
        return sample
    putting = _Putting(attachments, limit, len(written.encode()))
    return {**sample, **{name: putting.put(value) for name, value in shown.items()}}


@dataclass
class _Putting:
    """Puts attachments in their places while all of it keeps within `limit` bytes."""

    attachments: dict[str, Any]
    limit: int
    size: int
    _sizes: dict[str, int] = field(default_factory=dict)

    def put(self, value: Any) -> Any:
        """The value with its attachments; counted before they are put, as one may be many times."""
        if isinstance(value, str):
            head, sign, name = value.partition("attachment://")
            return self._find(name, value) if sign and not head else value
        if isinstance(value, list):
            return [self.put(each) for each in value]
        if isinstance(value, dict):
            return {name: self.put(each) for name, each in value.items()}
        return value

    def _find(self, name: str, otherwise: str) -> Any:
        if name not in self.attachments:
            return otherwise
        found = self.attachments[name]
        if name not in self._sizes:
            self._sizes[name] = len(_write(found).encode())
        self.size += self._sizes[name]
        if self.size > self.limit:
            raise CaseFormatError(
                "sample",
                f"more than {self.limit:,} bytes once its attachments stand in their places",
                f"at most {self.limit:,} bytes in one sample",
            )
        return found


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_sample(name: str) -> bool:
    return name.startswith(_SAMPLES) and name.endswith(".json")


def _unpack(archive: ZipFile, file: BinaryIO, part: ZipInfo, limit: int) -> bytes | CaseFormatError:
    """The bytes of a part, no more than it says it has."""
    if part.flag_bits & 1:
        return CaseFormatError("line", "a part with a password", "an archive without one")
    if part.file_size > limit:
        return CaseFormatError(
            "line", f"{part.file_size:,} bytes", f"at most {limit:,} bytes in one sample"
        )
    try:
        if part.compress_type == _ZSTD:
            return _unpack_zstd(file, part)
        with archive.open(part) as stream:
            return stream.read(part.file_size)
    except _DAMAGES as error:
        return CaseFormatError("line", f"a part that cannot be unpacked ({error})", "a whole part")


def _unpack_zstd(file: BinaryIO, part: ZipInfo) -> bytes | CaseFormatError:
    """A part packed as newer logs are, which Python's own module cannot read yet."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # the library ships no types
    except ImportError:
        return CaseFormatError(
            "line", "a part packed with zstd", "pyarrow, which unpacks it: pip install pyarrow"
        )
    file.seek(part.header_offset)
    name_length, extra_length = _LOCAL_HEAD.unpack(file.read(_LOCAL_HEAD.size))
    file.seek(name_length + extra_length, io.SEEK_CUR)
    packed = pyarrow.BufferReader(file.read(part.compress_size))
    with pyarrow.CompressedInputStream(packed, "zstd") as stream:
        content: bytes = stream.read(part.file_size)
    return content
