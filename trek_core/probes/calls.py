"""One call to a model: what was asked, what came back, and where both are kept."""

import hashlib
import json
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from trek_core.probes.contracts import ProbeName
from trek_core.settings import Access, Api, Price, ProbePolicy, RoleName

Outcome = Literal["answered", "refused", "incomplete", "unparseable", "wrong_shape", "failed"]
"""How a call ended; only `answered` carries an answer, and none of the others is a verdict.

refused      the model declined
incomplete   it was cut off (output limit, content filter)
unparseable  the reply, or the answer in it, is no JSON
wrong_shape  it is JSON, but not what was asked for
failed       no reply: an error of the endpoint, the network or the clock
"""


class _Stored(BaseModel):
    """A part of the log: immutable, written with `model_dump_json`, read back the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DocumentRef(_Stored):
    """A page as the prompt had it: its address, SHA-256 (hex) of its text, and its status."""

    url: str
    sha256: str | None
    status: str


class Parameters(_Stored):
    """What is sent beside the input; None is not sent. `access` is None where nothing is read."""

    api: Api = "responses"
    access: Access | None = None
    reasoning_effort: str | None = None
    temperature: float | None = None
    max_output_tokens: int | None = None


class ProbeRequest(_Stored):
    """Everything that is asked in one call.

    `repeat` counts from 1. `urls` are the addresses that may be opened and named. `input_text` is
    the prompt as sent, the pages' text included.
    """

    case_id: str
    probe: ProbeName
    repeat: int = 1
    role: RoleName
    model: str
    prompt_sha256: str
    input_text: str
    policy: ProbePolicy = ProbePolicy()
    urls: tuple[str, ...] = ()
    documents: tuple[DocumentRef, ...] = ()
    parameters: Parameters = Parameters()

    @property
    def key(self) -> str:
        """What makes two calls the same call: SHA-256 (hex) of the request's canonical JSON.

        The policy is left out: all it changes about a call is in the text and the pages, and a
        call that another policy leaves as it was is not paid for again.
        """
        return _hash(self.model_dump(mode="json", exclude={"policy"}))

    @property
    def question(self) -> str:
        """What makes two calls repeats of one question: the same hash without the repeat.

        Model, prompt, parameters and the text of every page are in it.
        """
        return _hash(self.model_dump(mode="json", exclude={"policy", "repeat"}))


def _hash(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Usage(_Stored):
    """What a call used: tokens, and web searches; `input_tokens` include the cached ones."""

    input_tokens: int
    output_tokens: int
    cached_input_tokens: int = 0
    reasoning_tokens: int = 0
    searches: int = 0

    @property
    def total_tokens(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens


class ProbeCall(_Stored):
    """A call and how it ended.

    `problem` is one sentence wherever there is no answer; `raw` the whole body as it came, the
    key taken out. `foreign_urls` are addresses the answer names that were not among its input:
    never evidence. `source_urls` are the pages the endpoint says it looked at, None when it does
    not say. Times are UTC, ISO 8601; `cost` is in the currency of the prices.
    """

    request: ProbeRequest
    outcome: Outcome
    answer: dict[str, Any] | None = None
    problem: str | None = None
    raw: str | None = None
    usage: Usage | None = None
    cost: float | None = None
    latency_seconds: float = 0.0
    attempts: int = 1
    request_id: str | None = None
    status_code: int | None = None
    base_url: str | None = None
    asked_at: str
    answered_at: str
    foreign_urls: tuple[str, ...] = ()
    source_urls: tuple[str, ...] | None = None


def make_storable(call: ProbeCall) -> ProbeCall:
    """The call, or where it holds text that no file can, its reply in an escaped form."""
    try:
        call.model_dump_json()
    except ValueError:
        return call.model_copy(
            update={
                "outcome": "unparseable",
                "answer": None,
                "problem": "The reply holds text that no file can hold; it is kept escaped.",
                "raw": ascii(call.raw),
                "request_id": None,
                "foreign_urls": (),
                "source_urls": None,
            }
        )
    return call


class ProbeLog(Protocol):
    """Where calls are kept; they are there for good when `store` has returned."""

    def find(self, key: str) -> ProbeCall | None:
        """The answered call with this key, else the last one with it, else None."""
        ...

    def store(self, *calls: ProbeCall) -> None:
        """Keep calls, all or none, beside what is there; nothing stored is ever changed."""
        ...


def compute_cost(usage: Usage, price: Price) -> float:
    """The money a call cost; reasoning is part of the output, cached input part of the input."""
    cached_price = price.input if price.cached_input is None else price.cached_input
    fresh = usage.input_tokens - usage.cached_input_tokens
    tokens = (
        fresh * price.input
        + usage.cached_input_tokens * cached_price
        + usage.output_tokens * price.output
    )
    return tokens / 1_000_000 + usage.searches * price.search
