"""The texts of a case that a search looks at, and how they are taken apart into words."""

import re
from dataclasses import dataclass
from typing import Any

from trek_core.checklist import FIELDS, Answers, Kind
from trek_core.records import Record

SHOWN = ("case_id", "question", "answers", "queries")
"""Fields of `SearchTexts` that nobody is kept from."""

SEPARATOR = "\u2060"
"""Stands between the characters of scripts that write no spaces; takes no room on screen."""

_EVIDENCE = {
    "retrieval": ("key_evidence", "retrieved_key_evidence", "reason"),
    "queries": ("reason",),
    "gold_only": ("rag_answer", "grade_reason"),
    "gold_plus_noise": ("answer", "grade_reason"),
}
"""Block of the probes -> its texts that are searched."""

_WRITTEN = tuple(each.name for each in FIELDS if each.kind in (Kind.TEXT, Kind.ENTRIES))

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f"
_UNSPACED += "\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_UNSPACED += "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
_BETWEEN = re.compile(f"(?<=[{_UNSPACED}])(?=\\w)|(?<=\\w)(?=[{_UNSPACED}])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff" + SEPARATOR + "]")


@dataclass(frozen=True)
class SearchTexts:
    """What can be found of a case, one text a field.

    `evidence` has all that a blind reviewer is kept from: key evidence, reasons, and what the
    probes answered.
    """

    case_id: str
    question: str
    answers: str
    queries: str
    evidence: str


def compute_search_texts(record: Record) -> SearchTexts:
    """The texts of a record, ready to be indexed."""
    case = record.case
    evidence = [
        getattr(block, name)
        for part, names in _EVIDENCE.items()
        if (block := getattr(record.probes, part)) is not None
        for name in names
    ]
    return SearchTexts(
        case_id=split_words(case.case_id),
        question=split_words(case.question),
        answers=_join(*(case.reference_answers or ()), case.prediction),
        queries=_join(*(case.queries or ())),
        evidence=_join(*evidence),
    )


def compute_note_text(answers: Answers) -> str:
    """Everything that a person wrote or quoted in a judgement's answers."""
    written = (each for name in _WRITTEN for each in _list_texts(answers.get(name)))
    return _join(*written)


def split_words(text: str) -> str:
    """The text with its words apart, so that an index of words finds every part of it.

    Chinese, Japanese, Thai and the like write no spaces: each of their characters becomes a word,
    and what is looked for is a run of them. Characters that no text holds become spaces.
    """
    return _BETWEEN.sub(SEPARATOR, _CONTROL.sub(" ", text))


def _join(*texts: str | None) -> str:
    return split_words("\n".join(text for text in texts if text))


def _list_texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return _list_texts(value.get("quote"))
    if isinstance(value, list):
        return [text for each in value for text in _list_texts(each)]
    return []
