"""One case as figures read it: a narrow row, never long text."""

from collections.abc import Iterable
from typing import NamedTuple

from trek_core.agreement.comparisons.sides import Conclusion
from trek_core.taxonomy import LabelSet


class FigureCase(NamedTuple):
    """One case; text that was not recorded is '', a number that was not is None.

    `recorded` are TrekTrace's labels, None for an accepted answer; `reviewed` is what people
    concluded, None while that is open. Tokens and cost are those of the recorded answer.
    """

    case_id: str
    dataset: str = ""
    system: str = ""
    model: str = ""
    backend: str = ""
    verdict: str = ""
    recorded: LabelSet | None = None
    complete: bool = False
    reviewed: Conclusion | None = None
    queries: int | None = None
    pages: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None


def settle(rounds: Iterable[Conclusion]) -> Conclusion | None:
    """What a case comes to over several rounds: what all that settled it agree on."""
    different = set(rounds)
    return different.pop() if len(different) == 1 else None
