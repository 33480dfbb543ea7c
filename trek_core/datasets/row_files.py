"""A dataset's file as rows, its format known by its first bytes, never by its name."""

import gzip
import io
import zlib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TextIO

from trek_core.datasets.csv_rows import read_csv_rows
from trek_core.datasets.json_rows import read_json_lines, read_json_list
from trek_core.datasets.parquet_rows import read_parquet_rows
from trek_core.datasets.rows import Decode, Rows
from trek_core.errors import CaseFormatError, TrekError, say_unreadable
from trek_core.jsonl.physical_lines import UTF8_BOM, is_utf16

_PEEKED = 4096
_GZIP_MAGIC = b"\x1f\x8b"
_PARQUET_MAGIC = b"PAR1"


def load_rows(path: Path, header_marks: Collection[str], decoders: Iterable[Decode]) -> Rows:
    """The rows of a CSV, JSON, JSONL or Parquet file, gzip or not.

    `header_marks` are names of which a CSV file's header holds at least one; `decoders` know the
    encodings in which datasets are published. Raises `TrekError` where nothing can be read.
    """
    try:
        beginning = _peek(path)
        if beginning.startswith(_PARQUET_MAGIC):
            yield from read_parquet_rows(path)
            return
        if is_utf16(beginning):
            raise TrekError(f"{path} is a file in UTF-16; save it as UTF-8.")
        beginning = beginning.removeprefix(UTF8_BOM).lstrip()
        if beginning.startswith(b"["):
            yield from read_json_list(path)
        elif beginning.startswith(b"{"):
            yield from read_json_lines(path)
        elif decode := _find_decoder(beginning, decoders):
            yield from read_json_lines(path, decode)
        else:
            with _open_text(path) as text:
                yield from read_csv_rows(text, header_marks, str(path))
    except OSError as error:
        raise TrekError(say_unreadable(path, error)) from None
    except TrekError:
        raise
    except (EOFError, ValueError, zlib.error) as error:
        raise TrekError(say_unreadable(ascii(str(path)), error)) from None


def _peek(path: Path) -> bytes:
    with path.open("rb") as file:
        is_packed = file.read(2) == _GZIP_MAGIC
    with gzip.open(path) if is_packed else path.open("rb") as stream:
        return stream.read(_PEEKED)


def _find_decoder(beginning: bytes, decoders: Iterable[Decode]) -> Decode | None:
    """The decoder that makes the beginning of an object of these bytes."""
    line = beginning.split(b"\n")[0].rstrip()
    start = line[: len(line) - len(line) % 4]
    for decode in decoders:
        try:
            if start and decode(start).lstrip().startswith(b"{"):
                return decode
        except CaseFormatError:
            continue
    return None


def _open_text(path: Path) -> TextIO:
    with path.open("rb") as file:
        is_packed = file.read(2) == _GZIP_MAGIC
    encoding, errors = "utf-8-sig", "surrogateescape"
    if is_packed:
        return io.TextIOWrapper(gzip.open(path), encoding=encoding, errors=errors, newline="")
    return path.open(encoding=encoding, errors=errors, newline="")
