"""What a run would cost at most, before anything is asked or fetched."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from trek_core.cases import Case
from trek_core.probes.budget import Spending, estimate_usage
from trek_core.probes.calls import compute_cost
from trek_core.probes.context import GOLD_CHARACTERS, NON_GOLD_CHARACTERS
from trek_core.probes.contracts import CONTRACTS, InputName, ProbeName
from trek_core.probes.inputs import find_inputs, find_urls
from trek_core.probes.plan import Plan, choose_records
from trek_core.probes.prompts import Prompt, load_prompts
from trek_core.probes.requests import make_request
from trek_core.probes.runner import check_settings
from trek_core.probes.steps import compute_steps
from trek_core.records import Record
from trek_core.settings import ProbePolicy, Settings
from trek_core.urls import url_identity

PAGE_CHARACTERS = 12_000
"""The length a page is taken to have that is not recorded with its case."""

_ANSWER = "x" * 400


@dataclass(frozen=True)
class Estimate:
    """The most that a plan asks: every probe that the case allows, each as if it came to it.

    Evidence matches that need no call and gold-plus-noise after a wrong gold-only answer come off
    it. `money` is None where a model's price is not known: `known_money` is what the other calls
    cost, `unpriced` counts the calls of each model without a price. Tokens are estimated, calls
    are exact.
    """

    cases: int
    calls: int
    tokens: int
    money: float | None
    by_probe: Mapping[ProbeName, int]
    why_not_asked: Mapping[tuple[ProbeName, str], int]
    known_money: float = 0.0
    unpriced: Mapping[str, int] = field(default_factory=dict)

    @property
    def not_asked(self) -> dict[str, int]:
        """How many calls are not asked, by `probe: why`."""
        return {f"{probe}: {why}": count for (probe, why), count in self.why_not_asked.items()}

    def to_json(self) -> dict[str, Any]:
        """The estimate as plain JSON values."""
        return {
            "cases": self.cases,
            "calls": self.calls,
            "tokens": self.tokens,
            "money": self.money,
            "known_money": self.known_money,
            "unpriced": dict(self.unpriced),
            "by_probe": dict(self.by_probe),
            "not_asked": self.not_asked,
        }


def estimate(records: Iterable[Record], plan: Plan, settings: Settings) -> Estimate:
    """Estimate a run without a request to anybody.

    Raises `ProbeConfigError` where a role or a prompt cannot be used, as the run would.
    """
    check_settings(settings, plan)
    prompts = load_prompts(settings.prompts_folder)
    chosen = choose_records(records, plan)
    by_probe: Counter[ProbeName] = Counter()
    not_asked: Counter[tuple[ProbeName, str]] = Counter()
    unpriced: Counter[str] = Counter()
    total = Spending()
    for record in chosen:
        steps = compute_steps(record.case, record.probes, (), plan, settings.policy)
        for probe, step in steps.items():
            if step.is_pending:
                used, model = _estimate_call(record, prompts[probe], settings)
                if model not in settings.prices:
                    unpriced[model] += plan.repeats
                for _ in plan.repeat_numbers:
                    total += used
                by_probe[probe] += plan.repeats
            elif step.why:
                not_asked[probe, step.why] += 1
    return Estimate(
        cases=len(chosen),
        calls=total.calls,
        tokens=total.tokens,
        money=None if unpriced else total.money,
        by_probe=by_probe,
        why_not_asked=not_asked,
        known_money=total.money,
        unpriced=unpriced,
    )


def _estimate_call(record: Record, prompt: Prompt, settings: Settings) -> tuple[Spending, str]:
    """What one call would use, and its model; without a price it counts as free."""
    case = record.case
    found = _find_likely_inputs(record, settings)
    contract = CONTRACTS[prompt.name]
    if contract.browses and settings.role(contract.role).access == "supplied_documents":
        urls = find_urls(case, found, prompt.name)
        found = {**found, "documents": "x" * _count_characters(case, urls, settings.policy)}
    request = make_request(case, prompt, settings, found)
    usage = estimate_usage(request)
    price = settings.prices.get(request.model)
    money = compute_cost(usage, price) if price else 0.0
    return Spending(1, usage.total_tokens, money), request.model


def _find_likely_inputs(record: Record, settings: Settings) -> dict[InputName, Any]:
    """What is recorded, and something of a likely length for what earlier calls would say."""
    found = find_inputs(record.case, record.probes, settings)
    likely: dict[InputName, Any] = {
        "key_evidence": _ANSWER,
        "gold_only_answer": _ANSWER,
        "answer": _ANSWER,
        "page_accessible": True,
    }
    return {**found, **{name: found[name] or text for name, text in likely.items()}}


def _count_characters(case: Case, urls: Iterable[str], policy: ProbePolicy) -> int:
    """How much page text a prompt would hold, cut as it is cut there."""
    texts = {url_identity(page.url): page.text for page in case.documents or () if page.text}
    gold = {url_identity(url) for url in case.gold}
    characters = 0
    for url in urls:
        identity = url_identity(url)
        is_long = policy.uniform_truncation or identity in gold
        length = len(texts[identity]) if identity in texts else PAGE_CHARACTERS
        characters += min(length, GOLD_CHARACTERS if is_long else NON_GOLD_CHARACTERS)
    return characters
