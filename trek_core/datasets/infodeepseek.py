"""InfoDeepSeek: one JSON list, each question in Chinese and in English (Xi et al., 2025)."""

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.shapes import Dataset, PaperSubset, make_question


def read_question(cells: Cells, dataset: str) -> DatasetQuestion:
    """Read one record in its English rendering; every other Boolean becomes a flag."""
    multi_hop = cells.flag("multi_hop")
    return make_question(
        cells,
        dataset=dataset,
        question_id=cells.identifier("id"),
        question=cells.question("query_en"),
        reference_answers=cells.texts("answer_en"),
        gold_urls=cells.urls("sources"),
        hops=None if multi_hop is None else "multi-hop" if multi_hop else "one-hop",
        false_premise=cells.flag("false_premise"),
        flags={
            name: flag
            for name in ("time_sensitive", "freshness")
            if (flag := cells.flag(name)) is not None
        }
        | (cells.flags() or {})
        or None,
    )


INFODEEPSEEK = Dataset(
    name="infodeepseek",
    title="InfoDeepSeek",
    files="JSON list or JSONL",
    marks=frozenset({"query_en", "answer_en", "sources"}),
    read=read_question,
    columns={
        "id": "question_id",
        "query_en": "question",
        "answer_en": "reference_answers",
        "sources": "gold_urls",
        "multi_hop": "hops",
    },
    paper=PaperSubset({"time_sensitive": "true", "freshness": "true"}, 31),
    caution="InfoDeepSeek is published under CC BY-NC 4.0: for non-commercial use, with its name.",
)
