"""What a model is told back of a tool: JSON, so that no page can pass for anything else."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from trek_core.jsonl.strict_json import mend
from trek_core.probes.documents import FetchedDocument
from trek_core.sources.trajectory import Page

OUT_OF_ROUNDS = (
    "No further tool can be called. Reply with the final answer alone, as well as you can give it."
)


def tell_results(pages: Iterable[Page]) -> str:
    """What a search returned."""
    shown = [
        {"title": page.title, "url": page.url, "date": page.date, "snippet": page.text}
        for page in pages
    ]
    given = [{name: value for name, value in each.items() if value} for each in shown]
    return _write({"results": given})


def tell_page(document: FetchedDocument, characters: int) -> str:
    """The text of a page up to so many characters, or why it could not be had."""
    if document.text is None:
        return tell_mistake(document.reason or document.status)
    shown: dict[str, Any] = {"url": document.url, "title": document.title, "date": document.date}
    shown["text"] = document.text[:characters]
    if len(document.text) > characters:
        shown["cut_after"] = characters
    return _write({name: value for name, value in shown.items() if value is not None})


def tell_mistake(why: str) -> str:
    """Why a tool gave nothing."""
    return _write({"error": why})


def _write(value: dict[str, Any]) -> str:
    # Half a character cannot be sent, and page text may hold one.
    return json.dumps(mend(value, Counter()), ensure_ascii=False)
