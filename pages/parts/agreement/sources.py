"""Whose labels are looked at: TrekTrace's, with or without incomplete ones, or people's."""

from pages.parts.agreement.shown import Shown, name_of
from pages.parts.reads import load_section
from pages.parts.url_choice import choose_in_box
from trek_core.agreement.comparisons.rows import Row

TREKTRACE = {
    "attributed": "TrekTrace, incomplete attributions too",
    "complete": "TrekTrace, complete attributions",
}


def choose_source(shown: Shown) -> str:
    """Ask whose labels; people's are those of the round and mode on screen."""
    options = {**TREKTRACE, "decided": f"{name_of(shown.human_side)}, in this round and mode"}
    return choose_in_box("Labels of", "source", options, default="attributed", width=330)


def find_rows(shown: Shown, section: str, source: str) -> list[Row]:
    """The figures of a section for one source."""
    return [
        row
        for row in load_section(section, shown.report.material.annotator)
        if row.place["population"] == source and _is_shown(row, shown)
    ]


def _is_shown(row: Row, shown: Shown) -> bool:
    # TrekTrace's own labels belong to no round.
    return row.place["round"] is None or (row.place["round"], row.place["mode"]) == shown.within
