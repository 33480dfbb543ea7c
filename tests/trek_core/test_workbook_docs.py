"""docs/workbook.md names every column of every sheet, and says truly which come back."""

import re
from pathlib import Path

import pytest

from review_db.workbook_report import STATUSES
from trek_core.workbook.package_check import MOST_BYTES
from trek_core.workbook.sidecar import TEXTS_NAME
from trek_core.workbook.writer import TABLES

PAGE = (Path(__file__).parents[2] / "docs" / "workbook.md").read_text(encoding="utf-8")


def rows(section):
    """The first two cells of the table rows of a section whose first cell is in code type."""
    text = re.split(rf"^## {section}\n", PAGE, flags=re.MULTILINE)[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \| ([^|]*?) \|", text, flags=re.MULTILINE)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_sheet_has_a_table_of_exactly_its_columns_and_what_comes_back(table):
    assert rows(table.name) == [
        (column.name, "yes" if column.place else "no") for column in table.columns
    ]


def test_the_statuses_are_those_of_the_report():
    assert [name for name, _ in rows("What comes back")] == list(STATUSES)


def test_the_limits_and_names_are_those_of_the_code():
    assert f"{MOST_BYTES // 1_000_000} MB" in PAGE
    assert TEXTS_NAME in PAGE
