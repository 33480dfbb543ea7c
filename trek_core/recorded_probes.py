"""Frozen models of the probes recorded with a case, as its file has them.

Field names are those of the `trektrace/1` JSONL (docs/data-format.md).
"""

from typing import Any, Literal

from trek_core.recorded import Flag, Recorded, Text, Texts
from trek_core.taxonomy import Label

UrlMatch = Literal["any", "all"]


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
