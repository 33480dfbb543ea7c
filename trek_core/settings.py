"""Settings of a probe run: one `trek.toml` and the environment (docs/probes.md).

A key is never part of the settings: a role names the environment variable that holds it.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from ipaddress import IPv6Address
from pathlib import Path
from typing import Annotated, Literal, get_args
from urllib.parse import SplitResult, urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from trek_core.errors import ProbeConfigError, say_unreadable
from trek_core.recorded_probes import UrlMatch
from trek_core.settings_mistakes import tell_first_mistake

RoleName = Literal["browsing_judge", "analysis_judge", "evaluated_model"]
Api = Literal["responses", "chat"]
Access = Literal["web_search", "supplied_documents"]
ContextPolicy = Literal["append", "fill"]

ROLE_NAMES: tuple[RoleName, ...] = get_args(RoleName)
BASE_URL_VARIABLE = "OPENAI_BASE_URL"
DEFAULT_BASE_URL = "https://api.openai.com/v1"

_MOST = 10**15
"""Beyond this a number is a slip of the hand, and more than a database can count."""

_Limit = Annotated[int, Field(gt=0, le=_MOST)] | None
_Money = Annotated[float, Field(ge=0, le=_MOST)]
# The name of a variable, so that a key pasted here is refused before it is used or shown.
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\.?", re.IGNORECASE)


def check_model_name(name: str) -> str:
    """The name of a model, in characters that can be sent and shown; raises `ValueError`."""
    if not name.strip() or not name.isprintable():
        raise ValueError("the name of a model, in characters that can be shown")
    return name


def _check_address(value: str, where: str = "") -> str:
    """An http address without secrets in it, and without a slash at its end."""
    if not value.isascii() or not value.isprintable() or " " in value:
        raise ValueError(f"an address{where} in plain letters, without spaces")
    parts = _split_address(value)
    if parts is None:
        raise ValueError(f"an address{where} that starts with http and has a host that can be")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"an address{where} without user, password, `?` or `#`")
    return value.rstrip("/")


def _check_base_url(value: str) -> str:
    return _check_address(value, f" (here, or in {BASE_URL_VARIABLE})")


def _check_key_variable(value: str) -> str:
    if not _VARIABLE.fullmatch(value):
        raise ValueError("the name of an environment variable in capitals, never the key")
    return value


ModelName = Annotated[str, AfterValidator(check_model_name)]
BaseUrl = Annotated[str, AfterValidator(_check_base_url)]
Address = Annotated[str, AfterValidator(_check_address)]
KeyVariable = Annotated[str, AfterValidator(_check_key_variable)]


class _Table(BaseModel):
    """A table of the file: immutable, nothing coerced, no name that is not known."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


class Role(_Table):
    """One model in one part: where it is asked, how it reads pages, and what is sent with it.

    `timeout_seconds` bounds a whole call, waits and repeated attempts included. What is None is
    not sent.
    """

    model: ModelName
    base_url: BaseUrl = DEFAULT_BASE_URL
    api_key_env: KeyVariable = "OPENAI_API_KEY"
    api: Api = "responses"
    access: Access
    reasoning_effort: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_output_tokens: int | None = Field(default=None, gt=0, le=10**9)
    timeout_seconds: float = Field(default=300, gt=0, le=3600)

    @model_validator(mode="before")
    @classmethod
    def _access_follows_the_api(cls, data: object) -> object:
        if isinstance(data, dict) and "access" not in data:
            return data | {
                "access": "supplied_documents" if data.get("api") == "chat" else "web_search"
            }
        return data

    @field_validator("access")
    @classmethod
    def _chat_reads_supplied_documents(cls, value: Access, info: ValidationInfo) -> Access:
        if value == "web_search" and info.data.get("api") == "chat":
            raise ValueError('`supplied_documents` where api is "chat", which cannot browse')
        return value


def _split_address(value: str) -> SplitResult | None:
    """The parts of an http address; None where its host or its port cannot be."""
    try:
        parts = urlsplit(value)
        host, port = parts.hostname or "", parts.port
        if ":" in host:
            IPv6Address(host)
            is_host = True
        else:
            is_host = len(host) <= 253 and _HOST.fullmatch(host) is not None
    except ValueError:  # A port that is no number, a bracket that is not closed.
        return None
    return parts if is_host and port != 0 and parts.scheme in ("http", "https") else None


