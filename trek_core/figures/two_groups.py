"""Two systems, datasets or search backends: does a label occur more often in one of them?

Different cases are compared by Fisher's exact test; two systems that were asked the same questions
also by McNemar's, question by question. The family of Holm's adjustment is the five labels.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from trek_core.agreement.comparisons.paired import adjust_family, compare_systems, index_questions
from trek_core.agreement.comparisons.prevalence import LabelSets, find_flagged
from trek_core.agreement.comparisons.rows import METHODS, Row
from trek_core.agreement.comparisons.sides import CaseAttribution
from trek_core.agreement.statistics.fisher import compute_fisher_exact
from trek_core.agreement.statistics.intervals import compute_wilson
from trek_core.figures.cases import FigureCase
from trek_core.figures.marks import NOT_RECORDED
from trek_core.taxonomy import Label

By = Literal["system", "dataset", "backend"]
BY_TITLES: dict[By, str] = {
    "system": "Systems",
    "dataset": "Datasets",
    "backend": "Search backends",
}
GROUPS = ("first", "second")
FAMILY = "labels of one comparison"


def list_groups(cases: Iterable[FigureCase], by: By) -> list[str]:
    """The groups there are, the fullest first."""
    counts: dict[str, int] = {}
    for case in cases:
        name = name_group(case, by)
        counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))


def name_group(case: FigureCase, by: By) -> str:
    """The group of a case."""
    return str(getattr(case, by)) or NOT_RECORDED


def compare_shares(
    cases: Sequence[FigureCase], labels: LabelSets, by: By, groups: tuple[str, str]
) -> list[Row]:
    """The share of each label in two groups, and the exact test of their difference.

    `value` is p; the details have the shares, and `case_ids` the cases with the label by group.
    """
    chosen = {
        place: [
            case.case_id
            for case in cases
            if name_group(case, by) == group and case.case_id in labels
        ]
        for place, group in zip(GROUPS, groups, strict=True)
    }
    flagged = {place: find_flagged(case_ids, labels) for place, case_ids in chosen.items()}
    tests = [
        _test(label, groups, {place: flagged[place][label] for place in GROUPS}, chosen)
        for label in Label
    ]
    return adjust_family(tests, FAMILY)


def compare_on_questions(
    cases: Sequence[FigureCase],
    labels: LabelSets,
    questions: Mapping[str, tuple[str, str]],
    systems: tuple[str, str],
) -> list[Row]:
    """The same on the questions that both systems failed: exact McNemar tests.

    Empty where no question was put to both. `questions` are effective year and question key by
    case.
    """
    asked = index_questions(
        CaseAttribution(
            case.case_id, None, complete=False, dataset=case.dataset, system=case.system,
            year=year, question_key=key,
        )
        for case in cases
        if case.system in systems
        for year, key in [questions.get(case.case_id, ("", ""))]
    )  # fmt: skip
    if len(set(systems) & set(asked)) < 2:
        return []
    return adjust_family(compare_systems(asked, *systems, {}, labels), FAMILY)


def _test(
    label: Label,
    groups: tuple[str, str],
    flagged: Mapping[str, list[str]],
    chosen: Mapping[str, list[str]],
) -> Row:
    counts = [(len(flagged[place]), len(chosen[place])) for place in GROUPS]
    figure = compute_fisher_exact([[k, n - k] for k, n in counts])
    return Row(
        figure.statistic,
        {"first": groups[0], "second": groups[1], "view": f"label:{label}"},
        figure.value,
        sum(n for _, n in counts),
        METHODS[figure.statistic],
        reason=figure.reason,
        warnings=figure.warnings,
        details={
            **{place: _share(k, n) for place, (k, n) in zip(GROUPS, counts, strict=True)},
            "p_holm": None,
        },
        case_ids={place: tuple(case_ids) for place, case_ids in flagged.items()},
    )


def _share(k: int, n: int) -> dict[str, Any]:
    return {
        "count": k,
        "n": n,
        "value": k / n if n else None,
        "ci": list(compute_wilson(k, n)) if n else None,
    }
