"""What a dataset is to this project: how its rows are known, how one is read, what is taken."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.rows import Decode


@dataclass(frozen=True)
class PaperSubset:
    """The questions the paper took: what must hold of each, and how many of how many it found.

    `conditions` are fields and their values; `of` is None where the paper does not say.
    """

    conditions: Mapping[str, str]
    count: int
    of: int | None = None
    of_what: str = ""


@dataclass(frozen=True)
class Dataset:
    """A published dataset: `marks` are the fields that tell its rows, `columns` its own names for
    ours, `read` makes the question of a row (`CaseFormatError` where there is none).

    `decode` undoes the encoding in which its lines are published; `caution` is what whoever writes
    its questions to a file should know.
    """

    name: str
    title: str
    files: str
    marks: frozenset[str]
    read: Callable[[Cells, str], DatasetQuestion]
    columns: Mapping[str, str] = field(default_factory=dict)
    paper: PaperSubset | None = None
    decode: Decode | None = None
    caution: str | None = None

    def detect(self, names: Collection[str]) -> bool:
        """Whether a row with these fields is one of this dataset."""
        return self.marks <= set(names)


def make_question(cells: Cells, **fields: object) -> DatasetQuestion:
    """A question of the fields that say something, and of everything else its row holds."""
    known = {name: value for name, value in fields.items() if value is not None}
    return DatasetQuestion.model_validate(cells.rest() | known)
