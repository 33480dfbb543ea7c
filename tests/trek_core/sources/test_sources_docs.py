"""docs/sources.md lists what is read, shape by shape."""

import re
from pathlib import Path

from trek_core.sources import SHAPE_NAMES, SHAPES
from trek_core.sources.verdict_words import VERDICT_WORDS

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_the_documented_shapes_are_those_of_the_registry_in_its_order():
    rows = re.findall(
        r"^\| `([a-z-]+)` \| (.+?) \| (.+?) \|", (DOCS / "sources.md").read_text(), re.MULTILINE
    )
    assert [(name, title, looks_for) for name, title, looks_for in rows[:-2]] == [
        (shape.name, shape.title, shape.looks_for) for shape in SHAPES
    ]


def test_each_kind_of_record_that_is_no_shape_is_documented():
    text = (DOCS / "sources.md").read_text()
    for name in set(SHAPE_NAMES) - {shape.name for shape in SHAPES}:
        assert f"`{name}`" in text


def test_the_documented_words_for_a_verdict_are_those_that_are_read():
    rows = re.findall(
        r"^\| ([a-z_]+) \| (`.+) \|$", (DOCS / "sources.md").read_text(), re.MULTILINE
    )
    documented = {
        word: verdict for verdict, words in rows for word in re.findall("`([^`]+)`", words)
    }
    assert documented == VERDICT_WORDS
