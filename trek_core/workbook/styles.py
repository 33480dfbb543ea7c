"""How cells look: text that stays text, quiet headings coloured by whose words they head."""

from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

# Format "@": text typed over, such as =1+1, 007 or 2-3, stays text as well.
_TEXT: dict[str, Any] = {"num_format": "@", "text_wrap": True, "valign": "top"}
_HEADING = _TEXT | {"bold": True, "bottom": 1, "bottom_color": "#9AA5B1", "font_color": "#1F2933"}

LOOKS: dict[str, dict[str, Any]] = {
    "text": _TEXT,
    "number": {"align": "left", "valign": "top"},
    "title": {"num_format": "@", "bold": True, "font_size": 12},
    "case": _HEADING | {"bg_color": "#ECEFF3"},
    "trektrace": _HEADING | {"bg_color": "#E3ECF7"},
    "people": _HEADING | {"bg_color": "#E5F1E8"},
    "fill_in": _HEADING | {"bg_color": "#A9D8B5"},
    "differs": {"bg_color": "#FCE4D6", "font_color": "#8A3B12"},
}

ROW_HEIGHT = 60
"""Points of a case's row, four lines: a long text would else push the next row off the screen."""


def make_formats(workbook: Workbook) -> dict[str, Format]:
    """The looks as formats of one workbook."""
    return {name: workbook.add_format(look) for name, look in LOOKS.items()}
