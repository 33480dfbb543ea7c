"""docs/case.md names the parts of a case as the page does."""

import re
from pathlib import Path

from pages.parts.case.address import SECTION_OF_STEP, resolve_part
from pages.parts.case.parts import PROBE_PARTS, SECTIONS

PAGE = (Path(__file__).parents[2] / "docs" / "case.md").read_text(encoding="utf-8")


def test_every_part_is_documented_and_every_documented_section_is_one():
    table = PAGE.split("| `part=` |")[1].split("\n\n")[0]
    cells = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)
    named = {name for cell in cells for name in cell.split("`")}
    assert {*SECTIONS, *PROBE_PARTS} <= named
    assert all(section in SECTIONS for section in SECTION_OF_STEP.values())
    assert all(resolve_part(step, SECTIONS, {}) for step in SECTION_OF_STEP)
