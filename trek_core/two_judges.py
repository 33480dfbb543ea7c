"""Two judges' verdicts on the same answers: how far they agree, and where references part them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trek_core.agreement.statistics.kappa import compute_agreement
from trek_core.agreement.statistics.results import AgreementResult
from trek_core.cases import SETTLED, Case, Judge, Verdict
from trek_core.datasets.joining import same_answers
from trek_core.other_reference import (
    Drift,
    OtherReference,
    add_other_reference,
    name_drift,
    read_judge_json,
)

LEFT_OUT = ("only_in_first", "only_in_second", "no_first_verdict", "no_second_verdict",
            "other_reference")  # fmt: skip
"""Why a case is in no figure, in the order in which the first one counts."""


@dataclass(frozen=True)
class JudgedTwice:
    """A case as the first judge saw it, what the second says, and by which references."""

    case: Case
    second: Judge | None
    second_references: tuple[str, ...] | None

    @property
    def second_verdict(self) -> Verdict | None:
        """What the second judge says."""
        return self.second.verdict if self.second else None

    @property
    def has_other_reference(self) -> bool:
        """Whether the second judge held the answer against other references."""
        return self.second_references is not None and not same_answers(
            self.case.reference_answers or (), self.second_references
        )

    @property
    def drift(self) -> Drift:
        """What the second's references do to the verdict, where they are others."""
        if not self.has_other_reference:
            return ""
        return name_drift(self.case.verdict, self.second_verdict)


@dataclass(frozen=True)
class TwoJudges:
    """The table of two judges' verdicts and their agreement.

    `table` counts verdicts in the order of `SETTLED`, rows the first judge's. `agreement` is
    Cohen's kappa of the three verdicts, `correct` that of correct against not correct.
    `disagreements` are the cases they differ on, `drifted` those that other references part.
    """

    table: NDArray[np.int64]
    agreement: AgreementResult
    correct: AgreementResult
    disagreements: tuple[JudgedTwice, ...]
    drifted: tuple[JudgedTwice, ...]
    same_under_other: int
    left_out: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, cases by their ids."""
        return {
            "categories": list(SETTLED),
            "table": self.table.tolist(),
            "agreement": self.agreement.to_json(),
            "correct": self.correct.to_json(),
            "disagreements": [
                {"case_id": each.case.case_id, "first": each.case.verdict,
                 "second": each.second_verdict}
                for each in self.disagreements
            ],
            "drifted": [
                {"case_id": each.case.case_id, "first": each.case.verdict,
                 "second": each.second_verdict, "drift": each.drift,
                 "first_references": list(each.case.reference_answers or ()),
                 "second_references": list(each.second_references or ())}
                for each in self.drifted
            ],
            "same_under_other_reference": self.same_under_other,
            "left_out": dict(self.left_out),
        }  # fmt: skip


def pair_cases(
    first: Iterable[Case], second: Iterable[Case]
) -> tuple[list[JudgedTwice], Counter[str]]:
    """The cases of two files by their id, and how many are in one alone."""
    others = {case.case_id: case for case in second}
    pairs, alone = [], Counter[str]()
    for case in first:
        other = others.pop(case.case_id, None)
        if other is None:
            alone["only_in_first"] += 1
        else:
            pairs.append(JudgedTwice(case, other.judge, other.reference_answers))
    alone["only_in_second"] += len(others)
    return pairs, alone


def pair_with_earlier(cases: Iterable[Case]) -> list[JudgedTwice]:
    """Each case's earlier verdict with the one that took its place (`trek judge --again`)."""
    pairs = []
    for case in cases:
        told = case.judge and (case.judge.model_extra or {}).get("earlier")
        earlier = read_judge_json(told)
        before = case.model_copy(update={"judge": earlier})
        pairs.append(JudgedTwice(before, case.judge, case.reference_answers))
    return pairs


def compare_judges(
    pairs: Iterable[JudgedTwice], alone: Mapping[str, int] | None = None
) -> TwoJudges:
    """Hold two judges' verdicts against each other where both judged by the same references."""
    table = np.zeros((len(SETTLED), len(SETTLED)), dtype=np.int64)
    left_out: Counter[str] = Counter(alone or {})
    disagreements, drifted, same = [], [], 0
    for pair in pairs:
        first, second = pair.case.verdict, pair.second_verdict
        if first not in SETTLED:
            left_out["no_first_verdict"] += 1
        elif second not in SETTLED:
            left_out["no_second_verdict"] += 1
        elif pair.has_other_reference:
            left_out["other_reference"] += 1
            same += pair.drift == "unchanged"
            drifted += [] if pair.drift == "unchanged" else [pair]
        else:
            table[SETTLED.index(first), SETTLED.index(second)] += 1
            disagreements += [pair] if first != second else []
    told = {name: left_out[name] for name in LEFT_OUT if left_out[name]}
    return TwoJudges(
        table,
        compute_agreement(table, "verdict", excluded=told),
        compute_agreement(_correct_or_not(table), "correct", excluded=told),
        tuple(disagreements),
        tuple(drifted),
        same,
        told,
    )


def note_drift(pair: JudgedTwice, source: str) -> Case:
    """The case with the reference and verdict that part the two, as `trek import` takes it."""
    judge = pair.second or Judge()
    other = OtherReference(source, pair.second_references or (), judge)
    return add_other_reference(pair.case, other)


def _correct_or_not(table: NDArray[np.int64]) -> NDArray[np.int64]:
    right = SETTLED.index("correct")
    is_right = np.arange(len(SETTLED)) == right
    folded = np.stack([is_right, ~is_right]).astype(np.int64)
    return np.asarray(folded @ table @ folded.T)
