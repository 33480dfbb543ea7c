"""docs/exports.md names every kind of export, where it is written, and what it is."""

import re
from pathlib import Path

from review_db.export_formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")

FOLDER = "a folder"


def test_the_page_lists_the_kinds_as_the_command_has_them():
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", PAGE, flags=re.MULTILINE)
    assert rows[1:] == [
        (
            each.name,
            ", ".join(f"`{suffix}`" if suffix else FOLDER for suffix in each.suffixes),
            each.what,
        )
        for each in FORMATS
    ]
