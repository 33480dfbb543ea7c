"""The pages of a probe as one text, and which pages gold-plus-noise reads (appendix C.3, C.5)."""

import hashlib
from collections.abc import Collection, Iterable, Sequence

from trek_core.cases import Case
from trek_core.probes.documents import FetchedDocument
from trek_core.recorded_probes import Probes
from trek_core.settings import ProbePolicy
from trek_core.urls import url_identity

NON_GOLD_CHARACTERS = 3_500
GOLD_CHARACTERS = 50_000
PLACEHOLDER = "[This page could not be read.]"


def render_context(
    documents: Sequence[FetchedDocument], policy: ProbePolicy, gold: Collection[str]
) -> str:
    """Render documents as index, URL and text; every one is there, and none is marked as gold.

    Text is cut at its head's first 3,500 characters, a gold page's at 50,000 (C.5). Under
    `uniform_truncation` all are cut at 50,000: length then says nothing about which page is gold,
    and no gold page loses evidence that it has in gold-only. `show_dates` adds each page's date.
    `shuffled` orders the pages by `order_urls`. A page that could not be had is a placeholder, the
    same for all.
    """
    golden = {url_identity(url) for url in gold}
    ordered = documents
    if policy.shuffled is not None:
        seed = policy.shuffled
        ordered = sorted(documents, key=lambda document: _place(seed, document.url))
    mark = _make_mark(ordered)
    parts = []
    for index, document in enumerate(ordered, start=1):
        is_long = policy.uniform_truncation or url_identity(document.url) in golden
        limit = GOLD_CHARACTERS if is_long else NON_GOLD_CHARACTERS
        lines = [f"=== Document {index} of {len(ordered)} ({mark}) ===", f"URL: {document.url}"]
        if policy.show_dates:
            lines.append(f"Date: {document.date or 'unknown'}")
        lines.append(PLACEHOLDER if document.text is None else document.text[:limit])
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def context_urls(case: Case, probes: Probes, policy: ProbePolicy) -> tuple[str, ...] | None:
    """The pages of gold-plus-noise in the order they are shown; None if retrieval is not recorded.

    `append` (C.3) lists what was retrieved, then the gold URLs. `fill` (section 3.1) leaves the
    retrieved list as it is where its pages carry the evidence, and else adds the missing gold. A
    page already retrieved, by identity, is not listed twice.
    """
    retrieved = case.retrieved
    if retrieved is None:
        return None
    known = {url_identity(url) for url in retrieved}
    missing = tuple(url for url in case.gold if url_identity(url) not in known)
    matched = probes.retrieval.evidence_match if probes.retrieval else None
    if policy.context == "fill" and matched is True:
        missing = ()
    return order_urls((*retrieved, *missing), policy.shuffled)


def order_urls(urls: Iterable[str], seed: int | None) -> tuple[str, ...]:
    """Shuffle addresses by a seed, the same way whatever order they come in; None leaves them."""
    if seed is None:
        return tuple(urls)
    return tuple(sorted(urls, key=lambda url: _place(seed, url)))


def _place(seed: int, url: str) -> str:
    return hashlib.sha256(f"{seed}\n{url}".encode("utf-8", "replace")).hexdigest()


def _make_mark(documents: Iterable[FetchedDocument]) -> str:
    """A word that no page can contain on purpose: it depends on the text of all of them."""
    digest = hashlib.sha256()
    for document in documents:
        digest.update(f"{document.url}\n{document.text}\n".encode("utf-8", "replace"))
    return digest.hexdigest()[:8]
