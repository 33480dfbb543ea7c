"""URL identity: whether two addresses name the same page, by their text alone."""

import re
from collections.abc import Iterable

_SCHEME = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//")
_AUTHORITY_END = re.compile(r"[/?]")
_PORT = re.compile(r":\d*$")


def url_identity(url: str) -> str:
    """Fold a URL to the identity the retrieval test compares (appendix C.2).

    The scheme is ignored, the fragment removed, the host lower-cased, one leading `www.` removed,
    trailing slashes of the path stripped; user, port, path case and query stay. A heuristic, not
    a comparison of content. Any text has an identity: nothing is refused.
    """
    text = _SCHEME.sub("", url.partition("#")[0].strip())
    end = _AUTHORITY_END.search(text)
    cut = end.start() if end else len(text)
    path, mark, query = text[cut:].partition("?")
    user, at, host = text[:cut].rpartition("@")
    return f"{user}{at}{host.lower().removeprefix('www.')}{path.rstrip('/')}{mark}{query}"


def matched_gold_urls(gold: Iterable[str], retrieved: Iterable[str]) -> tuple[str, ...]:
    """The gold URLs whose identity is among the retrieved ones, in the order of `gold`."""
    found = {url_identity(url) for url in retrieved} - {""}
    return tuple(url for url in gold if url_identity(url) in found)


def url_domain(url: str) -> str:
    """The host of a URL, as its identity has it: without user, port and `www.`; '' for none."""
    identity = url_identity(url)
    end = _AUTHORITY_END.search(identity)
    host = identity[: end.start() if end else len(identity)].rpartition("@")[2]
    return _PORT.sub("", host)
