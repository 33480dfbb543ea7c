"""A dataset's file read whole: which dataset it is, its questions, and every row that is odd."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from pydantic import ValidationError

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.registry import DATASETS
from trek_core.datasets.row_files import load_rows
from trek_core.datasets.rows import Row, RowProblem
from trek_core.datasets.shapes import Dataset
from trek_core.errors import CaseFormatError, TrekError

_LOOKED_AT = 20
"""So many rows are looked at to find out which dataset a file holds."""
_LACKS_DATASET = (
    "Questions of your own need a column `dataset` that names what they belong to; add it. "
)


@dataclass(frozen=True)
class ReadDataset:
    """The questions of a file in its order, and what was wrong, row by row."""

    dataset: Dataset
    questions: tuple[DatasetQuestion, ...]
    problems: tuple[RowProblem, ...]


def load_dataset(path: Path, name: str | None = None) -> ReadDataset:
    """Read a file of any dataset in the registry; `name` replaces the dataset's own name.

    A bad row never stops the file. Raises `TrekError` where the file cannot be read, or is of no
    dataset that is known.
    """
    marks = frozenset[str]().union(*(dataset.marks for dataset in DATASETS))
    decoders = [dataset.decode for dataset in DATASETS if dataset.decode]
    rows = load_rows(path, marks, decoders)
    first = list(islice(rows, _LOOKED_AT))
    dataset = _detect(path, first)
    questions: list[DatasetQuestion] = []
    problems: list[RowProblem] = []
    seen: dict[str, str] = {}
    for row in chain(first, rows):
        if isinstance(row, RowProblem):
            problems.append(row)
            continue
        found, noted = _read_row(row, dataset, name or dataset.name)
        problems += noted
        if found is not None:
            questions.append(found)
            problems += _check_id(found, row.place, seen)
    return ReadDataset(dataset, tuple(questions), tuple(problems))


def _detect(path: Path, rows: Sequence[Row | RowProblem]) -> Dataset:
    names = [set(row.fields) for row in rows if isinstance(row, Row)]
    for dataset in DATASETS:
        if any(dataset.detect(each) for each in names):
            return dataset
    if not names:
        first = next((f": {row}" for row in rows if isinstance(row, RowProblem)), "")
        raise TrekError(f"{path} holds no row that can be read{first}.")
    looked_for = "; ".join(f"{each.title}: {', '.join(sorted(each.marks))}" for each in DATASETS)
    found = ", ".join(sorted(names[0])[:20])
    lacks = "" if "question" not in names[0] else _LACKS_DATASET
    raise TrekError(
        f"{path} is of no dataset known: found {found}. {lacks}Looked for {looked_for}."
    )


def _read_row(
    row: Row, dataset: Dataset, name: str
) -> tuple[DatasetQuestion | None, list[RowProblem]]:
    cells = Cells(row)
    try:
        return dataset.read(cells, name), cells.problems
    except CaseFormatError as error:
        cells.problems.append(RowProblem(row.place, error.field, error.found, error.expected))
    except ValidationError as error:
        detail = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(step) for step in detail["loc"])
        cells.problems.append(RowProblem(row.place, field, "another type", detail["msg"]))
    return None, cells.problems


def _check_id(found: DatasetQuestion, place: str, seen: dict[str, str]) -> Iterator[RowProblem]:
    if found.question_id is None:
        return
    first = seen.setdefault(found.question_id, place)
    if first != place:
        yield RowProblem(
            place, "question_id", f"an id that {first} has too", "an id of its own", is_taken=True
        )
