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
from pydantic_core import ErrorDetails

from trek_core.errors import ProbeConfigError, say_unreadable
from trek_core.recorded_probes import UrlMatch

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


ModelName = Annotated[str, AfterValidator(check_model_name)]


class _Table(BaseModel):
    """A table of the file: immutable, nothing coerced, no name that is not known."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


class Role(_Table):
    """One model in one part: where it is asked, how it reads pages, and what is sent with it.

    `timeout_seconds` bounds a whole call, waits and repeated attempts included. What is None is
    not sent.
    """

    model: ModelName
    base_url: str = DEFAULT_BASE_URL
    api_key_env: str = "OPENAI_API_KEY"
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

    @field_validator("base_url")
    @classmethod
    def _base_url_is_an_address_without_secrets(cls, value: str) -> str:
        if not value.isascii() or not value.isprintable() or " " in value:
            raise ValueError(
                f"an address (here, or in {BASE_URL_VARIABLE}) in plain letters, without spaces"
            )
        parts = _split_address(value)
        if parts is None:
            raise ValueError(
                f"an address (here, or in {BASE_URL_VARIABLE}) that starts with http and has a "
                "host that can be"
            )
        if "@" in parts.netloc or parts.query or parts.fragment:
            raise ValueError(
                f"an address (here, or in {BASE_URL_VARIABLE}) without user, password, `?` or `#`"
            )
        return value.rstrip("/")

    @field_validator("api_key_env")
    @classmethod
    def _key_is_named_not_given(cls, value: str) -> str:
        if not _VARIABLE.fullmatch(value):
            raise ValueError("the name of an environment variable in capitals, never the key")
        return value

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


class Settings(_Table):
    """Everything a run needs to know but its cases and its keys."""

    roles: dict[RoleName, Role] = {}
    policy: ProbePolicy = ProbePolicy()
    limits: Limits = Limits()
    prices: dict[str, Price] = {}
    prompts_folder: Path | None = Field(default=None, strict=False)

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
        found = _sentence(path, error.errors(include_input=False, include_url=False))
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
    roles = data.get("roles")
    if isinstance(roles, dict):
        yield from (role for role in roles.values() if isinstance(role, dict))


# What pydantic calls a mistake, and what a person is told was expected.
_EXPECTED = {
    "extra_forbidden": "no such key here; see docs/trek.example.toml for the keys there are",
    "missing": "this key must be there",
    "value_error": "expected {error}",
    "literal_error": "expected one of {expected}",
    "string_type": "expected text in quotes",
    "string_too_short": "expected text that is not empty",
    "int_type": "expected a whole number",
    "float_type": "expected a number",
    "finite_number": "expected a number that is not nan or inf",
    "bool_type": "expected true or false",
    "path_type": "expected a folder in quotes",
    "model_type": "expected a table",
    "dict_type": "expected a table",
    "greater_than": "expected more than {gt}",
    "greater_than_equal": "expected {ge} or more",
    "less_than_equal": "expected {le} or less",
}


def _sentence(path: Path, errors: list[ErrorDetails]) -> str:
    """The first mistake; beside a key that is missing, those in its table that nobody knows."""
    first = errors[0]
    if first["type"] != "missing":
        return _tell(path, first)
    unknown = [
        str(each["loc"][-1])
        for each in errors
        if each["type"] == "extra_forbidden" and each["loc"][:-1] == first["loc"][:-1]
    ]
    if not unknown:
        return _tell(path, first)
    return f"{_tell(path, first)} There is {', '.join(unknown)}, which no such table has."


def _tell(path: Path, error: ErrorDetails) -> str:
    steps = [str(step) for step in error["loc"]]
    if steps[-1] == "[key]":  # a table under `roles` that is no role
        steps.pop()
    table, key = ".".join(steps[:-1]), steps[-1]
    where = f"[{table}] {key}" if table else key
    expected = _EXPECTED.get(error["type"], error["msg"]).format(**error.get("ctx", {}))
    return f"{path}, {where}: {expected}."
