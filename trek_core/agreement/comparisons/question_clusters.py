"""Pairs that hang together: those of cases that ask one question."""

from collections.abc import Iterable, Mapping

from trek_core.agreement.comparisons.population import Pair
from trek_core.agreement.comparisons.sides import CaseAttribution


def cluster_by_question(
    pairs: Iterable[Pair], cases: Mapping[str, CaseAttribution]
) -> list[list[Pair]]:
    """The pairs of each question, however it is worded and in whatever dataset or year.

    A case whose question is not known is a question of its own.
    """
    found: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs:
        key = cases[pair.case_id].question_key
        found.setdefault((key, "" if key else pair.case_id), []).append(pair)
    return list(found.values())
