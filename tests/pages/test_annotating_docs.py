"""The annotators' page says what the app does."""

from pathlib import Path

from pages.parts.shortcuts import SHORTCUTS
from trek_core.checklist import GUIDELINE

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "annotating.md").read_text("utf-8")


def test_the_page_lists_every_key_and_no_other():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert rows == [f"| {shortcut.shown} | {shortcut.meaning} |" for shortcut in SHORTCUTS]


def test_the_page_names_the_steps_in_order():
    steps = [line.split("**")[1] for line in PAGE.splitlines() if line[:3].rstrip(". ").isdigit()]
    assert steps == [f"{guidance.title}." for guidance in GUIDELINE]
