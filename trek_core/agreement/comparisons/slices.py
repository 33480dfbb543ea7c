"""A comparison's figures for each system and for each dataset; the slices add up to the whole."""

from collections.abc import Callable, Iterable, Mapping

from trek_core.agreement.comparisons.population import Pair, Population
from trek_core.agreement.comparisons.report import AgreementReport, Comparison
from trek_core.agreement.comparisons.rows import Row, row_of_result
from trek_core.agreement.comparisons.sides import CaseAttribution, Cause
from trek_core.agreement.statistics.kappa import compute_views
from trek_core.agreement.statistics.tables import agreement_table

SLICES: dict[str, Callable[[CaseAttribution], str]] = {
    "system": lambda case: case.system,
    "dataset": lambda case: case.dataset,
}
"""What cases are told apart by; a case where it is not recorded is in the slice None."""


SliceOf = Mapping[str, str | None]
"""Case id -> the slice that the case is in."""


def find_slices(cases: Iterable[CaseAttribution], by: str) -> SliceOf:
    """The system or dataset of each case."""
    name = SLICES[by]
    return {case.case_id: name(case) or None for case in cases}


def slice_population(population: Population, slice_of: SliceOf) -> dict[str | None, Population]:
    """The population of each slice, by name; each case is in exactly one of them."""
    pairs: dict[str | None, list[Pair]] = {each: [] for each in _order(slice_of)}
    left_out: dict[str | None, dict[Cause, list[str]]] = {each: {} for each in pairs}
    for pair in population.pairs:
        pairs[slice_of[pair.case_id]].append(pair)
    for cause, case_ids in population.left_out.items():
        for case_id in case_ids:
            left_out[slice_of[case_id]].setdefault(cause, []).append(case_id)
    return {
        each: Population(tuple(found), {cause: tuple(ids) for cause, ids in left_out[each].items()})
        for each, found in pairs.items()
    }


def compute_slices(report: AgreementReport) -> list[Row]:
    """Every figure of every comparison, system by system and dataset by dataset.

    A place says `by` what the cases are told apart and `of` which slice it is.
    """
    slices = {by: find_slices(report.material.cases, by) for by in SLICES}
    return [
        row
        for comparison in report.comparisons
        for by, slice_of in slices.items()
        for row in _slice_rows(comparison, by, slice_of)
    ]


def _slice_rows(comparison: Comparison, by: str, slice_of: SliceOf) -> list[Row]:
    place = {"comparison": comparison.name, **comparison.within._asdict(), "by": by}
    found = slice_population(comparison.population, slice_of)
    return [
        row_of_result(result, {**place, "of": of}, _case_ids(population))
        for of, population in found.items()
        for result in compute_views(
            agreement_table((pair.first, pair.second) for pair in population.pairs),
            population.excluded,
        )
    ]


def _case_ids(population: Population) -> dict[str, tuple[str, ...]]:
    left_out = {str(cause): case_ids for cause, case_ids in population.left_out.items()}
    return {"counted": tuple(pair.case_id for pair in population.pairs), **left_out}


def _order(slice_of: SliceOf) -> list[str | None]:
    """The slices that occur, by name, cases without one last."""
    return sorted(set(slice_of.values()), key=lambda each: (each is None, each or ""))
