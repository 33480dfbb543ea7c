"""Cases of one system on one question, such as several runs: one of them counts.

Counting them all would take one question for several. They are told apart by the order of import.
"""

from collections.abc import Iterable, Mapping

from trek_core.figures.cases import FigureCase

Run = list[FigureCase]
"""The cases of one system on one question, in the order of import."""

COUNTING = {"latest": -1, "first": 0}
"""Which of them may count: name -> its place."""


def group_runs(cases: Iterable[FigureCase], questions: Mapping[str, tuple[str, str]]) -> list[Run]:
    """The cases, in the order of import, by system and question; alone where either is unknown.

    `questions` are effective year and question key by case: in another year it is another question.
    """
    found: dict[tuple[str, ...], Run] = {}
    for case in cases:
        year, key = questions.get(case.case_id, ("", ""))
        known = case.system and key
        place = (case.system, case.dataset, year, key) if known else (case.case_id,)
        found.setdefault(place, []).append(case)
    return list(found.values())
