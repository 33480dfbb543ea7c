"""The sections of the Agreement page, in the order in which they are offered."""

from collections.abc import Callable

from pages.parts.agreement import (
    causes,
    everyone,
    judge,
    labels,
    matrix,
    over_time,
    questions,
    slices,
    summary,
    what_if,
)
from pages.parts.agreement.shown import Shown

SUMMARY = "summary"

SECTIONS: dict[str, tuple[str, Callable[[Shown], None]]] = {
    SUMMARY: ("Summary", summary.render),
    "matrix": ("Matrix", matrix.render),
    "causes": ("Causes", causes.render),
    "questions": ("Questions", questions.render),
    "everyone": ("All annotators", everyone.render),
    "time": ("Over time", over_time.render),
    "slices": ("By system", slices.render),
    "what-if": ("What if", what_if.render),
    "labels": ("Labels", labels.render),
    "judge": ("LLM judge", judge.render),
}
"""Name in the URL -> title, and what shows it; nothing is computed for a section not shown."""
