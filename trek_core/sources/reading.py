"""Any supported file as entries: taken, repeated or rejected, as for a file of cases."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice

from trek_core.errors import CaseFormatError
from trek_core.jsonl.json_values import load_values
from trek_core.jsonl.physical_lines import Source
from trek_core.jsonl.reader import (
    MAX_LINE_BYTES,
    Complete,
    Entry,
    Parsed,
    Seen,
    name_of,
    parse_line,
    read_fields,
)
from trek_core.records import Record
from trek_core.sources.eval_archives import is_archive, load_samples
from trek_core.sources.parquet_tables import is_parquet, load_parquet
from trek_core.sources.records import AS_FOUND, Conversion, ReadAs
from trek_core.sources.rows import columns_in
from trek_core.sources.shapes import TREKTRACE
from trek_core.sources.streams import join_streams, strip_events
from trek_core.sources.tables import delimiter_of, load_rows

_RECORDS_LOOKED_AT = 1_000
"""Objects whose names are the columns of a file: all of a large one would be read twice."""


def read_source(
    source: Source,
    *,
    name: str | None = None,
    told: ReadAs = AS_FOUND,
    max_line_bytes: int = MAX_LINE_BYTES,
    complete: Complete | None = None,
) -> Iterator[Entry]:
    """Yield an entry for every case and every record that gives none, in order.

    `source` holds JSON objects, one a line or in one array, or a table where its name
    ends in .csv or .tsv, gzip or not; or it is a Parquet table or an archive of an Inspect log.
    Each record is read by the first shape that fits it, or as `told`; `complete` may add to a
    case's fields before they are checked. Memory holds one record, or the spans of one trace or
    the pieces of one answer, and the ids seen. Raises OSError when the file cannot be read.
    """
    file, seen = name_of(source, name), Seen()
    conversion = Conversion(told, complete)
    delimiter = delimiter_of(file)
    records: Iterator[tuple[int, Parsed | CaseFormatError]]
    if is_parquet(source):
        records = load_parquet(source, max_line_bytes, conversion.take_header)
    elif delimiter is None and is_archive(source):
        records = load_samples(source, max_line_bytes)
    elif delimiter is None:
        lines = strip_events(load_values(source, max_line_bytes))
        records = join_streams((at, parse_line(line)) for at, line in lines)
    else:
        records = load_rows(source, delimiter, max_line_bytes, conversion.take_header)
    for number, record in records:
        for at, parsed in conversion.convert(number, record):
            yield read_fields(file, at, parsed, seen, complete)
    for at, parsed in conversion.finish():
        yield read_fields(file, at, parsed, seen, complete)


def load_columns(
    source: Source, name: str | None = None, max_line_bytes: int = MAX_LINE_BYTES
) -> tuple[str, ...]:
    """The columns of a table, or those of the first records of a file of objects, in order.

    Raises OSError when the file cannot be read. A caller's stream is read from where it stands.
    """
    file = name_of(source, name)
    found: dict[str, None] = {}
    if is_archive(source):
        return ()
    header: list[str] = []
    if is_parquet(source):
        with closing(load_parquet(source, max_line_bytes, header.extend)) as rows:
            next(rows, None)
        return tuple(dict.fromkeys(header))
    if delimiter := delimiter_of(file):
        with closing(load_rows(source, delimiter, max_line_bytes, header.extend)) as rows:
            next(rows, None)
        return tuple(dict.fromkeys(header))
    records_in = Conversion().records_in
    with closing(load_values(source, max_line_bytes)) as lines:
        for _, line in islice(lines, _RECORDS_LOOKED_AT):
            parsed = parse_line(line)
            if not isinstance(parsed, CaseFormatError):
                for record in records_in(parsed[0]):
                    found |= dict.fromkeys(columns_in(record))
    return tuple(found)


def shape_of(record: Record) -> str:
    """The name of the shape a record was read from; a case's own form when it does not say."""
    source = (record.case.model_extra or {}).get("source")
    shape = source.get("shape") if isinstance(source, dict) else None
    return shape if isinstance(shape, str) else TREKTRACE
