"""FreshQA: a spreadsheet exported as CSV, refreshed by its authors (Vu et al., 2023)."""

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.shapes import Dataset, PaperSubset, make_question

_ANSWERS = tuple(f"answer_{index}" for index in range(10))


def read_question(cells: Cells, dataset: str) -> DatasetQuestion:
    """Read one row: up to ten answers, each acceptable by itself, and the URLs of one cell."""
    cells.day("next_review")
    return make_question(
        cells,
        dataset=dataset,
        question_id=cells.identifier("id"),
        question=cells.question("question"),
        reference_answers=cells.texts(*_ANSWERS),
        gold_urls=cells.urls("source"),
        effective_year=cells.year("effective_year"),
        freshness=cells.text("fact_type"),
        hops=cells.text("num_hops"),
        false_premise=cells.flag("false_premise"),
    )


FRESHQA = Dataset(
    name="freshqa",
    title="FreshQA",
    files="CSV",
    marks=frozenset({"question", "effective_year", "num_hops", "fact_type", "answer_0"}),
    read=read_question,
    columns={
        "id": "question_id",
        "answer_0": "reference_answers",
        "source": "gold_urls",
        "fact_type": "freshness",
        "num_hops": "hops",
    },
    paper=PaperSubset({"freshness": "fast-changing", "hops": "multi-hop"}, 49),
)
