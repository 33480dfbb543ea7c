"""What lists of cases filter by, read from a record: narrow values, never long text."""

from dataclasses import dataclass
from typing import Literal

from trek_core.attribution import Attribution, attribute, needs_evidence_match
from trek_core.cases import Case
from trek_core.other_reference import Drift, compute_drift
from trek_core.question_wording import compute_question_key
from trek_core.recorded_probes import Probes, UrlMatch

SameOrNot = Literal["same", "differ", "open"]
"""Whether two things are the same; `open` where that cannot be said of what is known."""

LONGEST = 80
"""Characters of a value that is a word or two; more is cut."""

_FRESHNESS = ("freshness", "fact_type")
"""The names under which datasets say how fast the answer to a question changes."""


@dataclass(frozen=True)
class CaseFacets:
    """The recorded values of one case: '' (None for the counts) where it is not recorded.

    `queries` and `pages` count what was issued and retrieved. `url_policy` says whether the two
    readings of the URL test (section 3.1 against C.2) lead to the same labels, `drift` what the
    reference of another release does to the verdict. `question_key` is that of every wording of its
    question.
    """

    backend: str
    effort: str
    freshness: str
    protocol: str
    queries: int | None
    pages: int | None
    url_policy: SameOrNot | Literal[""]
    drift: Drift
    question_key: str


def compute_case_facets(
    case: Case, probes: Probes, attribution: Attribution | None = None
) -> CaseFacets:
    """Read the values; `attribution` is the one already computed, None for an accepted answer."""
    system = case.system
    search = system.search if system else None
    queries, pages = case.queries, case.retrieved
    return CaseFacets(
        backend=_cut(search and (search.backend or search.kind)),
        effort=_cut(system and system.reasoning_effort),
        freshness=_read_freshness(case),
        protocol=_cut(case.judge and case.judge.protocol),
        queries=None if queries is None else len(queries),
        pages=None if pages is None else len(pages),
        url_policy=_compare_policies(case, probes, attribution) if attribution else "",
        drift=compute_drift(case),
        question_key=compute_question_key(case.question),
    )


def _cut(value: object) -> str:
    return str(value)[:LONGEST] if value else ""


def _read_freshness(case: Case) -> str:
    extra = case.model_extra or {}
    found = next((extra[name] for name in _FRESHNESS if isinstance(extra.get(name), str)), "")
    return _cut(found)


def _compare_policies(case: Case, probes: Probes, attribution: Attribution) -> SameOrNot:
    other: UrlMatch = "all" if attribution.url_match == "any" else "any"
    if len(case.gold) < 2:
        return "same"  # With one gold page, any of them is all of them.
    if needs_evidence_match(case, probes, other):
        return "open"
    same = attribute(case, probes, other).label_set == attribution.label_set
    return "same" if same else "differ"
