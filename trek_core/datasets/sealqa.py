"""SealQA and LongSeal: Parquet or JSONL, each row marked with a canary (Pham et al., 2025)."""

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.shapes import Dataset, PaperSubset, make_question

DOCUMENT_LISTS = ("golds", "12_docs", "20_docs", "30_docs")

_COLUMNS = {"id": "question_id", "answer": "reference_answers", "urls": "gold_urls"}
_CAUTION = (
    "SealQA asks that its questions stay out of training data: its canary is written only with "
    "--with-canary, so keep the file to yourself."
)


def read_question(cells: Cells, dataset: str) -> DatasetQuestion:
    """Read one row; LongSeal's lists of pages keep their names."""
    lists = {name: found for name in DOCUMENT_LISTS if (found := cells.documents(name)) is not None}
    return make_question(
        cells,
        dataset=dataset,
        question_id=cells.identifier("id"),
        question=cells.question("question"),
        reference_answers=cells.texts("answer"),
        gold_urls=cells.urls("urls"),
        effective_year=cells.year("effective_year"),
        freshness=cells.text("freshness"),
        document_lists=lists or None,
        canary=cells.raw("canary"),
    )


_MARKS = frozenset({"question", "answer", "urls", "freshness", "effective_year"})

SEALQA = Dataset(
    name="sealqa",
    title="SealQA (seal_0, seal_hard)",
    files="Parquet, JSONL or JSON list",
    marks=_MARKS,
    read=read_question,
    columns=_COLUMNS,
    paper=PaperSubset({"freshness": "fast-changing"}, 64, of=254, of_what="seal_hard"),
    caution=_CAUTION,
)

LONGSEAL = Dataset(
    name="longseal",
    title="LongSeal",
    files="Parquet, JSONL or JSON list",
    marks=_MARKS | {"12_docs", "20_docs", "30_docs"},
    read=read_question,
    columns=_COLUMNS,
    caution=_CAUTION,
)
