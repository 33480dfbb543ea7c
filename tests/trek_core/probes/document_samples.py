"""Pages, documents, caches and sources for tests."""

from trek_core.probes.documents import FetchedDocument


def make_document(url="https://a.example/", text="Some text.", **fields):
    status = fields.pop("status", "ok" if text is not None else "blocked")
    return FetchedDocument(url=url, text=text, status=status, **fields)


class MemoryCache:
    """Keeps everything that was stored, newest last."""

    def __init__(self, *documents):
        self.stored = list(documents)

    def find(self, url):
        return next((each for each in reversed(self.stored) if each.url == url), None)

    def store(self, document):
        self.stored.append(document)


class ScriptedSource:
    """Answers every address with text of its own, or with the document given for it."""

    def __init__(self, **documents):
        self.documents = documents
        self.asked = []

    async def fetch(self, url):
        self.asked.append(url)
        return self.documents.get(url) or make_document(url, f"Fetched from {url}")


def page(text, head=""):
    return f"<!doctype html><html><head>{head}</head><body><p>{text}</p></body></html>"


def make_pdf(*pages, info=""):
    """A PDF with a line of text on each page."""
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(len(pages)))
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>"]
    for number, text in enumerate(pages):
        drawn = f"BT /F 12 Tf 20 100 Td ({text}) Tj ET"
        place = f"/Parent 2 0 R/MediaBox[0 0 300 200]/Contents {4 + 2 * number} 0 R"
        objects += [
            f"<</Type/Page{place}/Resources<</Font<</F {font}>>>>>>",
            f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream",
        ]
    objects.append(f"<<{info}>>")
    out, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj{content}endobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    return (
        f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R"
        f"/Info {size - 1} 0 R>>\nstartxref\n{len(out)}\n%%EOF"
    ).encode("latin-1")
