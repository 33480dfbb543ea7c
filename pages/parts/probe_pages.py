"""What a probe was given to read, page by page, in words."""

from collections import Counter
from collections.abc import Iterable, Mapping

from pages.parts.probe_words import say_time
from trek_core.cases import Case, Document
from trek_core.counted import count_of
from trek_core.probes.calls import DocumentRef, ProbeRequest
from trek_core.probes.documents import FetchedDocument
from trek_core.urls import url_identity

STATUS_WORDS: dict[str | None, str] = {
    "ok": "empty",
    "blocked": "the site did not give it",
    "not_found": "not found",
    "timeout": "took too long",
    "too_large": "too large",
    "not_text": "holds no text",
    "refused": "not a public address",
    None: "not recorded",
}
"""Why there is no text of a page, by its status."""

Sources = Mapping[tuple[str, str | None], str]
"""(address, SHA-256 of a text) -> where that text is from, in words."""


def collect_sources(documents: Iterable[FetchedDocument]) -> Sources:
    """Where each stored text is from."""
    return {(each.url, each.sha256): say_source(each) for each in documents if each.text}


def say_source(document: FetchedDocument | Document) -> str:
    """Where the text of a page is from: `pasted by Nora on 2026-11-30 09:12 UTC`."""
    at = f" on {say_time(document.fetched_at)}" if document.fetched_at else ""
    match document.origin:
        case "pasted":
            return f"pasted by {document.added_by or 'hand'}{at}"
        case "fetched":
            return f"fetched{at}"
    return "recorded with the case"


def say_no_text(status: str | None) -> str:
    """That there is no text of a page, and why: `no text: not found`."""
    return f"no text: {STATUS_WORDS.get(status, status or STATUS_WORDS[None])}"


def say_reading(request: ProbeRequest, sources: Sources) -> str:
    """What a model had to read, in a few words: `1 page (pasted by Nora), 2 pages (no text)`."""
    if request.parameters.access == "web_search":
        return "pages opened by the model itself"
    pages = Counter(_say_page(ref, sources) for ref in request.documents)
    said = [f"{count_of(count, 'page')} ({words})" for words, count in pages.items()]
    return ", ".join(said) or "no page"


def list_texts(request: ProbeRequest, sources: Sources) -> str | None:
    """Each page that a model was given, and where its text is from; None without pages."""
    if not request.documents:
        return None
    return "\n".join(f"{ref.url}: {_say_page(ref, sources)}" for ref in request.documents)


def list_recorded_texts(case: Case, urls: Iterable[str] | None) -> str | None:
    """The same of the pages that the recorded probe was given, as far as the case carries them."""
    by_identity = {url_identity(document.url): document for document in case.documents or ()}
    if urls is None or not by_identity:
        return None
    return "\n".join(f"{url}: {_say_recorded(by_identity.get(url_identity(url)))}" for url in urls)


def _say_page(ref: DocumentRef, sources: Sources) -> str:
    if ref.status != "ok":
        return say_no_text(ref.status)
    # A text that is not among the stored ones came with the case.
    return sources.get((ref.url, ref.sha256), "recorded with the case")


def _say_recorded(document: Document | None) -> str:
    if document is None:
        return "not recorded"
    return say_source(document) if document.text else say_no_text(document.status)
