"""The time as it is stored: UTC, ISO 8601, to the millisecond."""

from datetime import UTC, datetime


def now_text() -> str:
    """This moment."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
