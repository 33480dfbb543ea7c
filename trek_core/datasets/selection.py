"""Questions chosen by what their dataset says of them, the paper's own choices among them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.shapes import Dataset
from trek_core.errors import TrekError


@dataclass(frozen=True)
class Condition:
    """A field and the value it must have; an empty value means that the field says nothing."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.field}={self.value}"


def parse_condition(text: str) -> Condition:
    """Read `field=value`; raises `ValueError` for a text that is none."""
    field, equals, value = text.partition("=")
    if not equals or not field.strip():
        raise ValueError("field=value")
    return Condition(field.strip(), value.strip())


def paper_conditions(dataset: Dataset) -> tuple[Condition, ...]:
    """What the paper asked of a dataset's questions; raises `TrekError` where it took none."""
    if dataset.paper is None:
        raise TrekError(f"The paper takes no questions from {dataset.title}.")
    return tuple(Condition(*each) for each in dataset.paper.conditions.items())


def select_questions(
    questions: Sequence[DatasetQuestion], conditions: Iterable[Condition], dataset: Dataset
) -> tuple[DatasetQuestion, ...]:
    """The questions of which every condition holds, in their order.

    A field goes by our name, by the dataset's own, or by a flag's; a list holds a value that is
    one of its items. Raises `TrekError` for a field that no question has.
    """
    wanted = [Condition(dataset.columns.get(c.field, c.field), c.value) for c in conditions]
    rows = [(question, _values(question)) for question in questions]
    known = {name for _, values in rows for name in values} | set(dataset.columns.values())
    for condition in wanted:
        if condition.field not in known:
            raise TrekError(
                f"No question has a field {condition.field!r}: expected one of "
                f"{', '.join(sorted(known))}."
            )
    return tuple(
        question for question, values in rows if all(_holds(each, values) for each in wanted)
    )


def _values(question: DatasetQuestion) -> dict[str, Any]:
    values = question.to_json()
    values.pop("document_lists", None)
    flags: dict[str, Any] = values.pop("flags", {})
    return values | flags


def _holds(condition: Condition, values: Mapping[str, Any]) -> bool:
    found = values.get(condition.field)
    items = found if isinstance(found, list) else [found]
    return any(_shown(item) == condition.value.casefold() for item in items)


def _shown(value: Any) -> str:
    return "" if value is None else str(value).casefold()
