"""docs/statistics.md says what the code does."""

import doctest
import re
from pathlib import Path
from typing import get_args

from trek_core.agreement import CAUSES, STATISTICS, VIEW_CATEGORIES
from trek_core.agreement.statistics.results import Caution, Reason

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def read_names(heading):
    """The names in the first column of the tables of one section."""
    section = PAGE.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)`", section, flags=re.MULTILINE)


def test_every_worked_example_gives_what_the_page_prints():
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted >= 60
    assert results.failed == 0


def test_the_page_defines_every_statistic_and_works_an_example_of_it():
    page = PAGE.read_text("utf-8")
    for name in STATISTICS:
        assert re.search(rf"^\| .*`{name}`.*\|$", page, flags=re.MULTILINE), name
        assert f'("{name}", ' in page, name


def test_the_page_names_every_view_cause_reason_and_warning_in_order():
    views = [view for view in VIEW_CATEGORIES if not view.startswith("label:")]
    assert read_names("One table, several views") == [*views, "label:X"]
    assert read_names("Which cases count") == list(CAUSES)
    assert read_names("Undefined, and what to mind") == [*get_args(Reason), *get_args(Caution)]
