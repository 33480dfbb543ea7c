"""Any supported file as entries: taken, repeated or rejected, as for a file of cases."""

from collections.abc import Iterator

from trek_core.jsonl.json_values import load_values
from trek_core.jsonl.physical_lines import Source
from trek_core.jsonl.reader import (
    MAX_LINE_BYTES,
    Entry,
    Seen,
    name_of,
    parse_line,
    read_fields,
)
from trek_core.records import Record
from trek_core.sources.records import AS_FOUND, Conversion, ReadAs
from trek_core.sources.shapes import TREKTRACE
from trek_core.sources.tables import delimiter_of, load_rows


def read_source(
    source: Source,
    *,
    name: str | None = None,
    told: ReadAs = AS_FOUND,
    max_line_bytes: int = MAX_LINE_BYTES,
) -> Iterator[Entry]:
    """Yield an entry for every case and every record that gives none, in order.

    `source` holds JSON objects, one a line or in one array, or a table where its name
    ends in .csv or .tsv, gzip or not. Each record is read by
    the first shape that fits it, or as `told`. Memory holds one record, or the spans of one trace,
    and the ids seen. Raises OSError when the file cannot be read.
    """
    file, seen = name_of(source, name), Seen()
    conversion = Conversion(told)
    delimiter = delimiter_of(file)
    if delimiter is None:
        records = ((at, parse_line(line)) for at, line in load_values(source, max_line_bytes))
    else:
        records = (each for each in load_rows(source, delimiter, max_line_bytes))
    for number, record in records:
        for at, parsed in conversion.convert(number, record):
            yield read_fields(file, at, parsed, seen)
    for at, parsed in conversion.finish():
        yield read_fields(file, at, parsed, seen)


def shape_of(record: Record) -> str:
    """The name of the shape a record was read from; a case's own form when it does not say."""
    source = (record.case.model_extra or {}).get("source")
    shape = source.get("shape") if isinstance(source, dict) else None
    return shape if isinstance(shape, str) else TREKTRACE
