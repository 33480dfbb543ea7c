"""How often each label occurs, by system and dataset (Figure 2), and what exclusions change.

A share is of the cases that have labels; a case has one or two, so the shares of a group may add
up to more than 1. Labels made on an incomplete attribution are residuals in part: TrekTrace's
shares come with them (`attributed`) and without (`complete`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.rows import METHODS, Row, row_of_share
from trek_core.agreement.comparisons.sides import (
    CaseAttribution,
    Conclusion,
    RoundMode,
    read_conclusion,
)
from trek_core.agreement.statistics.kappa import SMALL_N
from trek_core.taxonomy import SYSTEM_INDEPENDENT, Label, LabelSet, Outcome

LabelSets = Mapping[str, LabelSet]
"""Case id -> the label set of one side."""

NO_ROUND: dict[str, Any] = {"round": None, "mode": None}
"""TrekTrace's own labels belong to no round."""

GROUPINGS: dict[str, tuple[str, ...]] = {
    "all": (),
    "dataset": ("dataset",),
    "system": ("system",),
    "dataset_and_system": ("dataset", "system"),
}
"""What cases are grouped by."""


def list_label_sets(material: Material) -> list[tuple[dict[str, Any], LabelSets]]:
    """Each source of labels: what it is, and its label set of each case that it decides.

    TrekTrace's with and without incomplete attributions; people's in each round and mode, whatever
    TrekTrace says.
    """
    trektrace = {
        population: {
            case.case_id: case.label_set
            for case in material.cases
            if case.label_set is not None and (case.complete or population == "attributed")
        }
        for population in ("attributed", "complete")
    }
    found: list[tuple[dict[str, Any], LabelSets]] = [
        ({"source": "trektrace", "population": population, **NO_ROUND}, label_sets)
        for population, label_sets in trektrace.items()
    ]
    for within in material.rounds:
        people = {
            case_id: reading
            for case_id, conclusion in material.conclude(within).items()
            if isinstance(reading := read_conclusion(conclusion), LabelSet)
        }
        found.append(({"source": "people", "population": "decided", **within._asdict()}, people))
    return found


def compute_prevalence(material: Material) -> list[Row]:
    """The share of each label in every group of every source, with its Wilson interval."""
    return [
        row
        for place, label_sets in list_label_sets(material)
        for by, names in GROUPINGS.items()
        for of, cases in _group(material.cases, label_sets, names).items()
        for row in _share_rows(
            {
                **place,
                "by": by,
                "dataset": None,
                "system": None,
                **dict(zip(names, of, strict=True)),
            },
            cases,
            label_sets,
        )
    ]


def _group(
    cases: Iterable[CaseAttribution], label_sets: LabelSets, names: tuple[str, ...]
) -> dict[tuple[str | None, ...], list[str]]:
    """The cases that have labels, by what they are grouped by; one group even if it is empty."""
    found: dict[tuple[str | None, ...], list[str]] = {} if names else {(): []}
    for case in cases:
        if case.case_id in label_sets:
            of = tuple(getattr(case, name) or None for name in names)
            found.setdefault(of, []).append(case.case_id)
    return dict(sorted(found.items(), key=lambda item: [each or "" for each in item[0]]))


def _share_rows(place: Mapping[str, Any], cases: list[str], label_sets: LabelSets) -> list[Row]:
    flagged = find_flagged(cases, label_sets)
    return [
        row_of_share(
            len(flagged[label]),
            len(cases),
            {**place, "view": f"label:{label}"},
            case_ids={"counted": tuple(flagged[label])},
        )
        for label in Label
    ]


def find_flagged(cases: Iterable[str], label_sets: LabelSets) -> dict[Label, list[str]]:
    """The cases that have each label."""
    flagged: dict[Label, list[str]] = {label: [] for label in Label}
    for case_id in cases:
        for label in label_sets[case_id].labels:
            flagged[label].append(case_id)
    return flagged


def compute_exclusion(material: Material) -> list[Row]:
    """What leaving out system-independent cases does to the share of each of TrekTrace's labels.

    Over the cases with an attribution that people have found to be failures: `before` counts all
    of them, `after` those whose reference and judge are not at fault. Cases on which people have
    not concluded, and those they find no failure, are left out of both, and counted.
    """
    return [row for within in material.rounds for row in _exclusion_rows(material, within)]


def _exclusion_rows(material: Material, within: RoundMode) -> list[Row]:
    people = material.conclude(within)
    label_sets = {case.case_id: case.label_set for case in material.cases if case.label_set}
    left_out: dict[str, list[str]] = {}
    before, removed = [], []
    for case_id in material.case_ids:
        cause = _find_cause(case_id in label_sets, people[case_id])
        if cause:
            left_out.setdefault(cause, []).append(case_id)
            continue
        before.append(case_id)
        if getattr(people[case_id], "outcome", None) in SYSTEM_INDEPENDENT:
            removed.append(case_id)
    gone = set(removed)
    after = [case_id for case_id in before if case_id not in gone]
    place = {"source": "trektrace", "population": "attributed", **within._asdict()}
    excluded = {cause: len(case_ids) for cause, case_ids in left_out.items()}
    shares = [_share_rows(place, cases, label_sets) for cases in (before, after)]
    return [
        _difference(first, second, excluded, {"removed": tuple(removed)})
        for first, second in zip(*shares, strict=True)
    ]


def _find_cause(has_labels: bool, concluded: Conclusion | str) -> str | None:
    if not has_labels:
        return "no_attribution"
    if isinstance(concluded, str):
        return concluded
    return "not_a_failure" if concluded.outcome == Outcome.NOT_A_FAILURE else None


def _difference(
    before: Row, after: Row, excluded: Mapping[str, int], case_ids: Mapping[str, tuple[str, ...]]
) -> Row:
    parts = {
        name: {
            "value": row.value,
            "count": row.details["count"],
            "n": row.n,
            "ci": list(row.ci) if row.ci else None,
            "ci_method": row.ci_method,
            "reason": row.reason,
        }
        for name, row in (("before", before), ("after", after))
    }
    exists = before.value is not None and after.value is not None
    return Row(
        "difference",
        before.place,
        (after.value or 0) - (before.value or 0) if exists else None,
        after.n,
        METHODS["difference"],
        reason=None if exists else "empty_group",
        warnings=("small_n",) if exists and after.n < SMALL_N else (),
        details={**parts, "removed": len(case_ids["removed"]), "excluded": dict(excluded)},
        case_ids=case_ids,
    )
