"""From answers to a reading of them: what is asked, what is missing, the outcome, the labels.

Everything here is computed afresh from the answers and the case; nothing of it is stored as truth.
An answer that a later change made moot stays in the history and simply reads as not asked.
"""

from dataclasses import dataclass

from trek_core.checklist.answers import REASON_FIELDS
from trek_core.checklist.conclusions import (
    Difference,
    Sides,
    compute_differences,
    compute_judge_agrees,
    compute_outcome,
    compute_sides,
    read_override,
)
from trek_core.checklist.facts import Answers, CaseFacts
from trek_core.checklist.fields import FIELDS_BY_NAME, Kind
from trek_core.checklist.gating import Status, compute_status
from trek_core.checklist.problems import (
    Problem,
    find_doubts,
    find_missing_answers,
    find_missing_citations,
    find_missing_reasons,
    find_unknown_time,
    find_unsupported_reference,
)
from trek_core.judgements import State
from trek_core.taxonomy import Label, LabelSet, Outcome

LAST_STEP = 6


@dataclass(frozen=True)
class Evaluation:
    """One reading of a judgement's answers.

    `outcome` is None until steps 1 and 2 decide it. The sides are `none`, a label, or
    `undetermined`, and None where no stage is blamed; the computed ones are those before an
    override. `doubts` keep no step from being left.
    """

    status: dict[str, Status]
    outcome: Outcome | None
    judge_agrees: bool | None
    computed_retrieval: str | None
    computed_post: str | None
    retrieval_side: str | None
    post_side: str | None
    differences: tuple[Difference, ...]
    problems: tuple[Problem, ...]
    doubts: tuple[Problem, ...]
    unsure: tuple[str, ...]

    @property
    def open_step(self) -> int:
        """The last step that may be worked on: the first one with something missing, else 6."""
        return min((problem.step for problem in self.problems), default=LAST_STEP)

    @property
    def computed(self) -> LabelSet | None:
        """The label set the answers give by themselves; None unless both sides are decided."""
        return Sides(self.computed_retrieval, self.computed_post).label_set

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the decided sides, after any override; Randomness only when both are."""
        return Sides(self.retrieval_side, self.post_side).labels

    @property
    def state_on_submission(self) -> State:
        """An unsure answer asks for a discussion; everything else is simply submitted."""
        return "needs_discussion" if self.unsure else "submitted"


def evaluate(answers: Answers, facts: CaseFacts, *, was_handed_in: bool = False) -> Evaluation:
    """Read a judgement's answers against the facts of its case.

    Takes any answers: a value that its field does not accept reads as no answer. A judgement that
    was handed in stands without what was not asked for then: its target time.
    """
    status, live = compute_status(answers, facts)
    outcome = compute_outcome(live, facts)
    computed = compute_sides(live, outcome)
    sides, override_fault = read_override(live, computed)
    differences = compute_differences(facts, outcome, sides)
    _ask_only_for_reasons_needed(status, differences)
    problems = [
        *find_missing_answers(status, live, facts),
        *(() if was_handed_in else find_unknown_time(live)),
        *find_unsupported_reference(live, facts),
        *find_missing_citations(live, facts),
        *([Problem(6, "override_labels", override_fault)] if override_fault else []),
        *find_missing_reasons(status, differences),
    ]
    return Evaluation(
        status=status,
        outcome=outcome,
        judge_agrees=compute_judge_agrees(live, facts),
        computed_retrieval=computed.retrieval,
        computed_post=computed.post,
        retrieval_side=sides.retrieval,
        post_side=sides.post,
        differences=differences,
        problems=tuple(sorted(problems, key=lambda problem: problem.step)),
        doubts=tuple(find_doubts(live, facts)),
        unsure=tuple(
            name
            for name, value in live.items()
            if value == "unsure" and FIELDS_BY_NAME[name].kind is Kind.YES_NO
        ),
    )


_SERVING_REASONS = ("override_reason", "judge_error_reason")


def _ask_only_for_reasons_needed(
    status: dict[str, Status], differences: tuple[Difference, ...]
) -> None:
    """Ask why somebody differs, but not twice: the reason of an override or judge error serves.

    One that was given beside it still stands.
    """
    differs = {difference.reason_field for difference in differences}
    serves = any(status[name] is not Status.NOT_ASKED for name in _SERVING_REASONS)
    for name in REASON_FIELDS.values():
        if name not in differs or (serves and status[name] is Status.UNANSWERED):
            status[name] = Status.NOT_ASKED
