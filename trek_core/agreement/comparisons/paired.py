"""Two yes/no flags on the same cases: which side fails more, which system, and who flags more.

Each is the exact two-sided McNemar test, which rests on the cases that have one flag alone; the p
values of one family are adjusted by Holm, and every row names its family.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.prevalence import LabelSets, list_label_sets
from trek_core.agreement.comparisons.report import AgreementReport
from trek_core.agreement.comparisons.rows import METHODS, Row
from trek_core.agreement.comparisons.sides import CaseAttribution
from trek_core.agreement.statistics.holm import adjust_holm
from trek_core.agreement.statistics.mcnemar import Discordance, compute_mcnemar_exact
from trek_core.taxonomy import NONE, Label

GROUPS = ("both", "first_only", "second_only", "neither")
"""Which of the two flags a case has."""

Flags = Iterable[tuple[str, bool, bool]]
"""Case or question, and whether it has the first flag and the second."""


def compute_stages(material: Material) -> list[Row]:
    """Post-retrieval (first) against upstream failures (second), system by system (A.4.2).

    A case has the first flag for Interpretation or Distraction, the second for Pre-retrieval or
    Retrieval. The family is the systems of one source.
    """
    rows = []
    for place, label_sets in list_label_sets(material):
        by_system: dict[str | None, list[str]] = {}
        for case in material.cases:
            if case.case_id in label_sets:
                by_system.setdefault(case.system or None, []).append(case.case_id)
        tests = [
            compare_flags(
                (
                    (
                        case_id,
                        label_sets[case_id].post != NONE,
                        label_sets[case_id].retrieval != NONE,
                    )
                    for case_id in case_ids
                ),
                {
                    **place,
                    "first": "post_retrieval",
                    "second": "upstream",
                    "system": system,
                    "view": "stages",
                },
            )
            for system, case_ids in sorted(by_system.items(), key=lambda each: each[0] or "")
        ]
        rows += adjust_family(tests, "systems of one source")
    return rows


def compare_flags(flags: Flags, place: Mapping[str, Any], **details: Any) -> Row:
    """The exact test of two flags, with how often each has been given and the cases behind it."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name, first, second in flags:
        groups[_find_group(first, second)].append(name)
    counts = {group: len(names) for group, names in groups.items()}
    n = sum(counts.values())
    figure = compute_mcnemar_exact(Discordance(counts["first_only"], counts["second_only"], n))
    return Row(
        figure.statistic,
        place,
        figure.value,
        n,
        METHODS[figure.statistic],
        reason=figure.reason,
        warnings=figure.warnings,
        details={**counts, **details, "p_holm": None, "family": None, "family_size": 0},
        case_ids={group: tuple(names) for group, names in groups.items()},
    )


def _find_group(first: bool, second: bool) -> str:
    if first == second:
        return "both" if first else "neither"
    return "first_only" if first else "second_only"


def adjust_family(tests: Sequence[Row], family: str) -> list[Row]:
    """The tests with their p values adjusted by Holm; one without a p is no part of the family."""
    tested = [test for test in tests if test.value is not None]
    adjusted = iter(adjust_holm([float(test.value or 0) for test in tested]).value or ())
    about = {"family": family, "family_size": len(tested)}
    return [
        replace(
            test,
            details={
                **test.details,
                **about,
                "p_holm": None if test.value is None else next(adjusted),
            },
        )
        for test in tests
    ]


def compute_systems(material: Material) -> list[Row]:
    """Two systems on the same questions: does one get a label more often than the other?

    A question counts where both systems failed on it and both cases have labels; the others are
    left out and counted. A question one system was asked twice is left out too (`asked_twice`).
    The family is the five labels over all pairs of systems of one source.
    """
    rows = []
    for place, label_sets in list_label_sets(material):
        asked = index_questions(material.cases)
        tests = [
            test
            for first, second in combinations(sorted(asked), 2)
            for test in compare_systems(asked, first, second, place, label_sets)
        ]
        rows += adjust_family(tests, "labels and pairs of systems of one source")
    return rows


Question = tuple[str, str, str]
"""Dataset, effective year and question key: in another year another answer is right."""


def index_questions(
    cases: Iterable[CaseAttribution],
) -> dict[str, dict[Question, list[str]]]:
    """System -> question -> its cases, where system and question are recorded."""
    found: dict[str, dict[Question, list[str]]] = {}
    for case in cases:
        if case.system and case.question_key:
            by_question = found.setdefault(case.system, {})
            question = case.dataset, case.year, case.question_key
            by_question.setdefault(question, []).append(case.case_id)
    return found


def compare_systems(
    asked: Mapping[str, Mapping[Question, Sequence[str]]],
    first: str,
    second: str,
    place: Mapping[str, Any],
    label_sets: LabelSets,
) -> list[Row]:
    """The test of each label on the questions put to both; empty where there is none."""
    excluded = {"asked_twice": 0, "not_both_labelled": 0}
    pairs: list[tuple[str, str]] = []
    for question, ours in asked[first].items():
        theirs = asked[second].get(question)
        if theirs is None:
            continue
        if len(ours) + len(theirs) > 2:
            excluded["asked_twice"] += 1
        elif ours[0] in label_sets and theirs[0] in label_sets:
            pairs.append((ours[0], theirs[0]))
        else:
            excluded["not_both_labelled"] += 1
    if not pairs and not any(excluded.values()):
        return []
    return [
        compare_flags(
            (
                (one, label in label_sets[one].labels, label in label_sets[other].labels)
                for one, other in pairs
            ),
            {**place, "first": first, "second": second, "view": f"label:{label}"},
            excluded=excluded,
        )
        for label in Label
    ]


def compute_bias(report: AgreementReport) -> list[Row]:
    """Whether one rater gives a label more often than the other, label by label.

    The first is TrekTrace (or annotator A): `first_only` are the cases that it flags and people
    do not. The family is the five labels of one comparison.
    """
    rows = []
    for comparison in report.comparisons:
        place = {"comparison": comparison.name, **comparison.within._asdict()}
        tests = [
            compare_flags(
                (
                    (pair.case_id, label in pair.first.labels, label in pair.second.labels)
                    for pair in comparison.population.pairs
                ),
                {**place, "first": comparison.first, "second": comparison.second,
                 "view": f"label:{label}"},
            )
            for label in Label
        ]  # fmt: skip
        rows += adjust_family(tests, "labels of one comparison")
    return rows
