"""The cases of a comparison: which count, which are left out and why, who says what."""

import pandas as pd

from trek_core.agreement import CAUSE_TITLES, Comparison


def name_of(rater: str) -> str:
    """A rater as a heading."""
    return "People" if rater == "people" else rater


def compute_population_rows(comparison: Comparison) -> list[tuple[str, int]]:
    """How every case was treated: counted, or left out and why; the counts add up."""
    population = comparison.population
    left_out = [(_cause(cause), len(cases)) for cause, cases in population.left_out.items()]
    return [("Counted", population.n), *((f"Left out: {why}", count) for why, count in left_out)]


def compute_case_groups(comparison: Comparison) -> dict[str, pd.DataFrame]:
    """The cases behind the figures, by group, as tables of what each side says."""
    pairs = comparison.population.pairs
    columns = ["case_id", name_of(comparison.first), name_of(comparison.second)]
    agree = [pair for pair in pairs if pair.first == pair.second]
    differ = [pair for pair in pairs if pair.first != pair.second]
    groups = {
        f"{name} ({len(found):,})": pd.DataFrame(
            [(pair.case_id, str(pair.first), str(pair.second)) for pair in found], columns=columns
        )
        for name, found in (("They differ", differ), ("They agree", agree))
    }
    for cause, case_ids in comparison.population.left_out.items():
        name = f"Left out: {_cause(cause)} ({len(case_ids):,})"
        groups[name] = pd.DataFrame({"case_id": list(case_ids)})
    return {name: table for name, table in groups.items() if len(table)}


def _cause(cause: str) -> str:
    return CAUSE_TITLES[cause]  # type: ignore[index]  # keys are the same closed set
