"""Which calls of a case are to be asked now, which later, and why the others are not.

The order (appendix C): key evidence, then the evidence match where the URLs left it open;
gold-only, then its analysis; gold-plus-noise where gold-only was right, then its grade.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from trek_core.attribution import compute_url_match
from trek_core.cases import Case
from trek_core.probes.contracts import CONTRACTS, JUDGE_NAMES, PROBE_NAMES, JudgeName, ProbeName
from trek_core.probes.plan import Plan
from trek_core.recorded_probes import Probes
from trek_core.settings import ProbePolicy

StepState = Literal["done", "due", "waiting", "failed", "not_asked", "not_needed", "impossible"]


@dataclass(frozen=True)
class Step:
    """Where one probe of one case stands; `why` says in words why it is not asked."""

    state: StepState
    why: str | None = None

    @property
    def is_pending(self) -> bool:
        """Whether it is still to be asked: now, later, or in the next run, as it had no reply."""
        return self.state in ("due", "waiting", "failed")


@dataclass(frozen=True)
class Situation:
    """What the rules look at: a case with what is known of its probes so far."""

    case: Case
    probes: Probes
    plan: Plan
    policy: ProbePolicy
    steps: dict[ProbeName, Step]

    def is_pending(self, probe: ProbeName) -> bool:
        """Whether an earlier probe has to come first."""
        return self.steps[probe].is_pending


JUDGES: dict[tuple[str, bool], JudgeName] = {
    ("freshqa", False): "judge_freshqa",
    ("freshqa", True): "judge_freshqa",
    ("infodeepseek", False): "judge_infodeepseek",
    ("infodeepseek", True): "judge_infodeepseek_premise",
    ("sealqa", False): "judge_sealqa",
    ("sealqa", True): "judge_sealqa",
}
"""Protocol and whether the question is marked as resting on a false premise -> who judges."""

DUE = Step("due")
WAITING = Step("waiting")
FAILED = Step("failed")


def choose_judge(case: Case) -> JudgeName | None:
    """Who judges a case: its protocol says, and for InfoDeepSeek the Boolean flag (B.5.2)."""
    protocol = case.judge.protocol if case.judge else None
    return JUDGES.get((protocol or "", case.false_premise is True))


def compute_steps(
    case: Case,
    probes: Probes,
    asked: Collection[ProbeName],
    plan: Plan,
    policy: ProbePolicy,
    failed: Collection[ProbeName] = (),
) -> dict[ProbeName, Step]:
    """Where each probe of one repeat stands.

    `probes` is what is known so far, `asked` names the probes whose calls are over, however they
    ended, `failed` those among them that had no reply: what needs them is not asked yet.
    """
    now = Situation(case, probes, plan, policy, {})
    for probe in dict.fromkeys((*PROBE_NAMES, *plan.probes)):
        if probe in failed:
            now.steps[probe] = FAILED
        elif probe in asked:
            now.steps[probe] = Step("done")
        elif probe not in plan.probes:
            now.steps[probe] = Step("not_asked")
        else:
            now.steps[probe] = _find_missing_input(case, probe) or _RULES[probe](now)
    return now.steps


def _find_missing_input(case: Case, probe: ProbeName) -> Step | None:
    """What the case itself lacks for a probe; None where it lacks nothing."""
    contract = CONTRACTS[probe]
    if "reference_answers" in contract.inputs and not case.reference_answers:
        return Step("impossible", "the case has no reference answer")
    if contract.urls_from in ("gold_urls", "context_urls") and not case.gold:
        return Step("impossible", "the case has no gold URL")
    if contract.urls_from in ("retrieved_urls", "context_urls") and case.retrieved is None:
        return Step("impossible", "the retrieved pages were not recorded")
    return None


def _key_evidence(_: Situation) -> Step:
    return DUE


def _evidence_match(now: Situation) -> Step:
    """Asked only where the URLs did not settle it and something was retrieved (C.2)."""
    if compute_url_match(now.case, Probes(), now.policy.url_match):
        return Step("not_needed", "the URLs settle it")
    if not now.case.retrieved:
        return Step("not_needed", "nothing was retrieved")
    if now.is_pending("key_evidence"):
        return WAITING
    if not (now.probes.retrieval and (now.probes.retrieval.key_evidence or "").strip()):
        return Step("impossible", "there is no key evidence to look for")
    return DUE


def _gold_only(_: Situation) -> Step:
    return DUE


def _analysis(now: Situation) -> Step:
    """Asked for every case (C.2), where there is anything to grade."""
    if now.is_pending("gold_only"):
        return WAITING
    if _gold_only_answer(now.probes) is None and now.case.queries is None:
        return Step("impossible", "there is neither a gold-only answer nor a recorded query")
    return DUE


def _gold_plus_noise(now: Situation) -> Step:
    """Asked only where gold-only was right (C.3), unless the plan says otherwise."""
    if now.policy.context == "fill" and now.is_pending("evidence_match"):
        return WAITING  # Which pages are in it depends on whether the retrieved ones suffice.
    if now.plan.whatever_the_grade:
        return DUE
    if now.is_pending("analysis"):
        return WAITING
    correct = now.probes.gold_only.correct if now.probes.gold_only else None
    if correct is None:
        return Step("impossible", "the gold-only answer has no grade")
    return DUE if correct else Step("not_needed", "the gold-only answer is wrong")


def _noise_grade(now: Situation) -> Step:
    before = now.steps["gold_plus_noise"]
    if before.is_pending:
        return WAITING
    if before.state in ("not_needed", "impossible"):
        return before
    if not (now.probes.gold_plus_noise and now.probes.gold_plus_noise.answer is not None):
        return Step("impossible", "there is no gold-plus-noise answer to grade")
    return DUE


def _judge(name: JudgeName) -> Callable[[Situation], Step]:
    """Asked of the cases of its protocol; of InfoDeepSeek's, the flag decides which (B.5.2)."""

    def rule(now: Situation) -> Step:
        if choose_judge(now.case) != name:
            return Step("not_needed")
        if not (now.case.prediction or "").strip():
            return Step("impossible", "the case has no answer to judge")
        return DUE

    return rule


def _gold_only_answer(probes: Probes) -> str | None:
    return probes.gold_only.rag_answer if probes.gold_only else None


_RULES: dict[ProbeName, Callable[[Situation], Step]] = {
    "key_evidence": _key_evidence,
    "evidence_match": _evidence_match,
    "gold_only": _gold_only,
    "analysis": _analysis,
    "gold_plus_noise": _gold_plus_noise,
    "noise_grade": _noise_grade,
    **{name: _judge(name) for name in JUDGE_NAMES},
}
