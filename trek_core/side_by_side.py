"""Cases of one question side by side: what differs, and which pages they share.

The cases may be of several systems or of several runs of one. A page is the same by URL identity.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from trek_core.agreement.comparisons.sides import Conclusion, read_conclusion
from trek_core.attribution import Attribution
from trek_core.records import Record
from trek_core.taxonomy import OUTCOME_TITLES, LabelSet, Outcome
from trek_core.urls import url_identity

NOT_RECORDED = "not recorded"
QUESTION = "Question"
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
    that all with a record of them share.

    `alone` and `shared` are None where no two cases have a record.
    """

    pages: tuple[int | None, ...]
    alone: tuple[int | None, ...]
    shared: int | None
    different: int

    @property
    def differs(self) -> bool:
        """Whether the cases differ in their pages, as far as these are recorded."""
        is_partly_known = None in self.pages and any(each is not None for each in self.pages)
        return is_partly_known or self.shared not in (None, self.different)


def compare_settings(cases: Sequence[ComparedCase]) -> list[Fact]:
    """What the cases were asked and held against; elsewhere, or in another year, it may differ."""
    gold = _index(url for case in cases for url in case.record.case.gold)

    def read_gold(case: ComparedCase) -> str:
        own = {url_identity(url) for url in case.record.case.gold}
        return "\n".join(url for identity, url in gold.items() if identity in own) or NOT_RECORDED

    facts = (*_SETTINGS, ("Gold pages", read_gold))
    return [Fact(title, tuple(read(case) for case in cases)) for title, read in facts]


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


def compute_overlap(cases: Sequence[ComparedCase]) -> Overlap:
    """How many pages each case retrieved, alone and together with all the others."""
    pages = [
        None if case.record.case.retrieved is None else {*_index(case.record.case.retrieved)}
        for case in cases
    ]
    recorded = [each for each in pages if each is not None]
    times = Counter(identity for each in recorded for identity in each)
    is_shared = len(recorded) > 1
    return Overlap(
        tuple(None if each is None else len(each) for each in pages),
        tuple(
            None if each is None or not is_shared else sum(times[page] == 1 for page in each)
            for each in pages
        ),
        sum(n == len(recorded) for n in times.values()) if is_shared else None,
        len(times),
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


def _read_year(case: ComparedCase) -> str:
    year = case.record.case.effective_year
    return NOT_RECORDED if year is None else str(year)


def _read_references(case: ComparedCase) -> str:
    return "\n".join(case.record.case.reference_answers or ()) or NOT_RECORDED


def _read_judge(case: ComparedCase) -> str:
    judge = case.record.case.judge
    said = (judge.protocol, judge.model) if judge else ()
    return " · ".join(each for each in said if each) or NOT_RECORDED


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
    retrieved = _index(recorded.retrieved or ())
    found = [url for identity, url in _index(recorded.gold).items() if identity in retrieved]
    if found:
        return "\n".join(f"gold page {url}" for url in found)
    is_none = case.attribution is not None and case.attribution.evidence_retrieved is False
    return "none" if is_none else NOT_RECORDED


def _read_queries(case: ComparedCase) -> str:
    queries = case.record.case.queries
    return NOT_RECORDED if queries is None else "\n".join(queries) or "none"


_SETTINGS: tuple[tuple[str, Callable[[ComparedCase], str]], ...] = (
    (QUESTION, lambda case: case.record.case.question),
    ("Dataset", lambda case: case.record.case.dataset or NOT_RECORDED),
    ("Effective year", _read_year),
    ("Reference answers", _read_references),
    ("Judged by", _read_judge),
)
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
