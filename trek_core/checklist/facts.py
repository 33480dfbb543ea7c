"""What the checklist needs to know about a case: which evidence it holds and what was claimed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from trek_core.attribution import Attribution
from trek_core.cases import Verdict
from trek_core.judgements import Mode
from trek_core.recorded import Texts
from trek_core.recorded_probes import GoldPlusNoise
from trek_core.records import Record
from trek_core.urls import url_identity

Answers = Mapping[str, Any]
"""Checklist field name -> value (see `Kind` for the shapes); a missing name is unanswered."""


TrektraceSide = Literal["shown", "withheld", "revealed"]
"""Whether TrekTrace's side of a case is in sight: always, not yet, or since one's own answer."""


def compute_side(mode: Mode, *, is_withheld: bool) -> TrektraceSide:
    """How TrekTrace's side stands for a judgement of this mode."""
    if is_withheld:
        return "withheld"
    return "shown" if mode == "assisted" else "revealed"


@dataclass(frozen=True)
class CaseFacts:
    """The facts of one case that decide which questions are asked.

    `claimed_urls`: retrieved pages said to carry the evidence, by URL identity or as equivalents.
    `trektrace_retrieval`, `trektrace_post`: TrekTrace's value on a side, None where it is unknown
    or withheld. `trektrace_labels`: its labels, None where withheld or never made. `probes_run`:
    the probes that were run again and answered, beside what is recorded. `equivalent_urls`: those
    of the claimed ones that TrekTrace alone claims.
    """

    reference_count: int = 0
    false_premise: bool | None = None
    has_effective_year: bool = False
    verdict: Verdict | None = None
    gold_urls: tuple[str, ...] = ()
    retrieved_urls: tuple[str, ...] | None = None
    claimed_urls: tuple[str, ...] = ()
    equivalent_urls: tuple[str, ...] = ()
    has_key_evidence: bool = False
    has_queries: bool = False
    has_gold_only_answer: bool = False
    has_noise_answer: bool = False
    noise_urls: tuple[str, ...] = ()
    trektrace_retrieval: str | None = None
    trektrace_post: str | None = None
    trektrace_labels: str | None = None
    probes_run: frozenset[str] = frozenset()
    trektrace_side: TrektraceSide = "shown"

    @property
    def urls_to_mark(self) -> tuple[str, ...]:
        """The claimed pages that must be marked: an answer given before a reveal stays whole."""
        if self.trektrace_side != "revealed":
            return self.claimed_urls
        return tuple(url for url in self.claimed_urls if url not in self.equivalent_urls)


def compute_facts(
    record: Record,
    attribution: Attribution | None,
    probes_run: Collection[str] = (),
    trektrace_side: TrektraceSide = "shown",
) -> CaseFacts:
    """Read the facts off a record; the attribution is None where withheld, or for no failure.

    `probes_run` names the probes with an answer in a stored run.
    """
    case, probes = record.case, record.probes
    retrieved, retrieval = case.retrieved, probes.retrieval
    gold_only, noise = probes.gold_only, probes.gold_plus_noise
    # Identity marks are no opinion of a model: they stay when TrekTrace's side is withheld.
    gold = {url_identity(url) for url in case.gold} - {""}
    equivalents = (retrieval.equivalent_urls if retrieval and attribution else None) or ()
    claimed = [url for url in retrieved or () if url_identity(url) in gold or url in equivalents]
    noise_ran = noise is not None and noise.was_run
    return CaseFacts(
        reference_count=len(case.reference_answers or ()),
        false_premise=case.false_premise,
        has_effective_year=case.effective_year not in (None, ""),
        verdict=case.verdict,
        gold_urls=case.gold,
        retrieved_urls=retrieved,
        claimed_urls=tuple(claimed),
        equivalent_urls=tuple(url for url in claimed if url_identity(url) not in gold),
        has_key_evidence=bool(retrieval and retrieval.key_evidence),
        has_queries=case.queries is not None,
        has_gold_only_answer=gold_only is not None and gold_only.rag_answer is not None,
        has_noise_answer=noise_ran and noise is not None and noise.answer is not None,
        noise_urls=_noise_urls(noise, retrieved),
        probes_run=frozenset(probes_run),
        trektrace_retrieval=_decided_retrieval(attribution),
        trektrace_post=_decided_post(attribution),
        trektrace_labels=str(attribution.label_set) if attribution else None,
        trektrace_side=trektrace_side,
    )


def _noise_urls(noise: GoldPlusNoise | None, retrieved: Texts | None) -> Texts:
    """What the gold-plus-noise probe was given; the retrieved pages where that is not recorded."""
    given = noise.context_urls if noise and noise.context_urls is not None else retrieved
    return tuple(dict.fromkeys(given or ()))


def _decided_retrieval(attribution: Attribution | None) -> str | None:
    if attribution is None or attribution.evidence_retrieved is None:
        return None
    if not attribution.evidence_retrieved and attribution.queries_adequate is None:
        return None
    return attribution.label_set.retrieval


def _decided_post(attribution: Attribution | None) -> str | None:
    if attribution is None or attribution.gold_only_correct is None:
        return None
    if attribution.gold_only_correct and attribution.gold_plus_noise_correct is None:
        return None
    return attribution.label_set.post
