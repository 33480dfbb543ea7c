"""docs/datasets.md says what the code does."""

from pathlib import Path

from trek_core.datasets.joining import JOINED_FIELDS
from trek_core.datasets.question_index import NEAR
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.registry import DATASETS
from trek_core.datasets.shapes import PaperSubset

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")


def table_rows(heading):
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def in_words(paper: PaperSubset | None):
    if paper is None:
        return "nothing"
    rule = " and ".join(f"`{field}={value}`" for field, value in paper.conditions.items())
    of = f" of the {paper.of} of {paper.of_what}" if paper.of else ""
    return f"{rule}: {paper.count}{of}"


def test_the_table_of_datasets_is_the_registry():
    assert table_rows("What is read") == [
        [
            each.title,
            ", ".join(f"`{mark}`" for mark in sorted(each.marks)),
            each.files,
            in_words(each.paper),
        ]
        for each in DATASETS
    ]


def test_every_field_of_a_question_is_described():
    fields = [row[0].strip("`") for row in table_rows("A question")]
    assert fields == [name for name in DatasetQuestion.model_fields if name != "canary"]
    assert set(JOINED_FIELDS) < set(fields)
    assert f"{NEAR:g} %" in TEXT
