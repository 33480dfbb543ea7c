"""Reading what other systems record (docs/sources.md).

shapes        the table of what is read: detect, read and what was looked for
records       a record of any shape -> the fields of cases; spans put together by trace
reading       a file -> entries, as `trek_core.jsonl` gives them
missing       what the cases read lack for TrekTrace to run, and how to get it
envelopes     request and response, batches, fields written beside an answer
trajectory    what is gathered of one answer: searches, pages, citations
tables        the rows of CSV and TSV files
rows          plain rows with columns of any names
nested_json, messages, tool_calls   pieces the shapes share
"""

from trek_core.sources.missing import Lack, Tally, say_shapes
from trek_core.sources.reading import read_source, shape_of
from trek_core.sources.records import AS_FOUND, ReadAs
from trek_core.sources.rows import parse_mapping
from trek_core.sources.shapes import ROWS, SHAPES, TREKTRACE, Shape

SHAPE_NAMES = (TREKTRACE, *(shape.name for shape in SHAPES), ROWS)

__all__ = [
    "AS_FOUND", "ROWS", "SHAPES", "SHAPE_NAMES", "TREKTRACE", "Lack", "ReadAs", "Shape", "Tally",
    "parse_mapping", "read_source", "say_shapes", "shape_of",
]  # fmt: skip
