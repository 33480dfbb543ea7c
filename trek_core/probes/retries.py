"""When a call is tried again, and how long it waits first: as the server asks, else longer each
time.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_AGAIN = frozenset({408, 409, 429})
_NOTHING_LEFT = ("insufficient_quota", "billing_hard_limit_reached")


@dataclass(frozen=True)
class Retries:
    """How often a call is tried in all, and the waits in seconds where the server names none."""

    attempts: int = 6
    first_wait: float = 0.5
    longest_wait: float = 8.0

    def wait(self, attempt: int, headers: Mapping[str, str]) -> float:
        """Seconds to wait after attempt number `attempt` (from 1) failed."""
        asked = asked_wait(headers)
        if asked is not None:
            return asked
        wait: float = min(self.first_wait * 2.0 ** (attempt - 1), self.longest_wait)
        # Calls that failed together should not come back together.
        return wait * random.uniform(0.75, 1.0)  # noqa: S311


def is_worth_retrying(status: int, headers: Mapping[str, str]) -> bool:
    """Whether the same call may succeed later; the server's own word comes first."""
    said = headers.get("x-should-retry")
    if said in ("true", "false"):
        return said == "true"
    return status in _AGAIN or status >= 500


def is_out_of_quota(status: int, error: Mapping[str, object]) -> bool:
    """Whether the account has nothing left, which no waiting mends."""
    return status == 402 or any(error.get(name) in _NOTHING_LEFT for name in ("code", "type"))


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """The seconds the server asks to wait (`retry-after-ms`, else `Retry-After`), if it does."""
    for name, per_second in (("retry-after-ms", 1000), ("retry-after", 1)):
        value = headers.get(name)
        if value is None:
            continue
        seconds = _number(value)
        if seconds is None and name == "retry-after":
            seconds = _seconds_until(value)
        if seconds is not None and seconds > 0:
            return seconds / per_second
    return None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _seconds_until(date: str) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return (moment - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError, OverflowError):  # No date, or none that a clock can show.
        return None
