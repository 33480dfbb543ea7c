"""Documents from a real web server, the cache, and the case's own snapshots."""

import asyncio
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.trek_core.probes.document_samples import (
    MemoryCache,
    ScriptedSource,
    make_document,
    make_pdf,
    page,
)
from tests.trek_core.probes.page_server import running_server
from trek_core.cases import Case, Document
from trek_core.errors import DocumentError
from trek_core.probes.documents import (
    DocumentFetcher,
    FetchedDocument,
    add_documents,
    gather_documents,
    paste_document,
)
from trek_core.probes.extract import Extractor
from trek_core.probes.fetch import FetchLimits

ARTICLE = "The council met on Tuesday and chose a new mayor after a short debate. " * 5
LIMITS = FetchLimits(total_seconds=5, max_bytes=200_000)


@pytest.fixture
def server():
    with running_server() as running:
        yield running


def fetch_all(server, *urls):
    async def run():
        async with DocumentFetcher(LIMITS, server.allow, Extractor(1)) as fetcher:
            return await asyncio.gather(*map(fetcher.fetch, urls))

    return asyncio.run(run())


def gather(urls, snapshots=(), cache=None, source=None, **options):
    used = cache if cache is not None else MemoryCache()
    return asyncio.run(
        gather_documents(urls, snapshots, used, source or ScriptedSource(), **options)
    )


def test_pages_become_documents_each_with_its_status(server):
    head = '<title>New mayor</title><meta name="date" content="2024-05-06">'
    server.serve("/moved", "", 301, Location="/good")
    good, pdf, moved, app, lost, wall, picture, private = fetch_all(
        server,
        server.serve("/good", page(ARTICLE, head)),
        server.serve("/pdf", make_pdf("One line"), Content_Type="application/pdf"),
        server.url("/moved"),
        server.serve("/app", "<script>run()</script><div id=root></div>"),
        server.serve("/lost", page("Page not found", "<title>Sorry</title>")),
        server.serve("/wall", page("Please enable JavaScript.", "<script>x</script>")),
        server.serve("/picture", b"GIF89a", Content_Type="image/gif"),
        "http://192.168.0.1/",
    )
    assert (good.status, good.title, good.date) == ("ok", "New mayor", "2024-05-06")
    assert good.text == ARTICLE.strip()
    assert (good.origin, good.reason, good.url, good.final_url) == (
        "fetched",
        None,
        server.url("/good"),
        server.url("/good"),
    )
    assert (pdf.status, pdf.text.strip()) == ("ok", "One line")
    assert (moved.url, moved.final_url, moved.sha256) == (
        server.url("/moved"),
        server.url("/good"),
        good.sha256,
    )
    others = [app, lost, wall, picture, private]
    assert [each.status for each in others] == [
        "blocked",
        "not_found",
        "blocked",
        "not_text",
        "refused",
    ]
    for each in others:
        assert each.text is None
        assert each.sha256 is None
        assert each.reason.endswith(".")


def test_the_time_of_fetching_is_utc(server):
    before = datetime.now(UTC)
    (found,) = fetch_all(server, server.serve("/", page(ARTICLE)))
    assert before.replace(microsecond=0) <= datetime.fromisoformat(found.fetched_at)
    assert found.fetched_at.endswith("+00:00")


def test_an_address_asked_for_twice_at_once_is_fetched_once(server):
    url = server.serve("/", page(ARTICLE))
    one, other = fetch_all(server, url, url)
    assert one is other
    assert server.asked == ["/"]


def test_who_gives_up_does_not_take_the_page_from_others(server):
    slow = server.serve_raw("/", lambda: iter([time.sleep(0.3) or b"HTTP/1.1 404 Gone\r\n\r\n"]))

    async def run():
        async with DocumentFetcher(LIMITS, server.allow, Extractor(1)) as fetcher:
            tasks = [asyncio.create_task(fetcher.fetch(slow)) for _ in range(2)]
            await asyncio.sleep(0.1)
            tasks[0].cancel()
            return await tasks[1]

    assert asyncio.run(run()).status == "not_found"
    assert server.asked == ["/"]


def test_leaving_early_waits_for_nothing(server):
    slow = server.serve_raw("/", lambda: iter([time.sleep(4) or b""]))

    async def run():
        async with DocumentFetcher(LIMITS, server.allow, Extractor(1)) as fetcher:
            task = asyncio.create_task(fetcher.fetch(slow))
            await asyncio.sleep(0.1)
        with pytest.raises(asyncio.CancelledError):
            await task

    started = time.monotonic()
    asyncio.run(run())
    assert time.monotonic() - started < 3


def test_a_snapshot_of_the_case_comes_before_cache_and_network():
    source, cache = ScriptedSource(), MemoryCache(make_document("https://a.example/x", "cached"))
    snapshot = Document(
        url="http://www.a.example/x/",
        text="as it was",
        title="T",
        date="2024",
        fetched_at="2024-05-06T00:00:00Z",
        status="ok",
    )
    (found,) = gather(["https://a.example/x"], [snapshot], cache, source)
    assert (found.text, found.origin, found.url) == ("as it was", "recorded", "https://a.example/x")
    assert (found.final_url, found.title, found.date) == (snapshot.url, "T", "2024")
    assert found.fetched_at == "2024-05-06T00:00:00Z"
    assert (source.asked, len(cache.stored)) == ([], 1)


