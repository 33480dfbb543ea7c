"""Documents, caches and sources for tests."""

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
