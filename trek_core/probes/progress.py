"""How far a run is, and how it ended."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from trek_core.counted import count_of
from trek_core.probes.budget import Spending
from trek_core.recorded_probes import Probes

RunState = Literal["done", "waiting", "cancelled", "out_of_budget", "out_of_quota", "failed"]
"""How a run ends.

done           every call that could be asked had a reply; some may have no answer
waiting        calls are out in a batch file
cancelled      somebody stopped it
out_of_budget  the next call could pass a limit
out_of_quota   the endpoint's account has nothing left
failed         a setting, the disk or the endpoint stands in the way; some calls had no reply
"""


def tell_cost(money: float, unpriced: Mapping[str, int]) -> str:
    """What calls cost, and which of them the sum leaves out: `0.0008 and 9 calls of x without a
    price`.
    """
    parts = [tell_money(money)] if money or not unpriced else []
    for model, calls in unpriced.items():
        parts.append(f"{count_of(calls, 'call')} of {model} without a price")
    return " and ".join(parts)


def tell_money(money: float) -> str:
    """An amount with two decimals, or as many as show its first two digits."""
    if money == 0:
        return "0.00"
    decimals = max(2, 1 - math.floor(math.log10(abs(money))))
    whole, _, rest = f"{money:.{decimals}f}".partition(".")
    return f"{whole}.{rest.rstrip('0'):0<2}"


@dataclass(frozen=True)
class RunProgress:
    """A run at one moment.

    `asked` calls were sent in this run and `reused` ones found in the log; `outcomes` counts how
    both ended. `spent` covers the earlier parts of a run that is continued.
    """

    cases: int
    cases_done: int = 0
    asked: int = 0
    reused: int = 0
    outcomes: Mapping[str, int] = field(default_factory=Counter)
    spent: Spending = field(default_factory=Spending)

    def to_json(self) -> dict[str, Any]:
        """The progress as plain JSON values."""
        return {
            "cases": self.cases,
            "cases_done": self.cases_done,
            "asked": self.asked,
            "reused": self.reused,
            "outcomes": dict(self.outcomes),
            "calls": self.spent.calls,
            "tokens": self.spent.tokens,
            "money": self.spent.money,
            "unpriced": dict(self.spent.unpriced),
        }


@dataclass(frozen=True)
class RunSummary:
    """How a run ended; `problem` is one sentence wherever it did not end as `done`.

    `results` holds the probes of each case that was begun, one for each repeat; `unfinished` names
    those among them with a call that had no reply or was not asked yet; `not_asked` counts why a
    probe was not asked, in words.
    """

    state: RunState
    progress: RunProgress
    problem: str | None = None
    results: Mapping[str, tuple[Probes, ...]] = field(default_factory=dict)
    not_asked: Mapping[str, int] = field(default_factory=Counter)
    unfinished: frozenset[str] = frozenset()
