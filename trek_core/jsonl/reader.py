"""Lines of a case file as entries: taken, repeated, or rejected with the reason."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.errors import CaseFormatError, NoQuestionError
from trek_core.jsonl.content import content_hash
from trek_core.jsonl.flat_fields import nest
from trek_core.jsonl.physical_lines import Source, load_lines
from trek_core.jsonl.refusals import as_format_error
from trek_core.jsonl.strict_json import Repair, describe, parse_object
from trek_core.records import SCHEMA, Record
from trek_core.taxonomy import Label

MAX_LINE_BYTES = 32 * 2**20

PROBE_FIELDS = ("retrieval", "queries", "gold_only", "gold_plus_noise", "provenance")
PEOPLE_FIELDS = ("judgements", "decisions")
COMPUTED_FIELDS = ("schema", "labels", "recorded_labels", "complete", "grounds", "missing")


@dataclass(frozen=True)
class Taken:
    """A line that is a case. `file_labels` are the labels the line claims, None without any."""

    file: str
    line: int
    record: Record
    content_hash: str
    repairs: tuple[Repair, ...]
    file_labels: tuple[Label, ...] | None


@dataclass(frozen=True)
class Repeated(Taken):
    """A line whose case stood on an earlier line (`first_line`) with the same content."""

    first_line: int


@dataclass(frozen=True)
class Rejected:
    """A line that cannot be taken: which field, what was found there, what was expected.

    `field` is the name written in the file, or `line` where no field can be named. `shape` is the
    one a record was recognised as, where that is known and is not a case's own.
    """

    file: str
    line: int
    field: str
    found: str
    expected: str
    case_id: str | None = None
    shape: str | None = None

    def __str__(self) -> str:
        case = f" (case {self.case_id})" if self.case_id else ""
        return (
            f"{self.file}, line {self.line}, {self.field}: "
            f"found {self.found}, expected {self.expected}{case}"
        )


Entry = Taken | Repeated | Rejected
Complete = Callable[[dict[str, Any]], dict[str, Any]]
Parsed = tuple[dict[str, Any], tuple[Repair, ...]]
Seen = dict[str, tuple[str, int]]
"""Ids of a file so far: their content and the line they stood on."""


def read_jsonl(
    source: Source,
    *,
    name: str | None = None,
    max_line_bytes: int = MAX_LINE_BYTES,
    complete: Complete | None = None,
) -> Iterator[Entry]:
    """Yield an entry for every line of a case file that is not blank, in order.

    `source` is a path or a binary stream, gzip or not; `name` is what messages call it. A bad line
    never stops the file. `complete` may add to a line's fields before they are read. Memory does
    not grow with the file but for the ids seen. Raises OSError when the file cannot be read.
    """
    seen: Seen = {}
    for number, line in load_lines(source, max_line_bytes):
        yield read_fields(name_of(source, name), number, parse_line(line), seen, complete)


def name_of(source: Source, name: str | None) -> str:
    """What messages call a source: the name given, else its path."""
    return name or (str(source) if not hasattr(source, "read") else "the file")


def parse_line(line: bytes | CaseFormatError) -> Parsed | CaseFormatError:
    """One line as its object and what was mended in it, or why it is none."""
    if isinstance(line, CaseFormatError):
        return line
    try:
        return parse_object(line)
    except CaseFormatError as error:
        return error


def read_fields(
    file: str,
    number: int,
    parsed: Parsed | CaseFormatError,
    seen: Seen,
    complete: Complete | None = None,
) -> Entry:
    """The fields of one case, nested or flat, as an entry of line `number`.

    `seen` holds the ids of the file so far, with their content and line; it grows by this one.
    """
    case_id = None
    fields: dict[str, Any] = {}
    try:
        if isinstance(parsed, CaseFormatError):
            raise parsed
        fields, repairs = parsed
        fields = complete(fields) if complete else fields
        case_id = fields["case_id"] if isinstance(fields.get("case_id"), str) else None
        record, file_labels = _read_record(fields)
        case_id = record.case.case_id
        content = content_hash(record)
        first_content, first_line = seen.setdefault(case_id, (content, number))
        if first_content != content:
            found = f"an id that line {first_line} has with other content"
            raise CaseFormatError("case_id", found, "one line for each case")
    except CaseFormatError as error:
        shape = error.shape if isinstance(error, NoQuestionError) else _shape_in(fields)
        return Rejected(file, number, error.field, error.found, error.expected, case_id, shape)
    taken = (file, number, record, content, repairs, file_labels)
    return Taken(*taken) if first_line == number else Repeated(*taken, first_line)


def _shape_in(fields: Mapping[str, Any]) -> str | None:
    """The shape that a record was read as, where its fields say so."""
    source = fields.get("source")
    shape = source.get("shape") if isinstance(source, dict) else None
    return shape if isinstance(shape, str) else None


def _read_record(fields: dict[str, Any]) -> tuple[Record, tuple[Label, ...] | None]:
    """Read one line's object; the labels it claims stay on the record only where they differ."""
    schema = fields.get("schema")
    if schema not in (None, SCHEMA):
        raise CaseFormatError("schema", describe(schema), f"{SCHEMA!r}, or no schema")
    nested, written = nest(fields)
    claimed_in = "labels" if nested.get("recorded_labels") is None else "recorded_labels"
    parts: dict[str, Any] = {
        "case": {
            name: value
            for name, value in nested.items()
            if name not in (*PROBE_FIELDS, *COMPUTED_FIELDS, *PEOPLE_FIELDS)
        },
        "probes": {name: nested[name] for name in PROBE_FIELDS if name in nested},
        **{name: () if nested.get(name) is None else nested[name] for name in PEOPLE_FIELDS},
    }
    if nested.get(claimed_in) is not None:
        parts["probes"]["recorded_labels"] = nested[claimed_in]
    if parts["case"].get("case_id") is None:
        parts["case"].pop("case_id", None)
    try:
        record = Record.model_validate(parts)
    except ValidationError as error:
        raise as_format_error(error, parts, {**written, "recorded_labels": claimed_in}) from None
    _check_flat_lists(record.case, fields)
    return _without_agreeing_labels(record), record.probes.recorded_labels


def _without_agreeing_labels(record: Record) -> Record:
    claimed = record.probes.recorded_labels
    if claimed is None or not record.case.is_failure:
        return record
    if set(claimed) != set(attribute(record.case, record.probes).labels):
        return record
    agreed = record.probes.model_copy(update={"recorded_labels": None})
    agreed.__pydantic_fields_set__.discard("recorded_labels")
    return record.model_copy(update={"probes": agreed})


def _check_flat_lists(case: Case, fields: Mapping[str, Any]) -> None:
    """Refuse flat queries or URLs that say something else than the search calls beside them."""
    if case.search_calls is None:
        return
    for name, from_calls in (("search_queries", case.queries), ("retrieved_urls", case.retrieved)):
        flat = fields.get(name)
        if flat is None:
            continue
        if from_calls is None or not isinstance(flat, list) or not _same_texts(flat, from_calls):
            found = f"{describe(flat)} that search_calls does not give"
            raise CaseFormatError(name, found, f"the same in {name} and search_calls")


def _same_texts(flat: Sequence[Any], texts: Sequence[str]) -> bool:
    return all(isinstance(item, str) for item in flat) and set(flat) == set(texts)
