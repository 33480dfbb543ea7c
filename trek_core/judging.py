"""Judging a recorded answer by its dataset's protocol (appendix B.5): which, by whom, and how."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, get_args

from trek_core.agreement.statistics.intervals import compute_wilson
from trek_core.agreement.statistics.results import Interval
from trek_core.cases import SETTLED, Case, Judge, Protocol, Verdict
from trek_core.folding import fold
from trek_core.probes.calls import ProbeCall

PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
BY_EQUALITY = "equal to a reference answer"

_GRADES: Mapping[str, Verdict] = {
    "correct": "correct",
    "incorrect": "incorrect",
    "Yes": "correct",
    "No": "incorrect",
    "A": "correct",
    "B": "incorrect",
    "C": "not_attempted",
}
"""What a judge may answer, in whichever protocol, as a verdict."""

_GRADE_FIELDS = ("evaluation", "answers_correctly", "grade")


def choose_protocol(case: Case, given: Protocol | None = None) -> Protocol | None:
    """The protocol given, or recorded with the verdict, or of the case's dataset; else None."""
    recorded = case.judge.protocol if case.judge else None
    dataset = (case.dataset or "").casefold()
    for protocol in PROTOCOLS:
        if protocol == (given or recorded):
            return protocol
    return next((each for each in PROTOCOLS if dataset.startswith(each)), None)


def judge_by_equality(case: Case, protocol: Protocol) -> Judge | None:
    """FreshQA's first step: an answer that equals a reference is right, without a judge.

    Case, spacing and typography make no difference, nor a full stop or quotation marks around.
    """
    answer = _normalise(case.prediction or "")
    if protocol != "freshqa" or not answer:
        return None
    if answer not in map(_normalise, case.reference_answers or ()):
        return None
    return Judge(protocol=protocol, verdict="correct", raw=BY_EQUALITY)


def read_judge(call: ProbeCall, protocol: str) -> Judge:
    """What a call came to; a reply that is no verdict is `unparseable`, kept with its text."""
    verdict: Verdict = "unparseable"
    if call.answer is not None:
        grades = [call.answer[name] for name in _GRADE_FIELDS if name in call.answer]
        verdict = _GRADES[grades[0]]
    raw = call.raw if call.answer is None else _write_answer(call.answer)
    return Judge(
        protocol=protocol, model=call.request.model, verdict=verdict, raw=raw or call.problem or ""
    )


@dataclass(frozen=True)
class VerdictCounts:
    """The verdicts on the cases of one dataset, and the share of correct ones with its interval.

    What has no verdict is in `counts`, and in no share.
    """

    counts: Mapping[str, int]

    @property
    def judged(self) -> int:
        """How many cases have a verdict."""
        return sum(self.counts.get(name, 0) for name in SETTLED)

    @property
    def accuracy(self) -> float | None:
        """The share of correct ones; not attempted counts as not correct."""
        return self.counts.get("correct", 0) / self.judged if self.judged else None

    @property
    def interval(self) -> Interval | None:
        """The 95 % Wilson interval of the accuracy."""
        return compute_wilson(self.counts.get("correct", 0), self.judged) if self.judged else None

    def to_json(self) -> dict[str, Any]:
        """The counts and the accuracy as plain JSON values."""
        return {**self.counts, "accuracy": self.accuracy, "ci": self.interval}


def count_verdicts(cases: Iterable[Case]) -> dict[str, VerdictCounts]:
    """The verdicts by dataset; cases without a dataset are under an empty name."""
    counts: dict[str, Counter[str]] = {}
    for case in cases:
        counts.setdefault(case.dataset or "", Counter())[case.verdict or "none"] += 1
    return {name: VerdictCounts(dict(each)) for name, each in sorted(counts.items())}


def sum_verdicts(by_dataset: Mapping[str, VerdictCounts]) -> VerdictCounts:
    """All cases together: micro accuracy weights every one the same."""
    total: Counter[str] = Counter()
    for each in by_dataset.values():
        total.update(each.counts)
    return VerdictCounts(dict(total))


def compute_macro_accuracy(by_dataset: Mapping[str, VerdictCounts]) -> float | None:
    """The plain mean over the datasets that have a verdict."""
    known = [each.accuracy for each in by_dataset.values() if each.accuracy is not None]
    return fmean(known) if known else None


def _normalise(text: str) -> str:
    return " ".join(fold(text).text.split()).strip(" .\"'")


def _write_answer(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)
