"""Text out of pages, in processes that no page can hold up."""

import asyncio
import json
import os
import subprocess
import sys
import time

import pytest

from tests.trek_core.probes.document_samples import make_pdf, page
from trek_core.probes.extract import Extractor, clean_text, find_kind
from trek_core.probes.page_status import UnavailableError

WORDS = "The council met on Tuesday and chose a new mayor after a short debate. "
HTML = "text/html; charset=utf-8"


@pytest.fixture(scope="module")
def extractor():
    running = Extractor(workers=1, timeout_seconds=30)
    yield running
    asyncio.run(running.__aexit__(None, None, None))


def extract(extractor, body, content_type=HTML):
    content = body.encode() if isinstance(body, str) else body
    return asyncio.run(extractor.extract(content, content_type, "https://a.example/page"))


def problem(extractor, body, content_type=HTML):
    with pytest.raises(UnavailableError) as caught:
        extract(extractor, body, content_type)
    return caught.value


def test_a_page_gives_its_text_title_and_date(extractor):
    head = (
        "<title>New mayor</title>"
        '<meta property="article:published_time" content="2024-05-06T10:00:00Z">'
    )
    found = extract(extractor, page(WORDS * 5, head))
    assert (found.title, found.date) == ("New mayor", "2024-05-06")
    assert found.text == (WORDS * 5).strip()


def test_a_page_without_a_date_has_none(extractor):
    assert extract(extractor, page(WORDS * 5)).date is None


def test_a_table_keeps_its_cells(extractor):
    table = "<table><tr><th>Year</th><th>Mayor</th></tr><tr><td>2024</td><td>Ann</td></tr></table>"
    text = extract(extractor, page(WORDS * 5 + table)).text
    assert "2024 | Ann" in text


@pytest.mark.parametrize("body", ["", " ", "<html></html>", "<script>var x = 1</script>"])
def test_a_page_without_text_is_empty_not_an_error(extractor, body):
    assert extract(extractor, body).text == ""


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("windows-1251", "Москва — столица России. " * 5),
        ("shift_jis", "東京は日本の首都です。" * 5),
        ("gb2312", "北京是中国的首都。" * 5),
        ("euc-kr", "서울은 대한민국의 수도이다. " * 5),
        ("iso-8859-2", "Stolicą Polski jest Warszawa, żółć. " * 5),
        ("utf-8", "Zürich, Łódź, Ελλάδα, 東京. " * 5),
    ],
)
@pytest.mark.parametrize("said", ["header", "page"])
def test_a_page_is_read_in_the_charset_it_or_its_header_names(extractor, charset, text, said):
    in_page, in_header = f'<meta charset="{charset}">', f"text/html; charset={charset}"
    body = page(text, in_page if said == "page" else "").encode(charset)
    found = extract(extractor, body, in_header if said == "header" else "text/html")
    assert found.text == text.strip()


def test_latin_1_is_read_as_browsers_read_it(extractor):
    body = page("“Quoted” – €5. " * 10).encode("cp1252")
    found = extract(extractor, body, "text/html; charset=iso-8859-1")
    assert found.text.startswith("“Quoted” – €5.")


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_wins_over_what_the_header_says(extractor, mark):
    found = extract(extractor, page("Zürich. " * 20).encode(mark), "text/html; charset=latin1")
    assert found.text.startswith("Zürich.")


@pytest.mark.parametrize("charset", ["no-such-charset", "zip", "rot13", "idna", "undefined", "."])
def test_a_charset_that_cannot_be_used_falls_back_to_what_fits(extractor, charset):
    found = extract(extractor, page("Zürich. " * 20), f"text/html; charset={charset}")
    assert found.text.startswith("Zürich.")


def test_one_broken_byte_does_not_change_how_the_rest_is_read(extractor):
    body = page("Zürich liegt am See. " * 20).encode().replace(b"am", b"\xffm", 1)
    assert extract(extractor, body).text.startswith("Zürich liegt \ufffdm See. Zürich")


def test_a_wrong_header_does_not_make_a_page_unreadable(extractor):
    body = page("Москва — столица. " * 20, '<meta charset="windows-1251">').encode("cp1251")
    assert extract(extractor, body).text.startswith("Москва — столица.")


def test_plain_text_and_json_stay_as_they_are(extractor):
    assert extract(extractor, "a <b>\n\n  c", "text/plain").text == "a <b>\n\n  c"
    assert extract(extractor, '{"a": 1}', "application/json").text == '{"a": 1}'
    assert extract(extractor, "é€".encode("cp1252"), "text/csv").text == "é€"


def test_bytes_that_are_called_text_are_no_text(extractor):
    assert problem(extractor, b"\x7fELF\0\0\0", "text/plain").status == "not_text"


def test_a_pdf_gives_the_text_of_every_page(extractor):
    body = make_pdf(
        "First page", "Second page", info="/Title(A report)/CreationDate(D:20240131120000Z)"
    )
    found = extract(extractor, body, "application/pdf")
    assert found.text.split() == ["First", "page", "Second", "page"]
    assert (found.title, found.date) == ("A report", "2024-01-31")


def test_a_pdf_without_text_or_dates_is_empty(extractor):
    found = extract(extractor, make_pdf(""), "application/pdf")
    assert (found.text.strip(), found.title, found.date) == ("", None, None)


