"""Every comparison of a set of judgements, with its figures: what a page or a command shows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from trek_core.agreement.comparisons.material import Material, read_material
from trek_core.agreement.comparisons.population import Population, pair_two_people, pair_with_people
from trek_core.agreement.comparisons.sides import (
    CaseAttribution,
    Conclusion,
    HumanJudgement,
    RoundMode,
)
from trek_core.agreement.statistics.kappa import compute_views
from trek_core.agreement.statistics.results import AgreementResult
from trek_core.agreement.statistics.tables import VIEW_CATEGORIES, Counts, agreement_table

TREKTRACE_VS_HUMAN = "trektrace_vs_human"
WITH_INCOMPLETE = "trektrace_vs_human_with_incomplete"


@dataclass(frozen=True)
class Comparison:
    """Two raters over one round and mode: who counts, their joint table, every figure."""

    name: str
    first: str
    second: str
    within: RoundMode
    population: Population
    table: Counts = field(compare=False)
    results: tuple[AgreementResult, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Each figure with the comparison, round and mode that it belongs to."""
        place = {"comparison": self.name, **self.within._asdict()}
        return [place | result.to_json() for result in self.results]


@dataclass(frozen=True)
class AgreementReport:
    """All comparisons, the headline first; there is always at least that one.

    `annotators` are the people who have handed in a judgement, `material` is what all of it was
    computed from.
    """

    comparisons: tuple[Comparison, ...]
    annotators: tuple[str, ...]
    material: Material = field(default_factory=Material, compare=False, repr=False)

    @property
    def headline(self) -> Comparison:
        """TrekTrace against people, in the round and mode with the most judgements."""
        return self.comparisons[0]

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds in which the human side handed something in, the fullest first."""
        return tuple(dict.fromkeys(within.round for within in self.material.rounds))

    def of_round(self, name: str) -> "AgreementReport":
        """The same of one of `rounds` alone."""
        own = tuple(given for given in self.material.judgements if given.round == name)
        material = replace(self.material, judgements=own)
        comparisons = tuple(each for each in self.comparisons if each.within.round == name)
        return AgreementReport(comparisons, material.annotators, material)

    def to_json(self) -> dict[str, Any]:
        """One object of plain JSON values; population and confusion are the headline's."""
        population = self.headline.population
        return {
            "population": {
                "cases": population.cases,
                "n": population.n,
                "excluded": population.excluded,
            },
            "results": [figure for each in self.comparisons for figure in each.to_json()],
            "confusion": {
                "labels": list(VIEW_CATEGORIES["joint"]),
                "counts": self.headline.table.tolist(),
            },
        }


def compute_report(
    cases: Iterable[CaseAttribution],
    judgements: Iterable[HumanJudgement],
    *,
    decisions: Mapping[tuple[str, str], Conclusion] | None = None,
    annotator: str | None = None,
    round_cases: Mapping[str, Collection[str]] | None = None,
) -> AgreementReport:
    """Compare TrekTrace with people and people with one another, per round and mode.

    `decisions` are adjudications by (round, case id). With `annotator`, the human side is that
    person alone and only the pairs with that person are compared. Where attributions are
    incomplete, a second comparison counts them too. `round_cases` names the cases of a round;
    one that is not in it takes every case. Order: TrekTrace against people, the same
    with incomplete attributions, pairs of people; within each, the round and mode with the most
    judgements first.
    """
    material = read_material(cases, judgements, decisions=decisions, annotator=annotator)
    material = replace(material, round_cases=dict(round_cases or {}))
    headlines = [_compare_with_people(material, within) for within in material.rounds]
    with_incomplete = [
        _compare_with_people(material, headline.within, include_incomplete=True)
        for headline in headlines
        if "attribution_incomplete" in headline.population.left_out
    ]
    between_people = [
        _compare_two_people(material, within, first, second)
        for within in material.rounds
        for first, second in material.find_handed_in(within).find_pairs(annotator)
    ]
    return AgreementReport(
        (*headlines, *with_incomplete, *between_people), material.annotators, material
    )


def _compare_with_people(
    material: Material, within: RoundMode, *, include_incomplete: bool = False
) -> Comparison:
    population = pair_with_people(material, within, include_incomplete=include_incomplete)
    name = WITH_INCOMPLETE if include_incomplete else TREKTRACE_VS_HUMAN
    return _compare(name, ("TrekTrace", material.annotator or "people"), within, population)


def _compare_two_people(
    material: Material, within: RoundMode, first: str, second: str
) -> Comparison:
    handed_in = material.find_handed_in(within)
    population = pair_two_people(material.case_ids_of(within.round), handed_in, first, second)
    return _compare(f"{first}_vs_{second}", (first, second), within, population)


def _compare(
    name: str, raters: tuple[str, str], within: RoundMode, population: Population
) -> Comparison:
    table = agreement_table((pair.first, pair.second) for pair in population.pairs)
    results = compute_views(table, population.excluded)
    return Comparison(name, *raters, within, population, table, results)
