"""From what came over the wire to the call as it is kept: by the client, or out of a batch file."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from trek_core.errors import QuotaError
from trek_core.jsonl.strict_json import mend
from trek_core.probes.calls import ProbeCall, ProbeRequest, compute_cost
from trek_core.probes.contracts import CONTRACTS
from trek_core.probes.replies import Reply, error_of, read_reply
from trek_core.probes.retries import is_out_of_quota, is_worth_retrying
from trek_core.probes.unexpected import describe_unexpected
from trek_core.settings import Price

_SHOWN = 300

Clean = Callable[[str], str]


@dataclass(frozen=True)
class Received:
    """What came over the wire, without the key: a body with its status, or none and why.

    Header names are in small letters.
    """

    status: int | None = None
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    problem: str | None = None

    @property
    def request_id(self) -> str | None:
        """The endpoint's own name for the call."""
        return self.headers.get("x-request-id")


@dataclass(frozen=True)
class Exchange:
    """Where and when a call was made (UTC, ISO 8601), and what it took."""

    asked_at: str
    answered_at: str
    base_url: str | None = None
    latency_seconds: float = 0.0
    attempts: int = 1


def settle_call(
    request: ProbeRequest,
    received: Received,
    exchange: Exchange,
    prices: Mapping[str, Price],
    hide: Clean = str,
) -> ProbeCall:
    """The call with its outcome; raises `QuotaError` when the account has nothing left.

    Here, and nowhere else, what an endpoint wrote becomes text that a file can hold: no half
    characters, and nothing that `hide` takes out. A reply that cannot be read for a reason nobody
    thought of is an outcome too, with the reply in an escaped form.
    """
    told = _tell_exchange(request, received, exchange, hide)
    try:
        api, answer = request.parameters.api, CONTRACTS[request.probe].answer
        reply = read_received(received, lambda body: read_reply(body, api, answer))
        price = prices.get(request.model)
        found = {
            "outcome": reply.outcome,
            "answer": reply.answer,
            "problem": reply.problem,
            "raw": received.body,
            "usage": reply.usage,
            "cost": compute_cost(reply.usage, price) if reply.usage and price else None,
            "foreign_urls": foreign_urls(request, reply.answer),
            "source_urls": reply.sources,
        }
        return ProbeCall.model_validate(
            told | {name: clean_value(found[name], hide) for name in found}
        )
    except QuotaError as error:
        said = [clean_value(text, hide) for text in (str(error), error.raw, error.request_id)]
    except Exception as error:  # noqa: BLE001 - it was paid for, and others wait to be kept
        problem = f"The reply could not be read: {describe_unexpected(error)}."
        raw = None if received.body is None else hide(ascii(received.body))
        return ProbeCall.model_validate(
            told | {"outcome": "unparseable", "problem": problem, "raw": raw}
        )
    # Out here, so that it leads to no other error that holds what it must not.
    raise QuotaError(*said)


def _tell_exchange(
    request: ProbeRequest, received: Received, exchange: Exchange, hide: Clean
) -> dict[str, Any]:
    request_id = received.request_id
    return {
        "request": request,
        "latency_seconds": exchange.latency_seconds,
        "attempts": exchange.attempts,
        "request_id": None if request_id is None else clean_value(request_id, hide),
        "status_code": received.status,
        "base_url": exchange.base_url,
        "asked_at": exchange.asked_at,
        "answered_at": exchange.answered_at,
    }


def clean_value(value: Any, hide: Clean) -> Any:
    """A value of a reply with every text in it mended and nothing in it that must be hidden."""
    match value:
        case str():
            return hide(_mend_text(value))
        case dict():
            return {
                clean_value(name, hide): clean_value(each, hide) for name, each in value.items()
            }
        case list() | tuple():
            return [clean_value(each, hide) for each in value]
    return value


def _mend_text(text: str) -> str:
    """The text with every half character and NUL replaced."""
    if text.isascii() and "\0" not in text:
        return text
    return str(mend(text, Counter()))


def foreign_urls(request: ProbeRequest, answer: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The addresses an answer names that are not, to the letter, among its input."""
    names_urls = CONTRACTS[request.probe].names_urls
    if answer is None or names_urls is None:
        return ()
    return tuple(dict.fromkeys(url for url in answer[names_urls] if url not in request.urls))


def is_passing(received: Received) -> bool:
    """Whether what came is a trouble that may pass by itself."""
    if received.status is None:
        return True
    if received.status < 400 or is_out_of_quota(received.status, error_of(received.body or "")):
        return False
    return is_worth_retrying(received.status, received.headers)


def explain(received: Received) -> str:
    """An error reply in one sentence."""
    if received.status is None:
        return received.problem or "The endpoint did not answer."
    if 300 <= received.status < 400:
        place = received.headers.get("location") or "no address"
        return (
            f"The endpoint sends on to {place[:_SHOWN]} (HTTP status {received.status}), and a "
            "prompt goes only where the settings say: set the role's base_url."
        )
    message = error_of(received.body or "").get("message")
    detail = message if isinstance(message, str) and message else "no reason given"
    return f"The endpoint reports an error (HTTP status {received.status}): {detail[:_SHOWN]}"


def read_received(received: Received, read: Callable[[str], Reply]) -> Reply:
    """The reply in what came, by `read` where a body came that may hold one.

    Raises `QuotaError` when the account has nothing left.
    """
    body, status = received.body, received.status
    if body is None or status is None or received.problem is not None:
        return Reply("failed", received.problem or explain(received))
    if is_out_of_quota(status, error_of(body)):
        raise QuotaError(
            "The endpoint's account has nothing left: fill it up, then resume the run. "
            f"{explain(received)}",
            body,
            received.request_id,
        )
    if not 200 <= status < 300:
        return Reply("failed", explain(received))
    return read(body)
