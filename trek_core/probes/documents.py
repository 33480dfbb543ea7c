"""Documents: the pages a probe reads, from the case's own snapshots, the cache, or the network."""

import asyncio
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal, Protocol, Self, get_args

from pydantic import BaseModel, ConfigDict, model_validator

from trek_core.cases import Case, Document
from trek_core.errors import DocumentError
from trek_core.probes.extract import Extractor, clean_text
from trek_core.probes.fetch import FetchLimits, PageFetcher
from trek_core.probes.page_status import DocumentStatus, UnavailableError, judge_text
from trek_core.probes.public_network import HostAndPort
from trek_core.urls import url_identity

Origin = Literal["fetched", "recorded", "pasted"]

_LOST = "\N{REPLACEMENT CHARACTER}"
_SCRIPT = re.compile(rb"<script", re.IGNORECASE)
_STATUSES: tuple[str, ...] = get_args(DocumentStatus)


class FetchedDocument(BaseModel):
    """One page as it was at one time, or why it could not be had.

    `url` is the address as it was asked for, exactly; `text` is there if and only if `status` is
    `ok`; `reason` is one sentence where it is not. `origin` tells a page fetched here from a
    snapshot that came with the case and from text a person, `added_by`, pasted. `fetched_at` is
    UTC, ISO 8601, None if a snapshot does not say.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    final_url: str | None = None
    title: str | None = None
    date: str | None = None
    text: str | None = None
    fetched_at: str | None = None
    status: DocumentStatus
    reason: str | None = None
    origin: Origin = "fetched"
    added_by: str | None = None

    @model_validator(mode="after")
    def _text_and_status_agree(self) -> Self:
        if (self.text is not None) != (self.status == "ok"):
            raise ValueError("text if and only if the status is ok")
        return self

    @property
    def sha256(self) -> str | None:
        """SHA-256 (hex) of the text as UTF-8; None without text."""
        if self.text is None:
            return None
        return hashlib.sha256(self.text.encode("utf-8", "replace")).hexdigest()

    def to_document(self) -> Document:
        """The snapshot as a case carries it."""
        return Document(
            url=self.url,
            title=self.title,
            date=self.date,
            text=self.text,
            fetched_at=self.fetched_at,
            status=self.status,
            origin=self.origin,
            **({"added_by": self.added_by} if self.added_by else {}),
        )


class DocumentCache(Protocol):
    """Where fetched documents are kept, one for each address and time of fetching."""

    def find(self, url: str) -> FetchedDocument | None:
        """The newest document of exactly this address that is still to be used."""
        ...

    def store(self, document: FetchedDocument) -> None:
        """Keep a document; one that is already there, by address and time, stays as it is."""
        ...


class DocumentSource(Protocol):
    """Whatever gets a page by its address."""

    async def fetch(self, url: str) -> FetchedDocument:
        """Get one page; what goes wrong is in its status, never raised."""
        ...


class DocumentFetcher:
    """Fetches pages from the network, for one event loop: `async with DocumentFetcher() as f`.

    An address that is being fetched is not fetched a second time beside it. `allow` names hosts
    and ports taken although they are not public.
    """

    def __init__(
        self,
        limits: FetchLimits | None = None,
        allow: Collection[HostAndPort] = (),
        extractor: Extractor | None = None,
    ) -> None:
        self._pages = PageFetcher(limits, allow)
        self._extractor = extractor or Extractor()
        self._under_way: dict[str, asyncio.Task[FetchedDocument]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pages.__aexit__(kind, error, trace)
        await self._extractor.__aexit__(kind, error, trace)

    async def fetch(self, url: str) -> FetchedDocument:
        """Get one page; what goes wrong is in its status, never raised."""
        task = self._under_way.get(url)
        if task is None:
            task = asyncio.create_task(fetch_document(url, self._pages, self._extractor))
            self._under_way[url] = task
            task.add_done_callback(lambda _: self._under_way.pop(url))
        # One caller that gives up does not take the page from the others.
        return await asyncio.shield(task)


async def fetch_document(url: str, pages: PageFetcher, extractor: Extractor) -> FetchedDocument:
    """Fetch a page, take its text out and judge it; what goes wrong is in the status."""
    fetched_at = datetime.now(UTC).isoformat(timespec="milliseconds")
    final_url = None
    try:
        page = await pages.fetch(url)
        final_url = page.final_url
        found = await extractor.extract(page.body, page.content_type, page.final_url)
        has_scripts = _SCRIPT.search(page.body) is not None
        problem = judge_text(found.text, found.title, has_scripts)
        if problem is not None:
            raise problem
    except UnavailableError as error:
        return FetchedDocument(
            url=url,
            final_url=final_url,
            fetched_at=fetched_at,
            status=error.status,
            reason=error.reason,
        )
    return FetchedDocument(
        url=url,
        final_url=final_url,
        title=found.title,
        date=found.date,
        text=found.text,
        fetched_at=fetched_at,
        status="ok",
    )


def paste_document(
    url: str,
    text: str,
    *,
    title: str | None = None,
    date: str | None = None,
    added_by: str | None = None,
) -> FetchedDocument:
    """Make a document of text that a person copied from the page by hand.

    Raises `DocumentError` where there is no text.
    """
    cleaned = clean_text(text)
    if not has_words(cleaned):
        raise DocumentError("There is no text to keep: paste what the page says.")
    return FetchedDocument(
        url=url,
        title=title,
        date=date,
        text=cleaned,
        fetched_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        status="ok",
        origin="pasted",
        added_by=added_by,
    )


def has_words(text: str) -> bool:
    """Whether a text holds anything to read, beside spaces and what stands for lost characters."""
    return any(
        character.isprintable() and not character.isspace() and character != _LOST
        for character in text
    )


def add_documents(case: Case, stored: Mapping[str, FetchedDocument]) -> Case:
    """The case with the stored snapshots of its pages that it brought no text of.

    `stored` maps addresses, as the case writes them, to snapshots.
    """
    documents = case.documents or ()
    known = {url_identity(document.url) for document in documents if _has_text(document)}
    added = [
        stored[url].to_document()
        for url in list_page_urls(case)
        if url in stored and url_identity(url) not in known
    ]
    if not added:
        return case
    replaced = {url_identity(document.url) for document in added}
    kept = [document for document in documents if url_identity(document.url) not in replaced]
    return case.model_copy(update={"documents": (*kept, *added)})


def list_page_urls(case: Case) -> tuple[str, ...]:
    """Every address of a case whose page may be read, once, as the case writes it."""
    return tuple(dict.fromkeys((*(case.retrieved or ()), *case.gold, *(case.opened_urls or ()))))


async def gather_documents(
    urls: Sequence[str],
    case_documents: Iterable[Document] | None,
    cache: DocumentCache,
    fetcher: DocumentSource,
    concurrency: int = 8,
) -> tuple[FetchedDocument, ...]:
    """Get a document for each address, in the same order, whether or not the page could be had.

    A snapshot with text that came with the case is taken first (addresses compared by identity,
    the last such snapshot wins), then the cache, then the network, which fills the cache.
    """
    recorded = {
        url_identity(document.url): document
        for document in case_documents or ()
        if _has_text(document)
    }
    places = asyncio.Semaphore(concurrency)

    async def get(url: str) -> FetchedDocument:
        snapshot = recorded.get(url_identity(url))
        if snapshot is not None:
            return _from_snapshot(url, snapshot)
        async with places:
            stored = cache.find(url)
            if stored is not None:
                return stored
            document = await fetcher.fetch(url)
            cache.store(document)
            return document

    distinct = tuple(dict.fromkeys(urls))
    found = dict(zip(distinct, await asyncio.gather(*map(get, distinct)), strict=True))
    return tuple(found[url] for url in urls)


def _has_text(document: Document) -> bool:
    return has_words(document.text or "") and document.status in (None, "ok")


def _from_snapshot(url: str, document: Document) -> FetchedDocument:
    return FetchedDocument(
        url=url,
        final_url=document.url,
        title=document.title,
        date=document.date,
        text=document.text,
        fetched_at=document.fetched_at,
        status="ok",
        origin="recorded",
    )
