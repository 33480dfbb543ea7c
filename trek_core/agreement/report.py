"""Every comparison of a set of judgements, with its figures: what a page or a command shows."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from trek_core.agreement.kappa import compute_views
from trek_core.agreement.population import (
    Population,
    compare_annotators,
    compare_trektrace_with_humans,
)
from trek_core.agreement.results import AgreementResult
from trek_core.agreement.sides import (
    FINISHED,
    CaseAttribution,
    Conclusion,
    HumanJudgement,
    RoundMode,
)
from trek_core.agreement.tables import VIEW_CATEGORIES, Counts, agreement_table

TREKTRACE_VS_HUMAN = "trektrace_vs_human"
WITH_INCOMPLETE = "trektrace_vs_human_with_incomplete"
BEFORE_ANY_JUDGEMENT = RoundMode("default", "assisted")


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

    `annotators` are the people who have handed in a judgement.
    """

    comparisons: tuple[Comparison, ...]
    annotators: tuple[str, ...]

    @property
    def headline(self) -> Comparison:
        """TrekTrace against people, in the round and mode with the most judgements."""
        return self.comparisons[0]

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
) -> AgreementReport:
    """Compare TrekTrace with people and people with one another, per round and mode.

    `decisions` are adjudications by (round, case id). With `annotator`, the human side is that
    person alone and only the pairs with that person are compared. Where attributions are
    incomplete, a second comparison counts them too. Order: TrekTrace against people, the same
    with incomplete attributions, pairs of people; within each, the round and mode with the most
    judgements first.
    """
    cases, judgements = list(cases), list(judgements)
    own = [given for given in judgements if annotator in (None, given.annotator)]
    rounds = _order_rounds(own)

    def against_people(within: RoundMode, name: str) -> Comparison:
        population = compare_trektrace_with_humans(
            cases,
            own,
            within,
            decisions=_decisions_of(within.round, decisions or {}),
            annotator=annotator,
            include_incomplete=name == WITH_INCOMPLETE,
        )
        return _compare(name, ("TrekTrace", annotator or "people"), within, population)

    headlines = [against_people(within, TREKTRACE_VS_HUMAN) for within in rounds]
    with_incomplete = [
        against_people(headline.within, WITH_INCOMPLETE)
        for headline in headlines
        if "attribution_incomplete" in headline.population.left_out
    ]
    case_ids = [case.case_id for case in cases]
    between_people = [
        _compare(
            "_vs_".join(pair),
            pair,
            within,
            compare_annotators(case_ids, judgements, *pair, within),
        )
        for within in rounds
        for pair in _find_pairs(judgements, within, annotator)
    ]
    return AgreementReport(
        (*headlines, *with_incomplete, *between_people),
        tuple(sorted({given.annotator for given in judgements if given.state in FINISHED})),
    )


def _compare(
    name: str, raters: tuple[str, str], within: RoundMode, population: Population
) -> Comparison:
    table = agreement_table((pair.first, pair.second) for pair in population.pairs)
    results = compute_views(table, population.excluded)
    return Comparison(name, *raters, within, population, table, results)


def _order_rounds(judgements: Iterable[HumanJudgement]) -> list[RoundMode]:
    """The rounds and modes in which something was handed in, the fullest first."""
    counts = Counter(
        RoundMode(given.round, given.mode) for given in judgements if given.state in FINISHED
    )
    return sorted(counts, key=lambda within: (-counts[within], within)) or [BEFORE_ANY_JUDGEMENT]


def _decisions_of(
    round_name: str, decisions: Mapping[tuple[str, str], Conclusion]
) -> dict[str, Conclusion]:
    return {
        case_id: decision
        for (decided_in, case_id), decision in decisions.items()
        if decided_in == round_name
    }


def _find_pairs(
    judgements: Iterable[HumanJudgement], within: RoundMode, annotator: str | None
) -> list[tuple[str, str]]:
    """The pairs of people who both handed in a judgement on some case, in alphabetical order."""
    judged: dict[str, set[str]] = {}
    for given in judgements:
        if given.state in FINISHED and (given.round, given.mode) == within:
            judged.setdefault(given.annotator, set()).add(given.case_id)
    return [
        (first, second)
        for first, second in combinations(sorted(judged), 2)
        if annotator in (None, first, second) and judged[first] & judged[second]
    ]
