"""Which network addresses are public, by one table that does not vary with Python's version."""

import ipaddress
import re

_V4_NOT_PUBLIC = [
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # behind a provider's address translation
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's own service, on a public-looking address
        "169.254.0.0/16",  # link-local, where clouds keep their credentials
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
]
# Everything outside global unicast is refused: loopback, link-local, unique local, multicast, and
# the forms that carry an IPv4 address (mapped, compatible).
_V6_GLOBAL = ipaddress.IPv6Network("2000::/3")
_V6_NOT_PUBLIC = [
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, tunnels that carry IPv4 (Teredo) among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # carries IPv4 (6to4)
        "3fff::/20",  # documentation
    )
]
# Where a network has IPv6 only, its resolver puts public IPv4 addresses here (RFC 6052).
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.IGNORECASE)


def is_public_address(address: str) -> bool:
    """Whether an IPv4 or IPv6 address, as text, belongs to a host on the public internet."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in _V4_NOT_PUBLIC)
    if parsed in _NAT64:
        return is_public_address(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
    return parsed in _V6_GLOBAL and not any(parsed in network for network in _V6_NOT_PUBLIC)


def is_address(host: str) -> bool:
    """Whether a host is an address itself, so that there is nothing to look up."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_number_in_disguise(host: str) -> bool:
    """Whether a host is an IPv4 address written otherwise than as four plain decimal numbers.

    Systems read `2130706433`, `0x7f.1` and `0177.0.0.1` as 127.0.0.1, each in its own way.
    """
    last = host.removesuffix(".").rpartition(".")[2]
    return _NUMBER.fullmatch(last) is not None and not is_address(host)
