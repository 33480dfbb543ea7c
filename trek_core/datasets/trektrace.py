"""Questions as this project writes them: `trek select -o`, or the cases of a TrekTrace file."""

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.shapes import Dataset, make_question


def read_question(cells: Cells, dataset: str) -> DatasetQuestion:
    """Read one line; a dataset that it names itself is kept."""
    return make_question(
        cells,
        dataset=cells.text("dataset") or dataset,
        question_id=cells.identifier("question_id"),
        question=cells.question("question"),
        reference_answers=cells.texts("reference_answers", "gold_answers"),
        gold_urls=cells.urls("gold_urls"),
        effective_year=cells.year("effective_year") or cells.year("year"),
        freshness=cells.text("freshness"),
        hops=cells.text("hops"),
        false_premise=cells.flag("false_premise"),
        options=cells.texts("options"),
    )


TREKTRACE = Dataset(
    name="trektrace",
    title="TrekTrace questions",
    files="JSONL",
    marks=frozenset({"dataset", "question"}),
    read=read_question,
    columns={"gold_answers": "reference_answers", "year": "effective_year"},
)
