"""Frozen models of what people conclude: an annotator's judgement, and an adjudication."""

from typing import Any, Literal

from pydantic import Field, field_validator

from trek_core.recorded import Flag, Recorded, Text, Texts, Whole

Mode = Literal["assisted", "blind", "blind_then_reveal"]
State = Literal["draft", "submitted", "needs_discussion", "skipped"]


class BeforeReveal(Recorded):
    """What an annotator had handed in when TrekTrace's side was shown: conclusion and answers."""

    outcome: Text | None = None
    retrieval_side: Text | None = None
    post_side: Text | None = None
    labels: Texts = ()
    submitted_at: Text | None = None
    answers: dict[str, Any] = Field(default_factory=dict)


class Decision(Recorded):
    """An adjudication of one case in one round; the latest of a round counts.

    `adopted` names the annotator whose judgement was taken over, None where it was decided anew.
    """

    round: Text = "default"
    adopted: Text | None = None
    answers: dict[str, Any] = Field(default_factory=dict)
    outcome: Text | None = None
    retrieval_side: Text | None = None
    post_side: Text | None = None
    labels: Texts = ()
    reason: Text = ""
    flag_for_guideline: Flag = False
    guideline_version: Text | None = None
    decided_by: Text
    decided_at: Text


class Judgement(Recorded):
    """One annotator's record on one case as it stands in a file or at one revision.

    `answers` maps checklist field names to values, `notes` checklist steps to text. `skipped` and
    `flag` are what the person wrote when skipping or flagging it. `before_reveal` is what was
    handed in before TrekTrace's side was shown at `revealed_at`.
    """

    annotator: Text
    round: Text = "default"
    mode: Mode = "assisted"
    state: State = "submitted"
    revision: Whole | None = None
    guideline_version: Text | None = None
    answers: dict[str, Any] = Field(default_factory=dict)
    outcome: Text | None = None
    labels: Texts | None = None
    override_reason: Text | None = None
    disagreement_reason: dict[str, Text] | None = None
    notes: dict[str, Text] = Field(default_factory=dict)
    submitted_at: Text | None = None
    skipped: Text | None = None
    flag: Text | None = None
    revealed_at: Text | None = None
    before_reveal: BeforeReveal | None = None

    @field_validator("annotator")
    @classmethod
    def _annotator_is_there(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("the annotator's name")
        return value
