"""The certificates that connections are checked against: the system's, read once."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ssl import SSLContext


@cache
def trusted_certificates() -> "SSLContext":
    """The context of all connections of this process; making one takes 50 ms."""
    import httpcore2

    return httpcore2.default_ssl_context()
