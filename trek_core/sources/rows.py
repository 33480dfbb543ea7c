"""Plain rows with columns of any names: which column is which field, guessed or given."""

import re
from collections.abc import Mapping

from trek_core.cases import Case
from trek_core.errors import CaseFormatError
from trek_core.jsonl.flat_fields import FLAT_FIELDS
from trek_core.jsonl.strict_json import describe
from trek_core.sources.nested_json import Json, unpack

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
    "verdict": ("grade", "iscorrect", "correct", "judgement", "judgment"),
}  # fmt: skip
"""Names that other people give a field, without case and punctuation, the likeliest first."""
_LISTS = ("reference_answers", "gold_urls", "search_queries", "retrieved_urls", "opened_urls")
_VERDICTS = {
    "correct": "correct", "true": "correct", "yes": "correct",
    "incorrect": "incorrect", "false": "incorrect", "no": "incorrect", "wrong": "incorrect",
    "not attempted": "not_attempted", "not_attempted": "not_attempted",
}  # fmt: skip
_OWN = {*Case.model_fields, *FLAT_FIELDS} - {"question", "question_id", "dataset", "model",
        "effective_year", "system", "verdict", "search"}  # fmt: skip
FIELDS = (*Case.model_fields, *FLAT_FIELDS)


def guess_columns(record: Json) -> dict[str, str]:
    """Field by column for a row that is not a case's own form; empty where nothing is sure.

    A bare `answer` is the reference beside a column of predictions, the prediction beside one of
    references, and neither by itself.
    """
    if _OWN & set(record):
        return {}
    by_name = {re.sub(r"[^a-z0-9]", "", column.lower()): column for column in record}
    found = {
        field: by_name[name]
        for field, names in GUESSES.items()
        if (name := next((name for name in names if name in by_name), None))
    }
    if "answer" in by_name:
        if "prediction" in found:
            found.setdefault("reference_answers", by_name["answer"])
        elif "reference_answers" in found:
            found["prediction"] = by_name["answer"]
    if "question" not in found or not {"prediction", "reference_answers"} & set(found):
        return {}
    return found


def parse_mapping(texts: list[str]) -> dict[str, str]:
    """`field=column` texts as a mapping; raise `CaseFormatError` for what is none."""
    mapping: dict[str, str] = {}
    for text in texts:
        name, sign, column = text.partition("=")
        if not sign or not column or name not in FIELDS:
            raise CaseFormatError("--map", describe(text), "field=column with a field of a case")
        mapping[name] = column
    return mapping


def read_row(record: Json, columns: Mapping[str, str] | None = None) -> Json:
    """A row as the fields of a case; every column that is no field is kept under its name."""
    columns = guess_columns(record) if columns is None else columns
    used = set(columns.values())
    fields = {name: value for name, value in record.items() if name not in used}
    for name, column in columns.items():
        if column not in record:
            continue
        value = _value(name, record[column])
        if name == "verdict" and value is None:
            fields[column] = record[column]  # A grade in other words stays what it is.
        else:
            fields[name] = value
    fields["source"] = {"shape": "rows", "columns": dict(columns)}
    return {name: value for name, value in fields.items() if value is not None}


def _value(name: str, value: object) -> object:
    """A cell as a field takes it: lists from JSON or one entry, numbers as ids, verdict words."""
    if name in _LISTS:
        value = unpack(value)
        if isinstance(value, str) and name.endswith("urls"):
            return value.split() or None
        return value if isinstance(value, list) or value is None else [_text(value)]
    if name == "verdict":
        said = str(value).strip().lower()
        return _VERDICTS.get(said)
    if name in ("question_id", "case_id"):
        return _text(value)
    return value


def _text(value: object) -> object:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
