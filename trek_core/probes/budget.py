"""What a run may spend, counted before it is spent: a limit is never passed.

A call reserves what it is expected to use; it starts only where that still fits, and what it used
takes the reservation's place when it is over.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import reduce

from trek_core.errors import ProbeConfigError
from trek_core.probes.calls import ProbeCall, ProbeRequest, Usage, compute_cost
from trek_core.probes.contracts import CONTRACTS, ProbeName
from trek_core.settings import Limits, Price, Settings

BYTES_A_TOKEN = 3
"""English takes four and more, other scripts about three: the estimate is a careful one."""

ANSWER_TOKENS = 1_500
"""What an answer takes, reasoning included, where no most is set and none was seen yet."""

BROWSING_TOKENS = 25_000
BROWSING_SEARCHES = 3
"""What a call adds that opens pages itself, where none was seen yet."""


@dataclass(frozen=True)
class Spending:
    """Calls, tokens (input and output) and money, in the currency of the prices.

    `unpriced` counts, by model, the calls that the money does not cover as no price is known.
    """

    calls: int = 0
    tokens: int = 0
    money: float = 0.0
    unpriced: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Spending") -> "Spending":
        return Spending(
            self.calls + other.calls,
            self.tokens + other.tokens,
            self.money + other.money,
            dict(Counter(self.unpriced) + Counter(other.unpriced)),
        )

    def __sub__(self, other: "Spending") -> "Spending":
        return Spending(
            self.calls - other.calls,
            self.tokens - other.tokens,
            self.money - other.money,
            dict(Counter(self.unpriced) - Counter(other.unpriced)),
        )

    def most(self, other: "Spending") -> "Spending":
        """The larger of each."""
        return Spending(
            max(self.calls, other.calls),
            max(self.tokens, other.tokens),
            max(self.money, other.money),
        )

    def passes(self, limits: Limits) -> str | None:
        """The name of the limit that this passes, None where it keeps within all of them."""
        pairs: tuple[tuple[str, float, float | None], ...] = (
            ("calls", self.calls, limits.calls),
            ("tokens", self.tokens, limits.tokens),
            ("money", self.money, limits.money),
        )
        return next((name for name, used, most in pairs if most is not None and used > most), None)


class OutOfBudgetError(Exception):
    """The next call would pass a limit. For the runner alone, which ends the run on it."""

    def __init__(self, limit: str) -> None:
        self.limit = limit
        super().__init__(limit)


def estimate_usage(request: ProbeRequest) -> Usage:
    """What a call will use, rather too much than too little, before any like it was seen."""
    browses = request.parameters.access == "web_search"
    return Usage(
        input_tokens=len(request.input_text.encode()) // BYTES_A_TOKEN + BROWSING_TOKENS * browses,
        output_tokens=request.parameters.max_output_tokens or ANSWER_TOKENS,
        searches=BROWSING_SEARCHES * browses,
    )


def count_spent(call: ProbeCall, prices: Mapping[str, Price]) -> Spending:
    """What a call counts for: what it cost where that is known, else what was or may be used.

    A reply that does not say what it used counts as estimated, one that never came as nothing.
    """
    if call.usage is None and call.outcome == "failed":
        return Spending(1)
    usage = call.usage or estimate_usage(call.request)
    price = prices.get(call.request.model)
    money = call.cost
    if money is None and price is not None:
        money = compute_cost(usage, price)
    unpriced = {call.request.model: 1} if money is None else {}
    return Spending(1, usage.total_tokens, money or 0.0, unpriced)


def check_prices(settings: Settings, probes: tuple[ProbeName, ...]) -> None:
    """Raise `ProbeConfigError` where money is limited and a model's price is not known."""
    for probe in probes:
        check_price(settings, settings.role(CONTRACTS[probe].role).model)


def check_price(settings: Settings, model: str) -> None:
    """Raise `ProbeConfigError` where money is limited and the model's price is not known."""
    if settings.limits.money is not None and model not in settings.prices:
        raise ProbeConfigError(
            f'[limits] money is set, but the price of {model} is not: add [prices."{model}"].'
        )


_Kind = tuple[str, str]


class Budget:
    """The spending of one run, `spent` included that an interrupted part of it made before."""

    def __init__(self, limits: Limits, prices: dict[str, Price], spent: Spending) -> None:
        self.spent = spent
        self._limits = limits
        self._prices = prices
        self._reserved = Spending()
        self._largest: dict[_Kind, Spending] = {}
        self._first: set[_Kind] = set()
        self._freed = asyncio.Condition()

    @asynccontextmanager
    async def reserve(self, request: ProbeRequest) -> AsyncIterator["Reservation"]:
        """Hold back what a call may use, as `hold` does."""
        reservation = Reservation()
        async with self.hold(_kind(request), self._estimate(request)) as held:
            try:
                yield reservation
            finally:
                if reservation.call is not None:
                    held.used = count_spent(reservation.call, self._prices)

    @asynccontextmanager
    async def hold(self, kind: _Kind, estimate: Spending) -> AsyncIterator["Held"]:
        """Hold back what something may use; raises `OutOfBudgetError` where it cannot fit.

        Where it would fit if what is under way used less than it holds, it waits for that. The
        first of each kind goes alone: what the next ones hold is learnt from it.
        """
        async with self._freed:
            while True:
                asks = self._expect(kind, estimate)
                limit = (self.spent + self._reserved + asks).passes(self._limits)
                if limit is None and not (self._learns and kind in self._first):
                    break
                if limit is not None and self._reserved.calls == 0:
                    raise OutOfBudgetError(limit)
                await self._freed.wait()
            self._reserved += asks
            if kind not in self._largest:
                self._first.add(kind)
        held = Held()
        try:
            yield held
        finally:
            async with self._freed:
                self._reserved -= asks
                self._first.discard(kind)
                if held.used is not None:
                    self._count(kind, held.used)
                self._freed.notify_all()

    def set_aside(self, request: ProbeRequest) -> None:
        """Hold back for good what a call will use that is asked elsewhere.

        Raises `OutOfBudgetError` where it does not fit.
        """
        asks = self._expect(_kind(request), self._estimate(request))
        if limit := (self.spent + self._reserved + asks).passes(self._limits):
            raise OutOfBudgetError(limit)
        self._reserved += asks

    @property
    def _learns(self) -> bool:
        return self._limits.tokens is not None or self._limits.money is not None

    def _expect(self, kind: _Kind, estimate: Spending) -> Spending:
        """The estimate, or the most that one of this kind has used where that was more.

        Before there was one of the kind, the most that anything has used.
        """
        like_it = self._largest.get(kind)
        return reduce(Spending.most, [like_it] if like_it else self._largest.values(), estimate)

    def count(self, call: ProbeCall) -> None:
        """Count what a call used, by `count_spent`."""
        self._count(_kind(call.request), count_spent(call, self._prices))

    def _count(self, kind: _Kind, used: Spending) -> None:
        self.spent += used
        self._largest[kind] = used.most(self._largest.get(kind, Spending()))

    def _estimate(self, request: ProbeRequest) -> Spending:
        usage = estimate_usage(request)
        price = self._prices.get(request.model)
        return Spending(1, usage.total_tokens, compute_cost(usage, price) if price else 0.0)


def _kind(request: ProbeRequest) -> _Kind:
    return request.probe, request.model


@dataclass
class Held:
    """What is held of the budget; `used` is what it came to, None where nothing was used."""

    used: Spending | None = None


@dataclass
class Reservation:
    """What a call holds of the budget; `call` is what it turned out to be."""

    call: ProbeCall | None = None