@pytest.mark.parametrize(
    "snapshot",
    [
        Document(url="u", text=None, status="blocked"),
        Document(url="u", text=" "),
        Document(url="u", text="Access denied", status="blocked"),
    ],
)
def test_a_snapshot_without_the_page_is_looked_for_elsewhere(snapshot):
    (found,) = gather(["u"], [snapshot])
    assert (found.text, found.origin) == ("Fetched from u", "fetched")


def test_the_last_snapshot_with_text_wins():
    texts = ["first", "second", None]
    (found,) = gather(["u"], [Document(url="u", text=text) for text in texts])
    assert found.text == "second"


def test_what_was_fetched_is_kept_and_not_fetched_again():
    source, cache = ScriptedSource(), MemoryCache()
    first = gather(["u", "v"], None, cache, source)
    assert gather(["v", "u"], None, cache, source) == first[::-1]
    assert (source.asked, cache.stored) == (["u", "v"], list(first))


def test_what_the_cache_knows_as_unavailable_is_not_fetched():
    old = make_document("u", None, status="timeout", reason="Late.")
    source = ScriptedSource()
    assert gather(["u"], None, MemoryCache(old), source) == (old,)
    assert source.asked == []


def test_no_more_pages_are_asked_for_at_once_than_allowed():
    running, most = 0, 0

    class Counting(ScriptedSource):
        async def fetch(self, url):
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1
            return await super().fetch(url)

    gather([str(n) for n in range(12)], source=Counting(), concurrency=3)
    assert most == 3


@given(st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("abcdef")))
def test_every_address_gets_its_document_in_its_place(urls, snapshots):
    source = ScriptedSource()
    found = gather(urls, [Document(url=url, text="snapshot") for url in snapshots], None, source)
    assert [document.url for document in found] == urls
    assert sorted(source.asked) == sorted(set(urls) - set(snapshots))


def test_text_pasted_by_hand_is_a_document():
    found = paste_document("u", "What the page\0 says", title="T")
    assert (found.status, found.origin, found.text) == ("ok", "pasted", "What the page\ufffd says")
    assert datetime.fromisoformat(found.fetched_at).tzinfo is not None


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_nothing_pasted_is_no_document(text):
    with pytest.raises(DocumentError, match="paste what the page says"):
        paste_document("u", text)


def test_a_case_is_given_the_stored_text_of_pages_that_it_has_none_of():
    case = Case(
        question="Q?",
        gold_urls=["https://gold.example/"],
        retrieved_urls=["https://a.example/", "https://b.example/", "https://c.example/"],
        documents=[
            Document(url="https://a.example", text="The case's own"),
            Document(url="https://b.example/", status="blocked"),
        ],
    )
    stored = {
        document.url: document
        for document in (
            make_document("https://a.example/", "Fetched later"),
            paste_document("https://b.example/", "Pasted", added_by="Ada"),
            make_document("https://gold.example/", None, status="timeout"),
            make_document("https://other.example/", "Of another case"),
        )
    }
    given = add_documents(case, stored).documents
    assert [(page.url, page.text, page.status, page.added_by) for page in given] == [
        ("https://a.example", "The case's own", None, None),
        ("https://b.example/", "Pasted", "ok", "Ada"),
        ("https://gold.example/", None, "timeout", None),
    ]


def test_a_case_with_nothing_stored_stays_as_it_is():
    case = Case(question="Q?", retrieved_urls=["https://a.example/"])
    assert add_documents(case, {}) is case


@pytest.mark.parametrize("fields", [{"status": "ok"}, {"status": "blocked", "text": "x"}])
def test_a_document_has_text_if_and_only_if_it_is_ok(fields):
    with pytest.raises(ValidationError, match="text if and only if"):
        FetchedDocument(url="u", **fields)


def test_a_document_goes_into_a_case_and_comes_back_as_its_snapshot():
    made = make_document("u", "text", title="T", date="2024-05-06", fetched_at="2024-05-07T00:00Z")
    (back,) = gather(["u"], [made.to_document()])
    assert back.model_dump(exclude={"origin", "final_url"}) == made.model_dump(
        exclude={"origin", "final_url"}
    )
    assert back.sha256 == made.sha256


def test_a_document_is_written_as_json_and_read_back_the_same():
    made = make_document("u", "a\u2028b 🙂", title="T")
    assert FetchedDocument.model_validate_json(made.model_dump_json()) == made


@pytest.mark.parametrize(
    "text",
    ["", " \n\t ", "\0\x01\x02", "\x1b\x7f", "\u200b\u200e\ufeff", "\ud800", "\ufffd \ufffd"],
)
def test_what_holds_nothing_to_read_is_no_text(text):
    with pytest.raises(DocumentError, match="no text"):
        paste_document("https://a.example/", text)
    snapshot = Document(url="https://a.example/", text=text.replace("\ud800", ""))
    source = ScriptedSource()
    asyncio.run(gather_documents(["https://a.example/"], [snapshot], MemoryCache(), source))
    assert source.asked == ["https://a.example/"]


@pytest.mark.parametrize("text", ["7", "\0 a", "é", "?", "日本"])
def test_a_single_character_to_read_is_text(text):
    assert paste_document("https://a.example/", text).status == "ok"
