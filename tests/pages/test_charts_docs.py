"""docs/charts.md names what the Charts page has."""

import re
from pathlib import Path

from pages.parts.figures.sections import SECTIONS
from trek_core.figures.sources import SWITCH_TITLES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "charts.md").read_text("utf-8")


def first_column(heading):
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| ([^|]+) \|", section, flags=re.MULTILINE)[1:]


def test_every_section_and_switch_is_described_in_order():
    assert first_column("The sections") == [section.title for section in SECTIONS.values()]
    assert first_column("Whose labels") == [*SWITCH_TITLES.values()]
