"""Reading what other systems record (docs/sources.md).

shapes        the table of what is read: detect, read and what was looked for
records       a record of any shape -> the fields of cases; spans put together by trace
reading       a file -> entries, as `trek_core.jsonl` gives them
missing       what the cases read lack for TrekTrace to run, and how to get it
envelopes     request and response, batches, fields written beside an answer
trajectory    what is gathered of one answer: searches, pages, citations
tables        the rows of CSV and TSV files
rows          plain rows with columns of any names; row_values has what their cells say
row_mapping   which column is which field, as somebody gives it
nested_json, messages, tool_calls   pieces the shapes share
"""

from trek_core.sources.missing import Lack, Tally, say_shapes
from trek_core.sources.reading import load_columns, read_source, shape_of
from trek_core.sources.records import AS_FOUND, ReadAs
from trek_core.sources.row_mapping import (
    FIELDS,
    LEFT_OUT,
    check_fit,
    check_mapping,
    find_fitting,
    find_missing,
    parse_mapping,
    parse_mapping_json,
    say_missing,
)
from trek_core.sources.rows import add_own_names, guess_columns, propose_columns
from trek_core.sources.shapes import ROWS, SHAPES, TREKTRACE, Shape
from trek_core.sources.verdict_words import say_verdict

SHAPE_NAMES = (TREKTRACE, *(shape.name for shape in SHAPES), ROWS)

__all__ = [
    "AS_FOUND", "FIELDS", "LEFT_OUT", "ROWS", "SHAPES", "SHAPE_NAMES", "TREKTRACE", "Lack",
    "ReadAs", "Shape", "Tally", "add_own_names", "check_fit", "check_mapping", "find_fitting",
    "find_missing", "guess_columns", "load_columns", "parse_mapping", "parse_mapping_json",
    "propose_columns", "read_source", "say_missing", "say_shapes", "say_verdict", "shape_of",
]  # fmt: skip
