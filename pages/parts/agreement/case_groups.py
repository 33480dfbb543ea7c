"""The cases behind the figures of a section of Agreement: who says what on each of them."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

import pandas as pd

from pages.parts.agreement.cells import Cells
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.words import NO_VALUE, say_category, say_cause
from pages.parts.cases_behind import Answers, CaseGroup, find_chosen, render_cases_behind
from pages.parts.filters import NOT_RECORDED
from pages.parts.round_address import query_of
from trek_core.agreement import Comparison

__all__ = [
    "Answers",
    "CaseGroup",
    "answers_of_comparison",
    "answers_of_pairing",
    "compute_case_rows",
    "find_chosen",
    "make_left_out_groups",
    "render_case_groups",
]


def render_case_groups(groups: Sequence[CaseGroup], shown: Shown) -> str:
    """Show the group of cases that the URL names, and a box with all of them; returns its key."""
    return render_cases_behind(
        groups,
        lambda group, case_ids: compute_case_rows(group, shown, case_ids),
        "agreement",
        query_of(shown.within.round),
    )


def compute_case_rows(
    group: CaseGroup, shown: Shown, case_ids: Sequence[str] | None = None
) -> pd.DataFrame:
    """The cases of a group as a table: what was asked of whom, and what either side says.

    With `case_ids`, those of them alone.
    """
    cases = shown.report.material.cases_by_id
    answers = group.answers()
    # A person may be called like another column: their column then says which side it is.
    taken = {"Case", "Question", "System", "Dataset"}
    sides = [
        f"{name} (side {place})" if name in taken else name
        for place, name in enumerate(group.sides or shown.sides, start=1)
    ]
    rows = []
    for case_id in group.case_ids if case_ids is None else case_ids:
        case = cases[case_id]
        row = {
            "Case": case_id,
            "Question": case.question.strip(),
            "System": case.system or NOT_RECORDED,
            "Dataset": case.dataset or NOT_RECORDED,
        }
        if answers:
            row |= dict(zip(sides, answers.get(case_id, [NO_VALUE] * len(sides)), strict=True))
        rows.append(row)
    return pd.DataFrame(rows, dtype=str)


def make_left_out_groups(left_out: Mapping[Any, Sequence[str]]) -> list[CaseGroup]:
    """The cases that do not count, by the cause."""
    return [
        CaseGroup(f"left-out-{cause}", f"Left out: {say_cause(str(cause))}", case_ids)
        for cause, case_ids in left_out.items()
    ]


def answers_of_comparison(comparison: Comparison) -> Callable[[], Answers]:
    """What both sides of a comparison say of the cases that count."""
    return lambda: {
        pair.case_id: (str(pair.first), str(pair.second)) for pair in comparison.population.pairs
    }


def answers_of_pairing(pairing: Cells) -> Callable[[], Answers]:
    """What both sides of a pairing answer on the cases that count."""

    def read() -> Answers:
        titles = [say_category(pairing.view, category) for category in pairing.categories]
        return dict(
            chain.from_iterable(
                ((case_id, (titles[row], titles[column])) for case_id in case_ids)
                for (row, column), case_ids in pairing.cells.items()
            )
        )

    return read
