"""The kinds of system there are, and one of them made ready from the settings."""

from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal, get_args

from trek_core.answering.attempt import AnsweringSystem
from trek_core.answering.duckduckgo import DuckDuckGo
from trek_core.answering.model_calls import Model
from trek_core.answering.model_proxy import ModelProxy
from trek_core.answering.search import SearchBackend
from trek_core.answering.search_site import SearchSite
from trek_core.answering.single_call import NativeSearch, NoSearch
from trek_core.answering.tavily import Tavily
from trek_core.answering.templates import ANSWER, ANSWER_WITH_TOOLS, SEARCH_PROXY, AnswerTemplate
from trek_core.answering.tool_loop import ToolLoop
from trek_core.cases import SearchKind, System
from trek_core.errors import ProbeConfigError
from trek_core.probes.budget import Spending, check_price
from trek_core.probes.client import ModelClient
from trek_core.probes.documents import DocumentFetcher
from trek_core.probes.keys import load_key
from trek_core.probes.prompts import load_prompt_text
from trek_core.probes.public_network import HostAndPort
from trek_core.probes.retries import Retries
from trek_core.settings import Role, Settings

SystemName = Literal["native", "tavily", "duckduckgo", "proxy", "none"]
SYSTEM_NAMES: tuple[SystemName, ...] = get_args(SystemName)


@dataclass(frozen=True)
class Kind:
    """One kind of system: how a case names its search, and which prompt it is asked with."""

    search: SearchKind
    backend: str | None
    template: AnswerTemplate


KINDS: dict[SystemName, Kind] = {
    "native": Kind("native", "web_search", ANSWER),
    "tavily": Kind("external", "tavily", ANSWER_WITH_TOOLS),
    "duckduckgo": Kind("external", "duckduckgo", ANSWER_WITH_TOOLS),
    "proxy": Kind("proxy", None, ANSWER_WITH_TOOLS),
    "none": Kind("none", None, ANSWER),
}


def check_system(name: SystemName, settings: Settings) -> None:
    """Raise `ProbeConfigError` where a role, its interface or a price does not do."""
    roles = roles_of(name, settings)
    if name == "native":
        _check_browses(
            settings.role("evaluated_model"), "[roles.evaluated_model]", "--system native"
        )
    for each in roles.values():
        check_price(settings, each.model)


def check_keys(name: SystemName, settings: Settings) -> None:
    """Raise `ProbeConfigError` where a key that a system needs is not set."""
    for each in roles_of(name, settings).values():
        load_key(each.api_key_env)
    if name == "tavily":
        _load_tavily_key(settings)


def roles_of(name: SystemName, settings: Settings) -> dict[str, Role]:
    """The models that a system asks, the evaluated one first, by their tables in the settings."""
    roles = {"roles.evaluated_model": settings.role("evaluated_model")}
    return roles | ({"answering.search_proxy": _proxy_role(settings)} if name == "proxy" else {})


def describe_system(name: SystemName, settings: Settings) -> System:
    """The system as its cases name it."""
    kind, role = KINDS[name], settings.role("evaluated_model")
    search: dict[str, Any] = {"kind": kind.search, "backend": kind.backend}
    if name == "proxy":
        # Two proxies are two systems, whose cases must not share an id.
        proxy = _proxy_role(settings).model
        search |= {"backend": f"{proxy} web_search", "proxy_model": proxy}
    system = {"model": role.model, "reasoning_effort": role.reasoning_effort, "search": search}
    return System.model_validate(_without_unset(system | {"search": _without_unset(search)}))


@dataclass(frozen=True)
class Most:
    """What one question comes to at most.

    `calls` are those of the evaluated model, `proxy_calls` those of the model that searches for
    it; `searches` is None where the endpoint searches by itself; `search_money` is the price of
    all searches together.
    """

    calls: int
    searches: int | None
    proxy_calls: int = 0
    search_money: float = 0.0

    @property
    def held(self) -> Spending:
        """What a question holds of the budget for this, before any token is counted."""
        return Spending(self.calls + self.proxy_calls, money=self.search_money)


def count_most(name: SystemName, settings: Settings) -> Most:
    """What one question comes to at most with a system."""
    kind, answering = KINDS[name], settings.answering
    if kind.template is not ANSWER_WITH_TOOLS:
        return Most(1, None if name == "native" else 0)
    searches = answering.max_rounds * answering.max_calls_a_round
    price = settings.prices.get(kind.backend or "")
    return Most(
        answering.max_rounds + 1,
        searches,
        searches if name == "proxy" else 0,
        searches * price.search if price else 0.0,
    )


def key_variables(settings: Settings) -> tuple[str, ...]:
    """The environment variables whose keys a system may use: none of them is ever recorded."""
    proxy = settings.answering.search_proxy
    roles = [*settings.roles.values(), *([proxy] if proxy else [])]
    named = [role.api_key_env for role in roles]
    return tuple(dict.fromkeys([*named, settings.answering.tavily_key_env]))


@asynccontextmanager
async def open_system(
    name: SystemName,
    settings: Settings,
    *,
    allow: Collection[HostAndPort] = (),
    retries: Retries | None = None,
) -> AsyncIterator[AnsweringSystem]:
    """The system ready to answer, inside one event loop.

    `allow` names hosts and ports whose pages may be opened although they are not public.
    """
    async with AsyncExitStack() as opened:
        client = await opened.enter_async_context(ModelClient(settings, retries=retries))
        model = Model(client, settings.role("evaluated_model"))
        answering = settings.answering
        if name == "none":
            yield NoSearch(model)
        elif name == "native":
            yield NativeSearch(model, tuple(answering.allowed_domains))
        else:
            backend = await _open_backend(name, settings, client, opened, retries)
            pages = await opened.enter_async_context(DocumentFetcher(allow=allow))
            yield ToolLoop(model, backend, pages, answering)


async def _open_backend(
    name: SystemName,
    settings: Settings,
    client: ModelClient,
    opened: AsyncExitStack,
    retries: Retries | None,
) -> SearchBackend:
    answering = settings.answering
    waits = retries or Retries(attempts=4)
    if name == "proxy":
        prompt = load_prompt_text(SEARCH_PROXY, settings.prompts_folder)
        return ModelProxy(Model(client, _proxy_role(settings), "proxy"), prompt, answering.results)
    if name == "duckduckgo":
        site = SearchSite("DuckDuckGo", answering.duckduckgo_url, retries=waits)
        return DuckDuckGo(await opened.enter_async_context(site))
    key = _load_tavily_key(settings)
    site = SearchSite("Tavily", answering.tavily_url, key, waits)
    tavily = await opened.enter_async_context(site)
    return Tavily(tavily, answering.results, answering.tavily_key_env)


def _load_tavily_key(settings: Settings) -> str:
    return load_key(
        settings.answering.tavily_key_env,
        "Tavily gives one to each account; --system duckduckgo searches without",
    )


def _proxy_role(settings: Settings) -> Role:
    role = settings.answering.search_proxy
    if role is None:
        raise ProbeConfigError(
            "No model is set that searches for another: add a table [answering.search_proxy] "
            "with a line `model = ...` to trek.toml."
        )
    _check_browses(role, "[answering.search_proxy]", "--system proxy")
    return role


def _without_unset(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _check_browses(role: Role, table: str, wanted_by: str) -> None:
    if role.access != "web_search":
        raise ProbeConfigError(
            f'{wanted_by} takes a model that browses: set api = "responses" and '
            f'access = "web_search" under {table}, or choose another system.'
        )
