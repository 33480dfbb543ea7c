"""Where a URL of a case leads, and whether it may be a link: none hides the host it goes to."""

import re
from dataclasses import dataclass
from encodings.idna import ToASCII
from ipaddress import IPv4Address, IPv6Address
from stringprep import in_table_a1
from urllib.parse import urlsplit

_LABEL = re.compile(r"[a-z0-9_-]{1,63}", re.ASCII)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_READ_IN_TWO_WAYS = frozenset("ß\u1e9eς\u200c\u200d")
"""What older and newer rules for names of hosts turn into different hosts."""
_LONGEST = 253


@dataclass(frozen=True)
class LinkTarget:
    """The host that a browser goes to; `misleads` says that the URL shows another, or first."""

    host: str
    misleads: bool


def read_link(url: str) -> LinkTarget | None:
    """Where the URL leads; None where it is no address on the web, or not surely one host."""
    if not url.isprintable() or any(character.isspace() for character in url):
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises for what is no port
        typed = parts.hostname or ""
        host = _read_host(typed, is_bracketed="[" in parts.netloc)
    except (ValueError, UnicodeError):
        return None
    # A browser takes a backslash for the end of the host.
    if parts.scheme not in ("http", "https") or not host or "\\" in parts.netloc:
        return None
    return LinkTarget(host, "@" in parts.netloc or not typed.isascii())


def _read_host(typed: str, *, is_bracketed: bool) -> str:
    """The host as a browser reads it; raises `ValueError` for what is none."""
    if is_bracketed:
        return f"[{IPv6Address(typed)}]"
    if any(each in _READ_IN_TWO_WAYS or in_table_a1(each) for each in typed):
        raise ValueError(typed)
    labels = [ToASCII(each).decode("ascii").lower() for each in _DOTS.split(typed.rstrip("."))]
    host = ".".join(labels)
    if len(host) > _LONGEST or not all(map(_LABEL.fullmatch, labels)):
        raise ValueError(typed)
    if _NUMBER.fullmatch(labels[-1]):  # a browser reads it as a number: 2130706433 is 127.0.0.1
        return str(IPv4Address(host))
    return host
