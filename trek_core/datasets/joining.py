"""Recorded answers joined with the questions they answer: what a case lacks is filled in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from trek_core.cases import Case
from trek_core.datasets.question_index import How, NearMiss, QuestionIndex
from trek_core.question_wording import normalise_question
from trek_core.urls import url_identity

JOINED_FIELDS = (
    "dataset",
    "question_id",
    "reference_answers",
    "gold_urls",
    "effective_year",
    "false_premise",
    "freshness",
    "hops",
    "flags",
    "options",
    "sufficient_documents",
)
"""What a case takes from its question, where it has nothing recorded."""


@dataclass(frozen=True)
class Difference:
    """A field in which a case's record and the dataset disagree; the record stays."""

    field: str
    recorded: Any
    in_dataset: Any


@dataclass(frozen=True)
class JoinedCase:
    """A case with what its question gave it, how it was found, and where the two differ."""

    case: Case
    how: How
    filled: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    near: tuple[NearMiss, ...] = ()

    @property
    def is_joined(self) -> bool:
        """Whether the case found its question."""
        return self.how in ("id", "question")


def join_case(case: Case, index: QuestionIndex, columns: Mapping[str, str]) -> JoinedCase:
    """Fill in what the case lacks; nothing recorded is replaced, an empty list included.

    `columns` are the dataset's own names for fields: what a case says under one of them (`num_hops`
    for `hops`) counts as recorded. A case that finds no question comes back as it was, with the
    near misses.
    """
    match = index.find(case)
    if match.question is None:
        return JoinedCase(case, match.how, near=index.near(case))
    recorded, offered = _recorded(case, columns), match.question.to_json()
    filled: dict[str, Any] = {}
    differences = []
    if normalise_question(case.question) != normalise_question(match.question.question):
        differences.append(Difference("question", case.question, match.question.question))
    for name in JOINED_FIELDS:
        if name not in offered:
            continue
        if recorded.get(name) is None:
            filled[name] = getattr(match.question, name)
        elif not _SAME.get(name, _same_value)(recorded[name], offered[name]):
            differences.append(Difference(name, recorded[name], offered[name]))
    joined = case.model_copy(update=filled) if filled else case
    return JoinedCase(joined, match.how, tuple(filled), tuple(differences))


def _recorded(case: Case, columns: Mapping[str, str]) -> dict[str, Any]:
    """What the case says, by our names."""
    values = case.to_json()
    by_column = {
        ours: values[theirs]
        for theirs, ours in columns.items()
        if ours not in Case.model_fields and isinstance(values.get(theirs), str)
    }
    return by_column | {name: value for name, value in values.items() if value is not None}


def _same_value(recorded: Any, offered: Any) -> bool:
    return str(recorded).casefold() == str(offered).casefold()


def _same_dataset(recorded: Any, offered: Any) -> bool:
    """One may be a part of the other: `sealqa_hard` of `sealqa`."""
    shorter, longer = sorted((str(recorded).casefold(), str(offered).casefold()), key=len)
    return longer.startswith(shorter)


def same_answers(recorded: Any, offered: Any) -> bool:
    """Whether two lists of answers are the same, whatever their order and typography."""
    return {normalise_question(str(each)) for each in recorded} == {
        normalise_question(str(each)) for each in offered
    }


def _same_urls(recorded: Any, offered: Any) -> bool:
    return {url_identity(str(each)) for each in recorded} == {
        url_identity(str(each)) for each in offered
    }


def _same_json(recorded: Any, offered: Any) -> bool:
    return bool(recorded == offered)


_SAME: Mapping[str, Callable[[Any, Any], bool]] = {
    "dataset": _same_dataset,
    "reference_answers": same_answers,
    "gold_urls": _same_urls,
    "flags": _same_json,
    "options": same_answers,
    "sufficient_documents": _same_json,
}
