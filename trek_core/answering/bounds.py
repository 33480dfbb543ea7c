"""What a run of answers comes to at most, as far as settings bound it, before anything is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from trek_core.answering.model_calls import estimate_call
from trek_core.answering.systems import SystemName, count_most, roles_of
from trek_core.counted import count_of
from trek_core.probes.calls import Usage, compute_cost
from trek_core.probes.progress import tell_money
from trek_core.settings import Role, Settings


@dataclass(frozen=True)
class Bounds:
    """The most tokens and money of the models; None where no setting bounds them.

    `read` is estimated from the prompts, and known only where nothing is searched: how much a
    search or a page gives a model to read is not known before. `written_money` is what
    `written` costs by itself, `money` what a whole run does. `unbounded` and `unpriced` name the
    settings' tables that bound no output, and the models without a price.
    """

    read: int | None
    written: int | None
    written_money: float | None
    money: float | None
    unbounded: tuple[str, ...] = ()
    unpriced: tuple[str, ...] = ()
    limit: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The bounds as plain JSON values."""
        return {
            "tokens_read": self.read,
            "tokens_written": self.written,
            "money_written": self.written_money,
            "money": self.money,
        }

    def sentences(self) -> Iterable[str]:
        """The bounds for people, and why there is none where there is none."""
        if self.written is None:
            tables = " and ".join(f"[{name}]" for name in self.unbounded)
            yield f"How many tokens it writes is not bounded: set max_output_tokens under {tables}."
        else:
            yield f"It writes at most {count_of(self.written, 'token')}{_cost(self.written_money)}."
        if self.read is None:
            yield "How much its searches and pages give it to read is known only afterwards."
        else:
            yield f"It reads about {count_of(self.read, 'token')}."
        if self.money is not None:
            yield f"The cost is at most {tell_money(self.money)}."
        elif self.unpriced:
            tables = " and ".join(f'[prices."{model}"]' for model in self.unpriced)
            yield f"What that costs cannot be said without {tables}."
        else:
            yield "So there is no most for the whole cost."
        if self.limit is not None:
            yield f"It ends where a question could pass [limits] money = {tell_money(self.limit)}."


def compute_bounds(name: SystemName, settings: Settings, texts: Sequence[str]) -> Bounds:
    """The bounds of asking a system these questions, each text the prompt of one."""
    roles, most = roles_of(name, settings), count_most(name, settings)
    calls = dict(zip(roles, (most.calls, most.proxy_calls), strict=False))
    unbounded = tuple(table for table, role in roles.items() if role.max_output_tokens is None)
    models = dict.fromkeys(role.model for role in roles.values())
    unpriced = tuple(model for model in models if model not in settings.prices)
    written = {
        table: len(texts) * calls[table] * (role.max_output_tokens or 0)
        for table, role in roles.items()
    }
    evaluated = settings.role("evaluated_model")
    read = sum(estimate_call({"input": text}, evaluated).input_tokens for text in texts)
    written_money = sum(_price(0, written[table], role, settings) for table, role in roles.items())
    is_known, is_priced = most.searches == 0, not (unbounded or unpriced)
    money = written_money + _price(read, 0, evaluated, settings)
    return Bounds(
        read=read if is_known else None,
        written=None if unbounded else sum(written.values()),
        written_money=written_money if is_priced else None,
        money=money if is_priced and is_known else None,
        unbounded=unbounded,
        unpriced=unpriced,
        limit=settings.limits.money,
    )


def _price(read: int, written: int, role: Role, settings: Settings) -> float:
    """What tokens cost; nothing where the model has no price."""
    price = settings.prices.get(role.model)
    return compute_cost(Usage(input_tokens=read, output_tokens=written), price) if price else 0.0


def _cost(money: float | None) -> str:
    return "" if money is None else f" (cost {tell_money(money)})"
