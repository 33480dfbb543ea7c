"""What figures take from a record, once, when it is imported: short values, never text."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from trek_core.cases import Case
from trek_core.records import Record
from trek_core.urls import url_domain, url_identity

Role = Literal["gold", "retrieved", "misleading"]
ROLES: tuple[Role, ...] = ("gold", "retrieved", "misleading")

_YEAR = re.compile(r"\s*((?:1[89]|20|21)\d\d)(?!\d)")
_MOST = 1e15
"""More than anything costs: a number beyond it is a mistake."""
_INPUT = ("input_tokens", "prompt_tokens")
_OUTPUT = ("output_tokens", "completion_tokens")


@dataclass(frozen=True)
class FigureFacts:
    """The facts of one case: '' or None for what is not recorded.

    `domains` are those of its pages by role, each once. `ages` are effective year minus the year of
    each dated page, None without an effective year that is a number, or without a single date.
    """

    model: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    domains: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)
    ages: Mapping[Role, tuple[int, ...]] | None = None


def compute_figure_facts(record: Record) -> FigureFacts:
    """Read the facts of a record."""
    case = record.case
    urls = _list_urls(record)
    return FigureFacts(
        model=(case.system.model if case.system else None) or "",
        **_read_usage(case),
        domains={role: _distinct(map(url_domain, each)) for role, each in urls.items() if each},
        ages=_read_ages(case, urls),
    )


def find_misleading(record: Record) -> tuple[str, ...]:
    """The pages a failed noise probe used that are neither gold nor equivalent."""
    noise, retrieval = record.probes.gold_plus_noise, record.probes.retrieval
    if noise is None or not noise.was_run or noise.correct is not False:
        return ()
    good = {*record.case.gold, *((retrieval.equivalent_urls if retrieval else None) or ())}
    known = {url_identity(url) for url in good}
    return tuple(url for url in noise.used_urls or () if url_identity(url) not in known)


def _list_urls(record: Record) -> dict[Role, tuple[str, ...]]:
    return {
        "gold": record.case.gold,
        "retrieved": record.case.retrieved or (),
        "misleading": find_misleading(record),
    }


def _read_ages(
    case: Case, urls: Mapping[Role, tuple[str, ...]]
) -> Mapping[Role, tuple[int, ...]] | None:
    year = case.effective_year
    if not isinstance(year, int) or not 1800 <= year < 2200:
        return None
    dated = {
        url_identity(page.url): int(found.group(1))
        for page in case.documents or ()
        if (found := _YEAR.match(page.date or ""))
    }
    if not dated:
        return None
    return {
        role: tuple(
            year - dated[page]
            for page in dict.fromkeys(map(url_identity, each))
            if page in dated
        )
        for role, each in urls.items()
    }  # fmt: skip


def _read_usage(case: Case) -> dict[str, Any]:
    """Tokens and cost of the answer: the fields `usage` and `cost`, which a file may add."""
    extra = case.model_extra or {}
    usage = extra.get("usage")
    if not isinstance(usage, Mapping):
        usage = {}
    cost: Any = extra.get("cost", usage.get("cost"))
    return {
        "input_tokens": _first_count(usage, _INPUT),
        "output_tokens": _first_count(usage, _OUTPUT),
        "cost": float(cost) if _is_number(cost) and 0 <= cost < _MOST else None,
    }


def _first_count(usage: Mapping[str, Any], names: Iterable[str]) -> int | None:
    found = (usage[name] for name in names if isinstance(usage.get(name), int))
    return next((n for n in found if _is_number(n) and 0 <= n < 2**63), None)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name)
