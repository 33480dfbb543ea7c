"""What a site may take of time and memory, and what its answers mean."""

import asyncio
import gzip
import itertools
import time
import tracemalloc
import zlib

import httpcore2
import pytest

from tests.trek_core.probes.page_server import running_server
from trek_core.probes.fetch import FetchLimits, PageFetcher
from trek_core.probes.page_status import UnavailableError

LIMITS = FetchLimits(total_seconds=5, max_bytes=100_000, max_pdf_bytes=200_000)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@pytest.fixture
def server():
    with running_server() as running:
        yield running


def fetch(server, url, limits=LIMITS):
    async def run():
        async with PageFetcher(limits, server.allow) as fetcher:
            return await fetcher.fetch(url)

    return asyncio.run(run())


def problem(server, url, limits=LIMITS):
    with pytest.raises(UnavailableError) as caught:
        fetch(server, url, limits)
    return caught.value


def endless(head, chunk, pause=0.0):
    def chunks():
        yield head
        while True:
            time.sleep(pause)
            yield chunk

    return chunks


def test_a_page_is_what_the_site_sent_under_its_last_address(server):
    target = server.serve("/b", "hello", Content_Type="text/html; charset=utf-8")
    server.serve("/a", "", 301, Location="/b#part")
    page = fetch(server, server.url("/a#other"))
    assert (page.body, page.final_url) == (b"hello", target)
    assert page.content_type == "text/html; charset=utf-8"


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_every_kind_of_redirect_is_followed(server, code):
    server.serve("/b", "hello")
    assert fetch(server, server.serve("/a", "", code, Location="b")).body == b"hello"


def test_a_redirect_without_a_place_is_no_page(server):
    assert problem(server, server.serve("/", "here?", 302)).status == "blocked"


def test_redirects_in_a_circle_end(server):
    server.serve("/a", "", 302, Location="/b")
    server.serve("/b", "", 302, Location="/a")
    found = problem(server, server.url("/a"))
    assert (found.status, found.reason) == ("blocked", "The site redirects in a circle.")
    assert server.asked == ["/a", "/b"]


def test_redirects_without_end_end(server):
    for number in range(20):
        server.serve(f"/{number}", "", 302, Location=f"/{number + 1}")
    found = problem(server, server.url("/0"))
    assert (found.status, found.reason) == ("blocked", "More than 5 redirects.")
    assert len(server.asked) == 6


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (304, "blocked"),
        (401, "blocked"),
        (403, "blocked"),
        (404, "not_found"),
        (408, "timeout"),
        (410, "not_found"),
        (429, "blocked"),
        (451, "blocked"),
        (500, "blocked"),
        (503, "blocked"),
        (504, "timeout"),
        (999, "blocked"),
    ],
)
def test_a_page_with_an_error_status_is_no_page(server, code, status):
    found = problem(server, server.serve("/", "Long and friendly text.", code))
    assert (found.status, found.reason) == (status, f"The site answered HTTP {code}.")


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_a_packed_page_is_unpacked(server, pack):
    name = "gzip" if pack is gzip.compress else "deflate"
    text = b"hello " * 10_000
    assert fetch(server, server.serve("/", pack(text), Content_Encoding=name)).body == text


@pytest.mark.parametrize(
    ("encoding", "body"), [("br", b"x"), ("gzip, gzip", b"x"), ("gzip", b"no gzip at all")]
)
def test_a_page_that_cannot_be_unpacked_is_no_text(server, encoding, body):
    url = server.serve("/", body, Content_Encoding=encoding)
    assert problem(server, url).status == "not_text"


def test_a_page_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(server):
    assert len(fetch(server, server.serve("/a", b"x" * 100_000)).body) == 100_000
    assert problem(server, server.serve("/b", b"x" * 100_001)).status == "too_large"


def test_a_page_of_unsaid_length_is_cut_off_at_the_limit(server):
    url = server.serve_raw("/", endless(OK + b"\r\n", b"x" * 10_000))
    assert problem(server, url).status == "too_large"


def test_a_pdf_may_be_larger_than_a_page(server):
    body = b"%PDF-" + b"x" * 150_000
    assert (
        len(fetch(server, server.serve("/", body, Content_Type="application/pdf")).body) > 150_000
    )
    assert problem(server, server.serve("/", body)).status == "too_large"


