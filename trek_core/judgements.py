"""Frozen model of one annotator's judgement of one case."""

from typing import Any, Literal

from pydantic import Field, field_validator

from trek_core.recorded import Recorded, Text, Texts, Whole

Mode = Literal["assisted", "blind", "blind_then_reveal"]
State = Literal["draft", "submitted", "needs_discussion"]


class Judgement(Recorded):
    """One annotator's record on one case as it stands in a file or at one revision.

    `answers` maps checklist field names to values, `notes` checklist steps to text.
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

    @field_validator("annotator")
    @classmethod
    def _annotator_is_there(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("the annotator's name")
        return value
