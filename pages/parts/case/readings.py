"""TrekTrace's attribution of a case, under the readings of the URL test that come to others."""

from dataclasses import dataclass

from review_db.store import CaseView
from trek_core.attribution import Attribution, attribute
from trek_core.decision_path import PathSide, compute_decision_path
from trek_core.recorded_probes import UrlMatch

READING_WORDS: dict[UrlMatch, str] = {
    "any": "If one retrieved gold page is enough",
    "all": "If every gold page has to be retrieved",
}


@dataclass(frozen=True)
class Reading:
    """The attribution under one reading of the URL test."""

    words: str
    attribution: Attribution
    sides: tuple[PathSide, PathSide]


def list_readings(view: CaseView) -> list[Reading]:
    """The attribution as recorded, and under the other reading of the URL test if it differs."""
    recorded, (case, probes) = view.attribution, (view.record.case, view.record.probes)
    if recorded is None:
        return []
    other = attribute(case, probes, "all" if recorded.url_match == "any" else "any")
    differs = (other.label_set, other.evidence_retrieved) != (
        recorded.label_set,
        recorded.evidence_retrieved,
    )
    return [
        Reading(READING_WORDS[each.url_match], each, compute_decision_path(case, probes, each))
        for each in ([recorded, other] if differs else [recorded])
    ]