class ProbePolicy(_Table):
    """The named readings a run is made under, recorded with every call.

    `shuffled` is the seed that orders the pages, None for the order of the policy.
    """

    url_match: UrlMatch = "any"
    context: ContextPolicy = "append"
    show_dates: bool = False
    uniform_truncation: bool = False
    shuffled: int | None = None


class Limits(_Table):
    """How much runs at once, and where a run stops before it goes further (None: nowhere)."""

    concurrency: int = Field(default=16, gt=0, le=256)
    calls: _Limit = None
    tokens: _Limit = None
    money: Annotated[float, Field(gt=0, le=_MOST)] | None = None


class Price(_Table):
    """What a model costs: per million tokens, and per web search; any one currency.

    Cached input costs as much as input unless said.
    """

    input: _Money
    output: _Money
    cached_input: _Money | None = None
    search: _Money = 0.0


class Answering(_Table):
    """How a system under test is run over a dataset (docs/answering.md).

    A round is one reply of the model with the tools it calls; `timeout_seconds` bounds a question.
    `max_calls_a_round` bounds what one reply can make somebody pay for.
    """

    max_rounds: int = Field(default=8, gt=0, le=100)
    max_calls_a_round: int = Field(default=8, gt=0, le=100)
    timeout_seconds: float = Field(default=600, gt=0, le=7200)
    results: int = Field(default=10, gt=0, le=20)
    page_characters: int = Field(default=20_000, gt=0, le=1_000_000)
    allowed_domains: list[str] = []
    tavily_url: Address = "https://api.tavily.com"
    tavily_key_env: KeyVariable = "TAVILY_API_KEY"
    duckduckgo_url: Address = "https://html.duckduckgo.com/html"
    search_proxy: Role | None = None


class Settings(_Table):
    """Everything a run needs to know but its cases and its keys."""

    roles: dict[RoleName, Role] = {}
    policy: ProbePolicy = ProbePolicy()
    limits: Limits = Limits()
    prices: dict[str, Price] = {}
    prompts_folder: Path | None = Field(default=None, strict=False)
    answering: Answering = Answering()

    def role(self, name: RoleName) -> Role:
        """The role as set, or a `ProbeConfigError` that says how to set it."""
        if name not in self.roles:
            raise ProbeConfigError(
                f"No model is set for {name.replace('_', ' ')}: add a table [roles.{name}] with "
                "a line `model = ...` to trek.toml."
            )
        return self.roles[name]


def load_settings(path: Path | None = None) -> Settings:
    """Read a settings file; without one, the defaults, with no role set.

    OPENAI_BASE_URL is the address of every role that names none. A relative `prompts_folder` is
    beside the file. Raises `ProbeConfigError`, which names the table and the key.
    """
    if path is None:
        return Settings()
    data = _load_toml(path)
    for role in _role_tables(data):
        if address := os.environ.get(BASE_URL_VARIABLE):
            role.setdefault("base_url", address)
    try:
        settings = Settings.model_validate(data)
    except ValidationError as error:
        # What was found stays out of the sentence: it could be a key in the wrong place.
        found = tell_first_mistake(path, error.errors(include_input=False, include_url=False))
    else:
        folder = settings.prompts_folder and path.parent / settings.prompts_folder
        return settings.model_copy(update={"prompts_folder": folder})
    raise ProbeConfigError(found)


def _load_toml(path: Path) -> dict[str, object]:
    try:
        # Some editors begin a file with a byte order mark.
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ProbeConfigError(say_unreadable(path, error)) from None
    except UnicodeDecodeError:
        raise ProbeConfigError(f"{path} is not UTF-8 text: save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at .*\)$", str(error))
        where = f" {place.group()}" if place else ""
        raise ProbeConfigError(f"{path} is not TOML{where}: mend that line.") from None
    except RecursionError:
        raise ProbeConfigError(
            f"{path} is no settings file: it is nested deeper than anything in one."
        ) from None
    except ValueError:  # NUL in the file's own name, or a number of thousands of digits.
        raise ProbeConfigError(
            f"{str(path)!r} cannot be read: its name, or a number in it, is none."
        ) from None


def _role_tables(data: dict[str, object]) -> Iterator[dict[str, object]]:
    roles, answering = data.get("roles"), data.get("answering")
    tables = [*roles.values()] if isinstance(roles, dict) else []
    if isinstance(answering, dict):
        tables.append(answering.get("search_proxy"))
    yield from (table for table in tables if isinstance(table, dict))