@pytest.mark.parametrize("body", [b"%PDF-", b"%PDF-1.4\n" + b"junk" * 100, make_pdf("x")[:150]])
def test_a_broken_pdf_is_one_sentence(extractor, body):
    found = problem(extractor, body, "application/pdf")
    assert (found.status, found.reason) == ("not_text", "The PDF cannot be read.")


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"%PDF-1.7", "text/html", "pdf"),
        (b"\n%PDF-1.7", "application/octet-stream", "pdf"),
        (b"  <!DOCTYPE html>", "", "html"),
        (b"<!-- a --><HTML>", "text/plain", "html"),
        (b"hello", "text/html; charset=x", "html"),
        (b"hello", "Application/XHTML+XML", "html"),
        (b"hello", "text/plain", "plain"),
        (b"hello", "text/markdown", "plain"),
        (b"<rss/>", "application/rss+xml", "plain"),
        (b"{}", "application/ld+json", "plain"),
    ],
)
def test_a_page_is_known_by_its_first_bytes_then_by_its_type(body, content_type, kind):
    assert find_kind(body, content_type) == kind


@pytest.mark.parametrize("content_type", ["", "application/zip", "image/png", "nonsense"])
def test_a_page_of_another_kind_is_no_text(content_type):
    with pytest.raises(UnavailableError, match="The page is") as caught:
        find_kind(b"PK\3\4", content_type)
    assert caught.value.status == "not_text"


HOSTILE = {
    "deep nesting": "<div>" * 200_000 + "deep" + "</div>" * 200_000,
    "many links": "".join(f'<a href="/{n}">link {n}</a> ' for n in range(15_000)),
    "one long line": "x" * 4_000_000,
    "many attributes": "<p " + " ".join(f"a{n}=1" for n in range(20_000)) + ">text</p>",
    "open tags": "<b><i>" * 20_000,
    "entities": "&lol;" * 100_000,
    "an entity bomb": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b '
    '"&a;&a;&a;&a;&a;&a;&a;&a;">]><html><p>&b;</p></html>',
    "another file": '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><p>&x;</p></html>',
    "NULs": "<p>a\0b</p>" * 1000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_ends_in_text_or_in_a_sentence_and_the_next_page_is_read(name):
    async def run():
        async with Extractor(workers=1, timeout_seconds=8) as own:
            pages = [HOSTILE[name].encode(), page(WORDS * 5).encode()]
            asked = [own.extract(body, HTML, "https://a.example/") for body in pages]
            return await asyncio.gather(*asked, return_exceptions=True)

    started = time.monotonic()
    hostile, ordinary = asyncio.run(run())
    assert time.monotonic() - started < 30
    assert ordinary.text.startswith("The council met")
    if isinstance(hostile, UnavailableError):
        assert hostile.status in ("timeout", "not_text")
    else:
        assert "root:" not in hostile.text


def test_a_page_that_takes_too_long_costs_its_process_and_nothing_else():
    slow = "".join(f'<a href="/{n}">link {n}</a> ' for n in range(200_000)).encode()

    async def run():
        async with Extractor(workers=2, timeout_seconds=5) as own:
            pages = [slow, page(WORDS * 5).encode(), page(WORDS * 6).encode()]
            asked = [own.extract(body, HTML, "https://a.example/") for body in pages]
            return await asyncio.gather(*asked, return_exceptions=True)

    late, one, other = asyncio.run(run())
    assert (late.status, late.reason) == ("timeout", "Taking the text out took over 5 s.")
    assert one.text.startswith("The council met")
    assert other.text.startswith("The council met")


def test_leaving_stops_what_is_under_way_and_leaves_no_process():
    slow = "".join(f'<a href="/{n}">link {n}</a> ' for n in range(200_000)).encode()

    async def run():
        async with Extractor(workers=1, timeout_seconds=60) as own:
            task = asyncio.create_task(own.extract(slow, HTML, "https://a.example/"))
            await asyncio.sleep(0.5)
            (worker,) = own._all
        assert worker._process.returncode is not None
        with pytest.raises(UnavailableError):
            await task

    started = time.monotonic()
    asyncio.run(run())
    assert time.monotonic() - started < 10


def test_no_key_reaches_the_process_that_reads_pages(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    given = {}
    real = subprocess.Popen

    def popen(*args, **options):
        given.update(options["env"])
        return real(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", popen)

    async def run():
        async with Extractor(workers=1) as own:
            return await own.extract(b"hello", "text/plain", "https://a.example/")

    assert asyncio.run(run()).text == "hello"
    assert given["PATH"] == os.environ["PATH"]
    assert "sk-secret" not in json.dumps(given)


def test_text_no_file_takes_is_replaced():
    assert clean_text("a\0b\x1bc\ud800d\te\nf 🙂") == "a\ufffdb\ufffdc\ufffdd\te\nf 🙂"


def test_importing_the_documents_loads_no_heavy_library():
    code = (
        "import sys, trek_core.probes.documents, trek_core.probes.context\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    heavy = {"httpx2", "httpcore2", "openai", "trafilatura", "pypdfium2", "lxml"}
    assert not heavy & set(result.stdout.split())
