"""Frozen models of a case: a question, what one system did with it, and the judge's verdict.

Field names are those of the `trektrace/1` JSONL (docs/data-format.md). A missing field is None,
never an empty value: "not recorded" and "none returned" stay apart. Unknown fields are kept on the
model they came with and written back.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import Literal, get_args
from urllib.parse import quote

from pydantic import field_validator, model_validator

from trek_core.recorded import Flag, Recorded, Text, Texts, Whole

Verdict = Literal["correct", "incorrect", "not_attempted", "unparseable", "unknown"]
Protocol = Literal["freshqa", "infodeepseek", "sealqa"]
SETTLED: tuple[Verdict, ...] = ("correct", "incorrect", "not_attempted")
"""The verdicts of a judge; the others say that there is none."""
SearchKind = Literal["native", "external", "proxy", "none"]


class Search(Recorded):
    """How the system searched; a plain string is read as a kind, or else as a backend."""

    kind: SearchKind | None = None
    backend: Text | None = None
    proxy_model: Text | None = None


class System(Recorded):
    """The system under test; a plain string is read as its model."""

    model: Text | None = None
    reasoning_effort: Text | None = None
    search: Search | None = None

    @field_validator("search", mode="before")
    @classmethod
    def _read_search(cls, value: object) -> object:
        if isinstance(value, str):
            return {"kind": value} if value in get_args(SearchKind) else {"backend": value}
        return value

    @property
    def name(self) -> str:
        """The system in one short line: model, search and effort."""
        search = (self.search.backend or self.search.kind) if self.search else None
        return " · ".join(part for part in (self.model, search, self.reasoning_effort) if part)


class Judge(Recorded):
    """The LLM judge's verdict on the prediction, with its raw reply."""

    protocol: Text | None = None
    model: Text | None = None
    verdict: Verdict | None = None
    raw: Text | None = None

    @field_validator("verdict", mode="before")
    @classmethod
    def _blank_is_no_verdict(cls, value: object) -> object:
        """A blank where a word is due says as little as no field, as a table's empty cell does."""
        return None if isinstance(value, str) and not value.strip() else value


class SearchCall(Recorded):
    """One search call: what was asked and what came back; null urls were not recorded."""

    query: Text | None = None
    urls: Texts | None = None


class Document(Recorded):
    """A snapshot of a page: times as ISO text, text None when it could not be had.

    `origin` says how the text came here (fetched, pasted), `added_by` who pasted it.
    """

    url: Text
    title: Text | None = None
    date: Text | None = None
    text: Text | None = None
    fetched_at: Text | None = None
    status: Text | None = None
    origin: Text | None = None
    added_by: Text | None = None


class Case(Recorded):
    """One recorded answer of one search-augmented system to one time-sensitive question."""

    case_id: Text = ""
    dataset: Text | None = None
    question_id: Text | None = None
    question: Text
    effective_year: Whole | Text | None = None
    reference_answers: Texts | None = None
    gold_urls: Texts | None = None
    false_premise: Flag | None = None
    system: System | None = None
    prediction: Text | None = None
    judge: Judge | None = None
    search_calls: tuple[SearchCall, ...] | None = None
    search_queries: Texts | None = None
    retrieved_urls: Texts | None = None
    opened_urls: Texts | None = None
    documents: tuple[Document, ...] | None = None

    @field_validator("question")
    @classmethod
    def _question_is_there(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("a question that is not blank")
        return value

    @field_validator("system", mode="before")
    @classmethod
    def _read_system(cls, value: object) -> object:
        return {"model": value} if isinstance(value, str) else value

    @model_validator(mode="before")
    @classmethod
    def _calls_replace_flat_lists(cls, data: object) -> object:
        if isinstance(data, dict) and data.get("search_calls") is not None:
            return {k: v for k, v in data.items() if k not in ("search_queries", "retrieved_urls")}
        return data

    @model_validator(mode="after")
    def _derive_case_id(self) -> "Case":
        if not self.case_id:
            # The model is frozen; the id is part of making it.
            object.__setattr__(self, "case_id", derive_case_id(self))
            self.__pydantic_fields_set__.add("case_id")
        return self

    @property
    def queries(self) -> Texts | None:
        """The queries issued, in order; None when they were not recorded."""
        if self.search_calls is None:
            return self.search_queries
        found = tuple(call.query for call in self.search_calls if call.query is not None)
        return None if self.search_calls and not found else found

    @property
    def retrieved(self) -> Texts | None:
        """The URLs of all search calls, first occurrence kept; None when not recorded (C.1)."""
        if self.search_calls is None:
            return None if self.retrieved_urls is None else _distinct(self.retrieved_urls)
        found = _distinct(url for call in self.search_calls for url in call.urls or ())
        unrecorded = any(call.urls is None for call in self.search_calls)
        return None if unrecorded and not found else found

    @property
    def cited(self) -> Texts | None:
        """The addresses that the answer cites, once each; None when that is not recorded.

        They stand in the record's `citations`, as text or in objects with a `url`; they are not
        what a search returned.
        """
        told = (self.model_extra or {}).get("citations")
        if not isinstance(told, list):
            return None
        urls = (each.get("url") if isinstance(each, dict) else each for each in told)
        return _distinct(url for url in urls if isinstance(url, str))

    @property
    def gold(self) -> Texts:
        """The gold URLs, first occurrence kept; empty when there are none."""
        return _distinct(self.gold_urls or ())

    @property
    def verdict(self) -> Verdict | None:
        """The judge's verdict, None when the record has none."""
        return self.judge.verdict if self.judge else None

    @property
    def is_failure(self) -> bool:
        """Whether attribution and review take the case: everything but an accepted answer."""
        return self.verdict != "correct"


def derive_case_id(case: Case) -> str:
    """Name a case that came without an id, the same way every time.

    `dataset/question_id/model`, then search and effort where given, each part percent-encoded;
    without a question id, `q-` and 12 hex digits of the NFC question's SHA-256.
    """
    question = unicodedata.normalize("NFC", case.question)
    # A lone surrogate cannot be encoded; readers repair it, a direct caller need not have.
    digest = hashlib.sha256(question.encode("utf-8", "replace")).hexdigest()[:12]
    parts = [case.dataset or "", case.question_id or f"q-{digest}"]
    if case.system:
        search = case.system.search
        parts.append(case.system.model or "")
        parts.append((search.backend or search.kind or "") if search else "")
        parts.append(case.system.reasoning_effort or "")
    return "/".join(quote(part, safe="") for part in parts if part)


def _distinct(urls: Iterable[str]) -> Texts:
    return tuple(dict.fromkeys(urls))
