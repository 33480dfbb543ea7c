"""The way from the four judgements to the labels, step by step, in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from trek_core.attribution import Attribution, compute_url_match
from trek_core.cases import Case
from trek_core.recorded_probes import Probes
from trek_core.taxonomy import NONE

Letter = Literal["E", "Q", "G", "N"]


@dataclass(frozen=True)
class PathStep:
    """One judgement: what was asked, the answer (None for unknown), and what it rests on.

    `reason` is in the words of the judge that graded it. A step that is not `counted` changed
    nothing: an earlier answer had settled its side.
    """

    letter: Letter
    question: str
    value: bool | None
    rests_on: tuple[str, ...]
    reason: str | None
    counted: bool


@dataclass(frozen=True)
class PathSide:
    """The steps of one side of the pipeline and the label they come to, None for no failure."""

    title: str
    steps: tuple[PathStep, ...]
    label: str | None

    @property
    def is_open(self) -> bool:
        """Whether no failure shows only because an answer that counts is not known."""
        return self.label is None and any(
            step.counted and step.value is None for step in self.steps
        )


def compute_decision_path(
    case: Case, probes: Probes, attribution: Attribution
) -> tuple[PathSide, PathSide]:
    """The retrieval side and the post-retrieval side of an attribution (appendix C.4)."""
    return (
        PathSide(
            "Retrieval side",
            (_evidence(case, probes, attribution), _queries(probes, attribution)),
            _label(attribution.label_set.retrieval),
        ),
        PathSide(
            "Post-retrieval side",
            (_gold_only(probes, attribution), _noise(probes, attribution)),
            _label(attribution.label_set.post),
        ),
    )


def _label(side: str) -> str | None:
    return None if side == NONE else str(side)


def _evidence(case: Case, probes: Probes, attribution: Attribution) -> PathStep:
    match = probes.retrieval
    by_url = compute_url_match(case, probes, attribution.url_match)
    return PathStep(
        letter="E",
        question="Was the evidence retrieved?",
        value=attribution.evidence_retrieved,
        rests_on=tuple(_say_evidence(case, probes, attribution, by_url)),
        reason=match.reason if match and by_url is not True else None,
        counted=True,
    )


def _say_evidence(
    case: Case, probes: Probes, attribution: Attribution, by_url: bool | None
) -> Iterable[str]:
    if not case.gold:
        yield "No gold page is recorded, so only the evidence match can say."
    elif by_url is None:
        yield "Whether a gold page was retrieved is not recorded."
    else:
        found, gold = len(attribution.matched_urls), len(case.gold)
        if case.retrieved is None:
            yield f"Recorded: the gold pages were {'' if by_url else 'not '}retrieved."
        else:
            yield f"{found} of {gold} gold page{'s' if gold > 1 else ''} retrieved, by their URLs."
    if by_url is True:
        return
    match = probes.retrieval.evidence_match if probes.retrieval else None
    if match is not None:
        yield (
            "Evidence match: other retrieved pages carry the key evidence."
            if match
            else "Evidence match: no retrieved page carries the key evidence."
        )
    elif case.retrieved == ():
        yield "Nothing was retrieved."
    else:
        yield "Evidence match: never asked, or not recorded."


def _queries(probes: Probes, attribution: Attribution) -> PathStep:
    counted = attribution.evidence_retrieved is not True
    return PathStep(
        letter="Q",
        question="Were the queries adequate?",
        value=attribution.queries_adequate,
        rests_on=("A judgement of the queries alone.",)
        if counted
        else ("Counts only where the evidence was not retrieved.",),
        reason=probes.queries.reason if probes.queries else None,
        counted=counted,
    )


def _gold_only(probes: Probes, attribution: Attribution) -> PathStep:
    run = probes.gold_only
    said = "The answer from the gold pages alone, graded." if run else "The probe is not recorded."
    unread = run is not None and run.page_accessible is False
    return PathStep(
        letter="G",
        question="Correct from gold pages only?",
        value=attribution.gold_only_correct,
        rests_on=(said, "No gold page could be opened.") if unread else (said,),
        reason=run.grade_reason if run else None,
        counted=True,
    )


def _noise(probes: Probes, attribution: Attribution) -> PathStep:
    run = probes.gold_plus_noise
    counted = attribution.gold_only_correct is True
    if not counted:
        said = "Counts only where gold-only is correct."
    elif run is None:
        said = "The probe is not recorded."
    else:
        said = "The answer with the retrieved pages added, graded." if run.was_run else "Never run."
    return PathStep(
        letter="N",
        question="Still correct with the retrieved pages added?",
        value=attribution.gold_plus_noise_correct,
        rests_on=(said,),
        reason=run.grade_reason if run and run.was_run else None,
        counted=counted,
    )
