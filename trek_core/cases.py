"""Frozen models of a case, its recorded probes, its attribution and its judgements.

Field names are those of the `trektrace/1` JSONL (docs/data-format.md). A missing field is None,
never an empty value: "not recorded" and "none returned" stay apart. Unknown fields are kept on the
model they came with and written back.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, Strict, field_validator, model_validator

from trek_core.taxonomy import Label, LabelSet

SCHEMA = "trektrace/1"

Text = Annotated[str, Strict()]
Flag = Annotated[bool, Strict()]
# A database keeps whole numbers in 64 bits.
Whole = Annotated[int, Strict(), Field(ge=-(2**63), lt=2**63)]
Texts = tuple[Text, ...]

Verdict = Literal["correct", "incorrect", "not_attempted", "unparseable", "unknown"]
Protocol = Literal["freshqa", "infodeepseek", "sealqa"]
SearchKind = Literal["native", "external", "proxy", "none"]
UrlMatch = Literal["any", "all"]
Mode = Literal["assisted", "blind", "blind_then_reveal"]
State = Literal["draft", "submitted", "needs_discussion"]


class Recorded(BaseModel):
    """A part of a record: immutable, types taken as they are, unknown fields kept."""

    model_config = ConfigDict(frozen=True, extra="allow")

    def to_json(self) -> dict[str, Any]:
        """The part as plain JSON values, with only the fields that were given."""
        return self.model_dump(mode="json", exclude_unset=True)


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


class SearchCall(Recorded):
    """One search call: what was asked and what came back; null urls were not recorded."""

    query: Text | None = None
    urls: Texts | None = None


class Document(Recorded):
    """A snapshot of a page: times as ISO text, text None when it could not be had."""

    url: Text
    title: Text | None = None
    date: Text | None = None
    text: Text | None = None
    fetched_at: Text | None = None
    status: Text | None = None


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


class Retrieval(Recorded):
    """The retrieval test as recorded: URL identity, key evidence and the evidence match."""

    url_match: Flag | None = None
    matched_urls: Texts | None = None
    key_evidence: Text | None = None
    gold_evidence_urls: Texts | None = None
    evidence_match: Flag | None = None
    retrieved_key_evidence: Text | None = None
    equivalent_urls: Texts | None = None
    reason: Text | None = None


class QueryAdequacy(Recorded):
    """Whether the queries could have found the evidence, and why (a plausibility judgement)."""

    query_reasonable: Flag | None = None
    reason: Text | None = None


class GoldOnly(Recorded):
    """The gold-only probe: what went in, what the evaluated model answered, and its grade."""

    context_urls: Texts | None = None
    rag_answer: Text | None = None
    page_accessible: Flag | None = None
    used_urls: Texts | None = None
    rag_reasoning: Text | None = None
    correct: Flag | None = None
    grade_reason: Text | None = None
    model: Text | None = None


class GoldPlusNoise(Recorded):
    """The gold-plus-noise probe; `ran` false means its grade is unknown whatever else is here."""

    ran: Flag | None = None
    context_urls: Texts | None = None
    answer: Text | None = None
    used_urls: Texts | None = None
    reasoning: Text | None = None
    correct: Flag | None = None
    grade_reason: Text | None = None
    model: Text | None = None

    @property
    def was_run(self) -> bool:
        """Whether the probe was run; without the flag, an answer or a grade shows that it was."""
        if self.ran is not None:
            return self.ran
        return self.answer is not None or self.correct is not None


class Policy(Recorded):
    """The readings under which an attribution was made (trek_core/attribution.py)."""

    url_match: UrlMatch | None = None
    context: Text | None = None


class Provenance(Recorded):
    """How and when the probes were made."""

    policy: Policy | None = None
    models: dict[str, Any] | None = None
    created_at: Text | None = None


class Probes(Recorded):
    """The recorded results of every probe of one case, and the labels its file claimed.

    `recorded_labels` is None unless the file's labels differ from the rule's.
    """

    retrieval: Retrieval | None = None
    queries: QueryAdequacy | None = None
    gold_only: GoldOnly | None = None
    gold_plus_noise: GoldPlusNoise | None = None
    recorded_labels: tuple[Label, ...] | None = None
    provenance: Provenance | None = None

    @property
    def url_match_policy(self) -> UrlMatch:
        """The URL-match reading the record was made under; `any` when it does not say."""
        policy = self.provenance.policy if self.provenance else None
        return (policy.url_match if policy else None) or "any"


class Ground(BaseModel):
    """One judgement a label rests on: the JSONL path of the judgement and its value."""

    model_config = ConfigDict(frozen=True)

    judgement: str
    value: bool | None


class Attribution(BaseModel):
    """TrekTrace's labels for one case with what they rest on (computed, never stored by hand).

    The four judgements are true, false, or None for unknown. `missing` names the judgements that
    keep the attribution from being complete; `notes` are plain sentences for people.
    """

    model_config = ConfigDict(frozen=True)

    url_match: UrlMatch
    evidence_retrieved: bool | None
    queries_adequate: bool | None
    gold_only_correct: bool | None
    gold_plus_noise_correct: bool | None
    label_set: LabelSet
    complete: bool
    grounds: dict[Label, tuple[Ground, ...]]
    missing: tuple[str, ...]
    matched_urls: Texts
    notes: Texts

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels in taxonomy order; Randomness when no rule fired."""
        return self.label_set.labels


class Judgement(Recorded):
    """One annotator's record on one case as it stands in a file or at one revision.

    `answers` maps checklist field names to values, `notes` checklist steps to text.
    """

    annotator: Text
    round: Text = "default"
    mode: Mode = "assisted"
    state: State = "submitted"
    revision: Whole | None = None
    guideline_version: Text | None = None
    answers: dict[str, Any] = {}
    outcome: Text | None = None
    labels: Texts | None = None
    override_reason: Text | None = None
    disagreement_reason: dict[str, Text] | None = None
    notes: dict[str, Text] = {}
    submitted_at: Text | None = None

    @field_validator("annotator")
    @classmethod
    def _annotator_is_there(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("the annotator's name")
        return value


class Record(BaseModel):
    """One line of a `trektrace/1` file: the case, its probes, and people's judgements."""

    model_config = ConfigDict(frozen=True)

    case: Case
    probes: Probes = Probes()
    judgements: tuple[Judgement, ...] = ()


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
