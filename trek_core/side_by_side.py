"""Cases of one question side by side: what differs, and which pages they share.

The cases may be of several systems or of several runs of one. A page is the same by URL identity.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from trek_core.agreement.comparisons.sides import Conclusion, read_conclusion
from trek_core.attribution import Attribution
from trek_core.records import Record
from trek_core.taxonomy import OUTCOME_TITLES, LabelSet, Outcome
from trek_core.urls import url_identity

NOT_RECORDED = "not recorded"
NOT_REVIEWED = "not reviewed, or open"

PageKind = Literal["gold", "equivalent", "other"]
Found = Literal["found", "equivalent", "not found", "not recorded"]


@dataclass(frozen=True)
class ComparedCase:
    """One of the cases: its record, TrekTrace's side, and what people concluded."""

    record: Record
    attribution: Attribution | None = None
    reviewed: Conclusion | None = None

    @property
    def case_id(self) -> str:
        """The case's id."""
        return self.record.case.case_id

    @property
    def system(self) -> str:
        """The system in one line."""
        system = self.record.case.system
        return (system.name if system else "") or NOT_RECORDED


@dataclass(frozen=True)
class Fact:
    """One thing about each of the cases, in words, in the order of the cases."""

    title: str
    cells: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the cases differ in it."""
        return len(set(self.cells)) > 1


@dataclass(frozen=True)
class PageRow:
    """One page: whose gold or equivalent page it is, and which of the cases retrieved it."""

    url: str
    kind: PageKind
    found: tuple[Found, ...]

    @property
    def times(self) -> int:
        """How many of the cases retrieved it."""
        return sum(each in ("found", "equivalent") for each in self.found)


@dataclass(frozen=True)
class Overlap:
    """The pages of the cases: each one's number (None: not recorded), those no other has, and those
    that all with a record of them share."""

    pages: tuple[int | None, ...]
    alone: tuple[int | None, ...]
    shared: int
    different: int


def compare_facts(cases: Sequence[ComparedCase]) -> list[Fact]:
    """What there is to compare, in the order of the checklist."""
    return [Fact(title, tuple(read(case) for case in cases)) for title, read in _FACTS]


def compare_pages(cases: Sequence[ComparedCase]) -> list[PageRow]:
    """Every gold, equivalent or retrieved page: gold first, then those that most cases found."""
    gold = _index(url for case in cases for url in case.record.case.gold)
    equivalent = [_index(_list_equivalent(case)) for case in cases]
    retrieved = [
        None if case.record.case.retrieved is None else _index(case.record.case.retrieved)
        for case in cases
    ]
    urls = dict(gold)
    for pages in retrieved:
        for identity, url in (pages or {}).items():
            urls.setdefault(identity, url)
    rows = [
        PageRow(
            url,
            "gold"
            if identity in gold
            else "equivalent"
            if any(identity in each for each in equivalent)
            else "other",
            tuple(
                _say_found(identity, pages, own)
                for pages, own in zip(retrieved, equivalent, strict=True)
            ),
        )
        for identity, url in urls.items()
    ]
    kinds: tuple[PageKind, ...] = ("gold", "equivalent", "other")
    return sorted(rows, key=lambda row: (kinds.index(row.kind), -row.times))


def compute_overlap(rows: Sequence[PageRow], cases: int) -> Overlap:
    """How many pages each case has, alone and together with all the others."""
    recorded = [
        place
        for place in range(cases)
        if any(row.found[place] != "not recorded" for row in rows)
    ]  # fmt: skip
    has = [
        {place for place in recorded if row.found[place] in ("found", "equivalent")} for row in rows
    ]
    return Overlap(
        tuple(
            sum(place in each for each in has) if place in recorded else None
            for place in range(cases)
        ),
        tuple(
            sum(each == {place} for each in has) if place in recorded else None
            for place in range(cases)
        ),
        sum(len(each) == len(recorded) for each in has) if len(recorded) > 1 else 0,
        sum(bool(each) for each in has),
    )


def _list_equivalent(case: ComparedCase) -> Iterable[str]:
    retrieval = case.record.probes.retrieval
    return (retrieval.equivalent_urls if retrieval else None) or ()


def _index(urls: Iterable[str]) -> dict[str, str]:
    """Identity -> the first URL that has it."""
    found: dict[str, str] = {}
    for url in urls:
        found.setdefault(url_identity(url), url)
    return found


def _say_found(identity: str, pages: dict[str, str] | None, equivalent: dict[str, str]) -> Found:
    if pages is None:
        return "not recorded"
    if identity not in pages:
        return "not found"
    return "equivalent" if identity in equivalent else "found"


def _read_answer(case: ComparedCase) -> str:
    answer = case.record.case.prediction
    return NOT_RECORDED if answer is None else answer.strip() or "empty"


def _read_verdict(case: ComparedCase) -> str:
    return (case.record.case.verdict or NOT_RECORDED).replace("_", " ")


def _read_labels(case: ComparedCase) -> str:
    made = case.attribution
    if made is None:
        return "none: judged correct"
    return f"{made.label_set}{'' if made.complete else ' · incomplete'}"


def _read_reviewed(case: ComparedCase) -> str:
    if case.reviewed is None or case.reviewed.outcome is None:
        return NOT_REVIEWED
    reading = read_conclusion(case.reviewed)
    return (
        str(reading)
        if isinstance(reading, LabelSet)
        else OUTCOME_TITLES[Outcome(case.reviewed.outcome)]
    )


def _read_judgement(name: str) -> Callable[[ComparedCase], str]:
    words = {True: "yes", False: "no", None: "unknown"}

    def read(case: ComparedCase) -> str:
        return words[getattr(case.attribution, name)] if case.attribution else "not asked"

    return read


def _read_evidence(case: ComparedCase) -> str:
    retrieval, recorded = case.record.probes.retrieval, case.record.case
    if retrieval and retrieval.retrieved_key_evidence:
        return retrieval.retrieved_key_evidence
    gold = _index(recorded.gold)
    retrieved = [url for url in recorded.retrieved or () if url_identity(url) in gold]
    if retrieved:
        return "\n".join(f"gold page {url}" for url in retrieved)
    is_none = case.attribution is not None and case.attribution.evidence_retrieved is False
    return "none" if is_none else NOT_RECORDED


def _read_queries(case: ComparedCase) -> str:
    queries = case.record.case.queries
    return NOT_RECORDED if queries is None else "\n".join(queries) or "none"


_FACTS: tuple[tuple[str, Callable[[ComparedCase], str]], ...] = (
    ("Answer", _read_answer),
    ("Verdict", _read_verdict),
    ("TrekTrace's labels", _read_labels),
    ("After review", _read_reviewed),
    ("Queries", _read_queries),
    ("Evidence retrieved (E)", _read_judgement("evidence_retrieved")),
    ("Evidence found", _read_evidence),
    ("Queries adequate (Q)", _read_judgement("queries_adequate")),
    ("Right on gold alone (G)", _read_judgement("gold_only_correct")),
    ("Right with noise (N)", _read_judgement("gold_plus_noise_correct")),
)
