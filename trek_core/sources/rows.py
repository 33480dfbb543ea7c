"""Plain rows with columns of any names: which column is which field, guessed or given."""

import re
from collections.abc import Iterable, Mapping, Sequence

from trek_core.cases import Case
from trek_core.errors import CaseFormatError
from trek_core.jsonl.flat_fields import FLAT_FIELDS
from trek_core.jsonl.strict_json import cut_short, describe
from trek_core.sources.nested_json import Json
from trek_core.sources.row_values import find_words, keep_words, read_value
from trek_core.sources.verdict_words import take_verdict

GUESSES: dict[str, tuple[str, ...]] = {
    "question": ("question", "prompt", "input", "problem", "userquery", "userinput", "query"),
    "prediction": (
        "response", "modelanswer", "modelresponse", "modeloutput", "output", "completion",
        "generation", "generatedanswer", "finalanswer", "predicted", "predictedanswer",
    ),
    "reference_answers": (
        "reference", "referenceanswer", "groundtruth", "groundtruthanswer", "goldanswer", "gold",
        "target", "expected", "expectedanswer", "expectedoutput", "correctanswer", "answers",
    ),
    "gold_urls": ("goldurl", "sourceurl", "sourceurls", "evidenceurls", "referenceurls"),
    "search_queries": ("queries", "searchquery", "searches"),
    "retrieved_urls": ("retrieved", "urls", "searchurls", "resulturls", "retrievedurl"),
    "question_id": ("id", "qid", "questionid", "exampleid", "sampleid"),
    "model": ("modelname", "modelid", "system"),
    "verdict": ("verdict", "grade", "iscorrect", "correct", "judgement", "judgment"),
}  # fmt: skip
"""Names that other people give a field, without case and punctuation, the likeliest first."""
_FIELDS = {*Case.model_fields, *FLAT_FIELDS}
_OWN = _FIELDS - {"question", "question_id", "dataset", "model",
        "effective_year", "system", "verdict", "search"}  # fmt: skip
_DEEPEST = 4
"""How many objects inside each other a column may be named through."""


def guess_columns(columns: Iterable[str]) -> dict[str, str]:
    """Field by column for a row that is not a case's own form; empty where nothing is sure.

    A bare `answer` is the reference beside a column of predictions, the prediction beside one of
    references, and neither by itself.
    """
    names = list(columns)
    if _OWN & set(names):
        return {}
    found = _find_usual(names)
    if "question" not in found or not {"prediction", "reference_answers"} & set(found):
        return {}
    return found


def guess_table(header: Sequence[str]) -> dict[str, str]:
    """Field by column for a table, whose cells are texts even under a case's own names.

    Without a question it is read all the same: one may come from a dataset or is asked for.
    """
    is_own = "question" in header and bool(_OWN & set(header))
    return add_own_names(propose_columns(header) if is_own else guess_columns(header), header)


def add_own_names(mapping: Mapping[str, str], header: Iterable[str]) -> dict[str, str]:
    """A mapping with the columns of a table beside it that carry a case's own names."""
    used = {*mapping, *mapping.values()}
    return {**mapping, **{name: name for name in header if name in _FIELDS - used}}


def propose_columns(columns: Iterable[str]) -> dict[str, str]:
    """A mapping for a person to start from: our own names first, then all that look like them."""
    names = list(columns)
    own = {name: name for name in (*Case.model_fields, *FLAT_FIELDS) if name in names}
    return {**_find_usual([name for name in names if name not in own]), **own}


def columns_in(record: Json) -> list[str]:
    """The columns of a record; what stands in an object is named by the way to it (`out.text`)."""
    return list(_name_columns(record, "", 1))


def read_row(record: Json, columns: Mapping[str, str], header: Sequence[str] = ()) -> Json:
    """A row as the fields of a case; every column that is no field is kept under its name.

    `header` are the columns of a table, of which a row has those that are not empty. Raises
    `CaseFormatError` for a row that has no column of this name for its question.
    """
    used = set(columns.values())
    fields = {name: value for name, value in record.items() if name not in used}
    source: Json = {"shape": "rows", "columns": dict(columns)}
    words: list[tuple[str, str]] = []
    for name, column in columns.items():
        if not column:  # Left out, though there is a column of its name.
            fields.pop(name, None)
            continue
        found, cell = _find_cell(record, column)
        if not found and name == "question" and column not in header:
            raise CaseFormatError("question", f"no column {describe(column)}", _say(record))
        if name == "verdict" and cell is not None:
            source |= take_verdict(fields, column, cell)
            if fields[name] is None and column not in _FIELDS:
                fields[column] = cell  # A grade in other words stays what it is.
        elif found:
            fields[name] = read_value(name, cell)
            if said := find_words(name, cell):
                words.append((column, said))
    fields["source"] = source | keep_words(words)
    return {name: value for name, value in fields.items() if value is not None}


def has_column(record: Json, column: str) -> bool:
    """Whether a row has a column, by its name or the way to it."""
    return _find_cell(record, column)[0]


def _find_usual(names: list[str]) -> dict[str, str]:
    by_name = {re.sub(r"[^a-z0-9]", "", column.lower()): column for column in names}
    found = {
        field: by_name[name]
        for field, usual in GUESSES.items()
        if (name := next((name for name in usual if name in by_name), None))
    }
    if "answer" in by_name:
        if "prediction" in found:
            found.setdefault("reference_answers", by_name["answer"])
        elif "reference_answers" in found:
            found["prediction"] = by_name["answer"]
    return found


def _find_cell(record: Json, column: str) -> tuple[bool, object]:
    """Whether a row has a column, and what stands there; a whole name goes before a way."""
    if column in record:
        return True, record[column]
    head, dot, rest = column.partition(".")
    while dot:
        inner = record.get(head)
        if isinstance(inner, dict) and (found := _find_cell(inner, rest))[0]:
            return found
        more, dot, rest = rest.partition(".")
        head = f"{head}.{more}"
    return False, None


def _name_columns(record: Json, prefix: str, depth: int) -> Iterable[str]:
    for name, value in record.items():
        if isinstance(value, dict) and value and depth < _DEEPEST:
            yield from _name_columns(value, f"{prefix}{name}.", depth + 1)
        else:
            yield f"{prefix}{name}"


def _say(record: Json) -> str:
    return f"one of its columns {', '.join(map(cut_short, columns_in(record)[:12]))}"
