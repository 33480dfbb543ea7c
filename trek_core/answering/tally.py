"""What one answer has used: calls, tokens and money (Table 12)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from trek_core.probes.budget import Spending
from trek_core.probes.calls import Usage, compute_cost
from trek_core.settings import Price

Part = Literal["model", "proxy"]
"""Who is asked: the system's own model, or the one that searches for it."""


@dataclass
class Tally:
    """Counts what one question uses.

    What an endpoint does not say is unknown in a record, never zero; against a limit it counts as
    estimated.
    """

    prices: Mapping[str, Price]
    calls: Counter[str] = field(default_factory=Counter)
    _used: dict[Part, Usage] = field(default_factory=dict)
    _unstated: set[Part] = field(default_factory=set)
    _money: float = 0.0
    _unpriced: Counter[str] = field(default_factory=Counter)
    _tokens: int = 0

    def add_call(self, part: Part, model: str, usage: Usage | None, estimate: Usage) -> None:
        """Count a call that had a reply; `estimate` stands in where that states no usage."""
        self.calls[part] += 1
        price = self.prices.get(model)
        if usage is None:
            self._unstated.add(part)
        else:
            self._used[part] = _add(self._used.get(part), usage)
        self._tokens += (usage or estimate).total_tokens
        if price is None:
            self._unpriced[model] += 1
        else:
            self._money += compute_cost(usage or estimate, price)

    def add_unanswered_call(self, part: Part) -> None:
        """Count a call that had none: it used nothing that is known."""
        self.calls[part] += 1

    def add_search(self, service: str) -> None:
        """Count a search of a service, and its price where it has one."""
        self.calls["web_search"] += 1
        price = self.prices.get(service)
        self._money += price.search if price else 0.0

    def add_page(self) -> None:
        """Count an opened page."""
        self.calls["open_url"] += 1

    @property
    def spent(self) -> Spending:
        """What counts against the limits."""
        calls = self.calls["model"] + self.calls["proxy"]
        return Spending(calls, self._tokens, self._money, dict(self._unpriced))

    def to_fields(self) -> dict[str, Any]:
        """The fields of a case: `usage` and `cost` are those that figures read."""
        fields: dict[str, Any] = {"calls": dict(self.calls)}
        for part, name in (("model", "usage"), ("proxy", "proxy_usage")):
            if part in self._used and part not in self._unstated:
                fields[name] = self._used[part].model_dump()
        if self.calls and not self._unpriced and not self._unstated:
            fields["cost"] = round(self._money, 10)
        return fields


def _add(one: Usage | None, other: Usage) -> Usage:
    if one is None:
        return other
    both = zip(one.model_dump().items(), other.model_dump().values(), strict=True)
    return Usage(**{name: mine + more for (name, mine), more in both})
