"""Records of any shape as the fields of cases, with the spans of a trace put together."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from trek_core.cases import Case
from trek_core.errors import CaseFormatError, NoQuestionError
from trek_core.jsonl.flat_fields import FLAT_FIELDS
from trek_core.jsonl.json_values import LISTS
from trek_core.jsonl.reader import Complete, Parsed
from trek_core.jsonl.strict_json import Repair, cut_short, mend
from trek_core.sources.envelopes import Envelope, unwrap
from trek_core.sources.held_records import Held, find_held
from trek_core.sources.nested_json import Json, objects_in
from trek_core.sources.rows import (
    add_own_names,
    guess_columns,
    guess_table,
    has_column,
    read_row,
)
from trek_core.sources.shapes import ROWS, SHAPES, TREKTRACE, Shape
from trek_core.sources.verdict_words import take_verdict

_KNOWN = {"schema", *Case.model_fields, *FLAT_FIELDS}
_IDS = ("case_id", "question_id")
_SHOWN = 8
Numbered = tuple[int, Parsed | CaseFormatError]


@dataclass(frozen=True)
class ReadAs:
    """What a person says of a file: its `shape`, which column is which field of plain rows
    (`columns`, field by column), and the `question` of answers that record none."""

    shape: str | None = None
    columns: Mapping[str, str] | None = None
    question: str | None = None


AS_FOUND = ReadAs()
"""Nothing said: each record is read by the first shape that fits it."""


@dataclass
class Conversion:
    """Turns records into fields of cases; holds the spans of one trace at a time.

    `complete` may add to the fields of a case before it is asked whether it has a question.
    """

    told: ReadAs = AS_FOUND
    complete: Complete | None = None
    _trace: tuple[Shape, str] | None = None
    _began: int = 0
    _spans: list[Json] = field(default_factory=list)
    _repairs: list[Repair] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)
    _header: tuple[str, ...] = ()
    _columns: Mapping[str, str] = field(default_factory=dict)

    def take_header(self, columns: tuple[str, ...]) -> None:
        """Take the columns of a table, whose rows leave out the cells that are empty."""
        self._header = columns
        told = self.told.columns
        self._columns = add_own_names(told, columns) if told else guess_table(columns)

    def convert(self, number: int, parsed: Parsed | CaseFormatError) -> Iterator[Numbered]:
        """The cases of a record, each with the number of its line; a span waits for its trace."""
        if isinstance(parsed, CaseFormatError):
            yield number, parsed
            return
        record, repairs = parsed
        try:
            shape, envelope = self._recognise(record)
        except CaseFormatError as error:
            held = self._held_in(record)
            for at, (place, each) in enumerate(held):
                yield from self._convert_held(number, place, each, () if at else repairs)
            if not held:
                yield number, error
            return
        trace = shape.trace_of(record) if isinstance(shape, Shape) and shape.trace_of else None
        if isinstance(shape, Shape) and trace is not None:
            yield from self._add_span(number, shape, trace, parsed)
            return
        yield from self.finish()
        if isinstance(shape, Shape):
            for fields in answers(shape, envelope, record, self.told.question, self.complete):
                yield number, _mend(fields, repairs)
        else:
            yield number, self._plain(shape, parsed)

    def _convert_held(
        self, number: int, place: str, held: Json | CaseFormatError, repairs: tuple[Repair, ...]
    ) -> Iterator[Numbered]:
        """The cases of a record that stands in another object; one that is none is named by its
        place there."""
        parsed = held if isinstance(held, CaseFormatError) else (held, repairs)
        for at, each in self.convert(number, parsed):
            if isinstance(each, CaseFormatError) and each.field == "line":
                yield at, CaseFormatError(place, each.found, each.expected)
            else:
                yield at, each

    def finish(self) -> Iterator[Numbered]:
        """The cases of the trace whose spans were waiting."""
        if self._trace is None:
            return
        shape, trace = self._trace
        self._done.add(trace)
        record, repairs = {"spans": self._spans}, tuple(self._repairs)
        self._spans, self._repairs, self._trace = [], [], None
        whole = Envelope(record, {}, {})
        for fields in answers(shape, whole, record, self.told.question, self.complete):
            yield self._began, _mend(fields, repairs)

    def _add_span(self, number: int, shape: Shape, trace: str, span: Parsed) -> Iterator[Numbered]:
        if self._trace != (shape, trace):
            yield from self.finish()
            if trace in self._done:
                found = f"a span of trace {trace} apart from the others"
                yield number, CaseFormatError("trace_id", found, "a file sorted by trace")
                return
            self._trace, self._began = (shape, trace), number
        self._spans.append(span[0])
        self._repairs += span[1]

    def _plain(self, shape: str, parsed: Parsed) -> Parsed | CaseFormatError:
        record, repairs = parsed
        if shape != ROWS:
            return parsed
        try:
            columns = self._columns_of(record)
            return _mend(read_row(record, columns, self._header), repairs)
        except CaseFormatError as error:
            return error

    def _columns_of(self, record: Json) -> Mapping[str, str]:
        """Field by column: those of the table, the ones that were told, or a guess."""
        return self._columns if self._header else self.told.columns or guess_columns(record)

    def _recognise(self, record: Json) -> tuple[Shape | str, Envelope]:
        """The shape of a record, or the one that is forced."""
        whole = Envelope(record, {}, {})
        if self.told.columns is not None or self.told.shape == ROWS:
            column = self._columns_of(record).get("question", "question")
            if not self._header and not has_column(record, column) and self._held_in(record):
                raise CaseFormatError("line", _describe(record), f"a column {column}")
            return ROWS, whole
        if self.told.shape == TREKTRACE or "schema" in record:
            return TREKTRACE, whole
        # A row of a table leaves out its empty cells, which are columns all the same.
        full = {**dict.fromkeys(self._header), **record}
        envelope = Envelope(full, {}, {}) if "samples" in record else unwrap(full)
        for shape in SHAPES:
            if self.told.shape in (None, shape.name) and shape.detect(envelope.body):
                return shape, envelope
        is_unknown = isinstance(record.get("response"), dict) and "prediction" not in record
        if self.told.shape is None and not is_unknown:
            if self._columns_of(record):
                return ROWS, whole
            if _KNOWN & set(record):
                return TREKTRACE, whole
        found = _describe(record)
        if is_unknown:
            found += f", whose response is {_describe(envelope.body)}"
        raise CaseFormatError("line", found, self._looked_for())

    def records_in(self, record: Json) -> list[Json]:
        """The records that an object holds where it is none itself, else the object.

        Their names may be unknown: what a file has is asked before anybody says what is what.
        """
        if self._is_known(record):
            return [record]
        held = [each for _, each in self._held_in(record) if not isinstance(each, CaseFormatError)]
        lists = (objects_in(each) for name in LISTS if isinstance(each := record.get(name), list))
        return held or next(filter(None, lists), [record])

    def _held_in(self, record: Json) -> Held:
        return find_held(record, self._is_known, self._is_record, self._ids_of)

    def _is_known(self, record: Json) -> bool:
        try:
            self._recognise(record)
        except CaseFormatError:
            return False
        return True

    def _is_record(self, value: Json) -> bool:
        """Whether an object is a record by itself; one field of a case does not make it one."""
        try:
            shape, _ = self._recognise(value)
        except CaseFormatError:
            return False
        if shape == ROWS:
            column = self._columns_of(value).get("question", "question")
            return has_column(value, column)
        return shape != TREKTRACE or "question" in value

    def _ids_of(self, record: Json) -> tuple[str, ...]:
        """The fields that the id of a record is read from; none where its shape is unknown."""
        try:
            shape, _ = self._recognise(record)
        except CaseFormatError:
            return ()
        return _IDS if shape == TREKTRACE else ("id", *_IDS)

    def _looked_for(self) -> str:
        if self._header and self.told.shape is None:
            return (
                "a column called question; say which it is with --map question=COLUMN, or in the "
                "boxes of the Start page"
            )
        if self.told.shape is None:
            looked_for = "; ".join(f"{shape.looks_for} ({shape.name})" for shape in SHAPES)
            return f"a case with `question`, a row with a question column, or {looked_for}"
        return next(
            f"{each.looks_for} ({each.name})" for each in SHAPES if each.name == self.told.shape
        )


def answers(
    shape: Shape,
    envelope: Envelope,
    record: Json,
    question: str | None = None,
    complete: Complete | None = None,
) -> Iterator[Json | CaseFormatError]:
    """The cases of one record; what stands beside an answer goes before what is read from it.

    A case is called by the record's own id, else by a hash of the record.
    """
    for found in shape.read(envelope.body, envelope.request):
        if isinstance(found, CaseFormatError):
            yield found
            continue
        source = {"shape": shape.name, **found.told}
        fields = {**found.to_fields(), **envelope.beside, "source": source}
        if "verdict" in envelope.beside:
            source |= take_verdict(fields, "verdict", envelope.beside["verdict"])
        if fields.get("case_id") is None and fields.get("question_id") is None:
            fields["case_id"] = f"{shape.name}-{_digest(record)}"
        fields.setdefault("question", question)
        fields = complete(fields) if complete else fields
        if fields["question"] is None:
            yield NoQuestionError(
                shape.name,
                "the question beside the answer: one object with `question` and `response`, or "
                "with `request` and `response` (or --question for the file)",
            )
            continue
        yield fields


def _mend(fields: Json | CaseFormatError, repairs: tuple[Repair, ...]) -> Parsed | CaseFormatError:
    """The fields without what stood in texts that were packed, where no line shows it."""
    if isinstance(fields, CaseFormatError):
        return fields
    counts: Counter[str] = Counter()
    try:
        whole = cast(Json, mend(fields, counts))
    except CaseFormatError as error:
        return error
    return whole, (*repairs, *(Repair(name, count) for name, count in counts.items()))


def _digest(record: Json) -> str:
    text = json.dumps(record, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _describe(record: Json) -> str:
    names = map(cut_short, list(record)[:_SHOWN])
    more = " …" if len(record) > _SHOWN else ""
    return f"an object with {', '.join(names)}{more}" if record else "an object without fields"
