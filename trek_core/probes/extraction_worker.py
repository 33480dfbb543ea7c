"""Takes text out of pages, in a process of its own: a hostile page can stop nothing but this.

Started by `extract.Extractor` as a file, so that it needs no more of the project than itself. It
reads a line of JSON (`kind`, `charset`, `url`, `size`) and as many bytes from standard input,
and answers with eight bytes of length and JSON: `text, title, date`, or `problem`.
"""

import json
import os
import re
import signal
import sys
from typing import Any, BinaryIO

_MEMORY_BYTES = 1 << 30

# What pages call their encoding, and what browsers read it as.
_READ_AS = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "tis-620": "cp874",
}
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})""", re.IGNORECASE)
_PDF_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")


def decode(body: bytes, charset: str | None) -> str | None:
    """Decode a page: its mark, else the header's charset, the page's own, UTF-8; None if none fits.

    A charset fits if at most one character in a hundred cannot be read in it.
    """
    declared = _DECLARED.search(body[:4096])
    marked = [name for mark, name in _MARKS if body.startswith(mark)]
    for name in (*marked, charset, declared and declared[1].decode("ascii"), "utf-8"):
        if name:
            label = name.lower()
            try:
                text = body.decode(_READ_AS.get(label, label), "replace")
            except (LookupError, UnicodeError, ValueError):
                continue
            if text.count("\ufffd") * 100 <= len(text):
                return text
    return None


def extract_html(body: bytes, charset: str | None, url: str) -> dict[str, Any]:
    """The main text of a page with its title and date (`YYYY-MM-DD`, where it gives one)."""
    from trafilatura import bare_extraction

    # Bytes whose charset nobody declares are left to the library's own guess.
    found: Any = bare_extraction(
        decode(body, charset) or body, url=url, with_metadata=True, fast=True
    )
    if found is None:
        return {"text": "", "title": None, "date": None}
    return {"text": found.text or "", "title": found.title, "date": found.date}


def extract_pdf(body: bytes, _charset: str | None, _url: str) -> dict[str, Any]:
    """The text of every page, with the title and the date of making that the file gives."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        return {"problem": "The PDF is locked." if locked else "The PDF cannot be read."}
    pages = (document[number].get_textpage().get_text_range() for number in range(len(document)))
    text = "\n\n".join(pages).replace("\r\n", "\n").replace("\ufffe", "")
    about = document.get_metadata_dict()
    made = _PDF_DATE.match(about.get("CreationDate", ""))
    date = "-".join(part for part in made.groups() if part) if made else None
    return {"text": text, "title": about.get("Title") or None, "date": date}


def extract_plain(body: bytes, charset: str | None, _url: str) -> dict[str, Any]:
    """Text as it stands; bytes that read as no text are a problem."""
    text = decode(body, charset) or body.decode("cp1252", "replace")
    if "\0" in text:
        return {"problem": "The page is not text."}
    return {"text": text, "title": None, "date": None}


_KINDS = {"html": extract_html, "pdf": extract_pdf, "plain": extract_plain}


def answer(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer one request after another until the input ends."""
    while line := requests.readline():
        asked = json.loads(line)
        body = requests.read(asked["size"])
        # Should the starter die, a page that takes for ever ends with its time all the same.
        _set_alarm(int(asked["seconds"]) + 5)
        found = _KINDS[asked["kind"]](body, asked["charset"], asked["url"])
        _set_alarm(0)
        reply = json.dumps(found).encode("ascii")
        replies.write(len(reply).to_bytes(8, "big") + reply)
        replies.flush()


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _limit_memory() -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    except (ImportError, ValueError, OSError):
        pass  # a system without such limits: the time limit still holds


def main() -> None:
    """Keep standard output for replies: nothing a library prints may end up among them."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _limit_memory()
    answer(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