def test_a_small_reply_that_unpacks_to_much_is_stopped_while_it_unpacks(server):
    bomb = gzip.compress(bytes(200_000_000), 9)
    url = server.serve("/", bomb, Content_Encoding="gzip")
    limits = FetchLimits(max_bytes=1_000_000)
    tracemalloc.start()
    try:
        assert problem(server, url, limits).status == "too_large"
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_a_packed_stream_that_never_yields_anything_is_stopped(server):
    packer = zlib.compressobj(wbits=31)
    nothing = packer.compress(b"") + packer.flush(zlib.Z_SYNC_FLUSH)
    head = OK + b"Content-Encoding: gzip\r\n\r\n" + nothing
    url = server.serve_raw("/", endless(head, b"\0\0\0\xff\xff" * 1_000))
    assert problem(server, url).status == "too_large"


@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\nX: ", OK + b"\r\n", OK + b"Content-Length: 5000\r\n\r\n"]
)
def test_a_page_that_comes_a_byte_at_a_time_ends_with_the_time(server, head):
    url = server.serve_raw("/", endless(head, b"x", pause=0.05))
    started = time.monotonic()
    assert problem(server, url, FetchLimits(total_seconds=0.6)).status == "timeout"
    assert time.monotonic() - started < 3


def test_redirects_that_each_come_slowly_share_one_time(server):
    def slowly(number):
        def chunks():
            time.sleep(0.25)
            yield b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n"
            yield f"Location: /{number + 1}\r\n\r\n".encode()

        return chunks

    for number in range(6):
        server.serve_raw(f"/{number}", slowly(number))
    assert problem(server, server.url("/0"), FetchLimits(total_seconds=0.6)).status == "timeout"


def test_a_silent_site_ends_with_the_time(server):
    url = server.serve_raw("/", lambda: iter([b""] if time.sleep(2) else []))
    limits = FetchLimits(total_seconds=30, read_seconds=0.3)
    assert problem(server, url, limits).status == "timeout"


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"\0" * 100,
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 banana\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: banana\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx",
        b"HTTP/1.1 200 OK\r\n" + b"X: " + b"x" * 1_000_000,
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    ],
)
def test_a_reply_that_is_no_http_is_a_failed_connection(server, reply):
    found = problem(server, server.serve_raw("/", lambda: iter([reply])))
    assert found.status == "blocked"
    assert found.reason.startswith("The connection failed: ")


def test_a_port_where_nobody_listens_is_a_failed_connection():
    async def run():
        async with PageFetcher(LIMITS, {("127.0.0.1", 1)}) as fetcher:
            await fetcher.fetch("http://127.0.0.1:1/")

    with pytest.raises(UnavailableError) as caught:
        asyncio.run(run())
    assert caught.value.status == "blocked"


def test_a_certificate_that_does_not_hold_is_named_plainly(server):
    certificate_error = httpcore2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] (_ssl.c:1006)")

    class Untrusted(httpcore2.AnyIOBackend):
        async def connect_tcp(self, *_, **__):
            raise certificate_error

    async def run():
        async with PageFetcher(LIMITS, server.allow, network=Untrusted()) as fetcher:
            await fetcher.fetch(server.url("/"))

    with pytest.raises(UnavailableError, match=r"^The site's certificate is not valid\.$"):
        asyncio.run(run())


@pytest.mark.parametrize("kind", ["image/png", "Video/mp4", "audio/mpeg", "font/woff2"])
def test_what_can_hold_no_text_is_not_downloaded(server, kind):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode()
    url = server.serve_raw("/", endless(head, b"x" * 1000))
    assert problem(server, url).status == "not_text"


def test_waiting_for_a_place_is_not_the_time_of_the_page(server):
    def page(_number):
        time.sleep(0.2)
        yield OK + b"Content-Length: 2\r\n\r\nok"

    urls = [server.serve_raw(f"/{n}", lambda n=n: page(n)) for n in range(8)]

    async def run():
        limits = FetchLimits(total_seconds=0.9, concurrency=1)
        async with PageFetcher(limits, server.allow) as fetcher:
            return await asyncio.gather(*map(fetcher.fetch, urls))

    assert {page.body for page in asyncio.run(run())} == {b"ok"}


def test_no_cookie_and_no_connection_of_one_page_serves_the_next(server):
    cookies, connections = [], set()

    def page(handler):
        cookies.append(handler.headers.get("Cookie"))
        connections.add(handler.client_address)
        handler.send_response(200)
        handler.send_header("Set-Cookie", f"visit={next(counter)}")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    counter = itertools.count()
    server.pages["/"] = page

    async def run():
        async with PageFetcher(LIMITS, server.allow) as fetcher:
            await fetcher.fetch(server.url("/"))
            await fetcher.fetch(server.url("/"))

    asyncio.run(run())
    assert (cookies, len(connections)) == ([None, None], 2)
