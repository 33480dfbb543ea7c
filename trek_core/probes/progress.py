"""How far a run is, and how it ended."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from trek_core.probes.budget import Spending
from trek_core.recorded_probes import Probes

RunState = Literal["done", "waiting", "cancelled", "out_of_budget", "out_of_quota", "failed"]
"""How a run ends.

done           every call that could be asked was asked; some may have no answer
waiting        calls are out in a batch file
cancelled      somebody stopped it
out_of_budget  the next call could pass a limit
out_of_quota   the endpoint's account has nothing left
failed         a setting, the disk or the endpoint stands in the way of every further call
"""


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
        }


@dataclass(frozen=True)
class RunSummary:
    """How a run ended; `problem` is one sentence wherever it did not end as `done`.

    `results` holds the probes of each case that was begun, one for each repeat; `not_asked` counts
    why a probe was not asked, in words.
    """

    state: RunState
    progress: RunProgress
    problem: str | None = None
    results: Mapping[str, tuple[Probes, ...]] = field(default_factory=dict)
    not_asked: Mapping[str, int] = field(default_factory=Counter)
