"""What a comparison of two groups leaves out and takes for granted, as sentences."""

from collections.abc import Sequence

from trek_core.counted import count_of
from trek_core.figures.cases import FigureCase
from trek_core.figures.runs import Run
from trek_core.figures.sources import Source

LATEST = "latest"
IMPORTED = {LATEST: "last", "first": "first"}
"""Which of several cases of a question counts, in a word."""


def count_left_out(cases: Sequence[FigureCase], source: Source) -> int:
    """The cases whose recorded labels are left out because they are incomplete."""
    if source != "recorded":
        return 0
    return sum(case.recorded is not None and not case.complete for case in cases)


def say_left_out(incomplete: int) -> list[str]:
    """How many cases are left out because their labels are incomplete."""
    are = "is" if incomplete == 1 else "are"
    cases = count_of(incomplete, "case")
    return [f"{cases} with incomplete labels {are} left out."] if incomplete else []


def say_runs(runs: Sequence[Run], run: str) -> list[str]:
    """Which case counts where a system has several of one question, and how many do not."""
    several = [each for each in runs if each[1:]]
    if not several:
        return []
    others = sum(map(len, several)) - len(several)
    said = (
        f"{count_of(len(several), 'time')} a system has several cases of one question, such as "
        f"those of a second run: the one imported {IMPORTED[run]} counts, "
        f"{count_of(others, 'other is', 'others are')} left out."
    )
    return [said]


def say_independence(*, is_paired: bool) -> str:
    """What Fisher's test takes for granted, and where to look instead."""
    instead = "; the table below, question by question, does not and says more" if is_paired else ""
    return f"Fisher's test takes all cases for independent{instead}."
