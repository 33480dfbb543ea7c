"""The JSON object each probe answers with: exactly these fields, nothing coerced."""

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """What a model must answer; each description reaches it in the JSON schema."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    @classmethod
    @cache
    def json_schema(cls) -> dict[str, Any]:
        """The strict JSON schema: every field required, no other allowed. Not to be changed."""
        schema = cls.model_json_schema()
        return {
            "type": "object",
            "properties": {
                name: {key: value for key, value in field.items() if key != "title"}
                for name, field in schema["properties"].items()
            },
            "required": schema["required"],
            "additionalProperties": False,
        }


class KeyEvidence(Answer):
    """The fact on the gold pages that carries the reference answer."""

    key_evidence: str = Field(description="The fact that carries the answer, in 1-2 sentences.")
    gold_evidence_urls: list[str] = Field(description="Gold URLs it stands on, as given.")


class EvidenceMatch(Answer):
    """Whether the retrieved pages hold the key evidence."""

    evidence_match: bool = Field(description="Whether the retrieved pages hold the key evidence.")
    retrieved_key_evidence: str = Field(description="The fact as those pages have it, or empty.")
    equivalent_urls: list[str] = Field(description="Retrieved URLs that hold it, as given.")
    reason: str = Field(description="Why, in brief.")


class GoldOnlyAnswer(Answer):
    """The evaluated model's answer from the gold pages alone."""

    rag_answer: str = Field(description="The answer to the question.")
    page_accessible: bool = Field(description="Whether at least one page could be read.")
    used_urls: list[str] = Field(description="URLs the answer rests on, as given.")
    rag_reasoning: str = Field(description="The fact it rests on, in 1-2 sentences.")


class Analysis(Answer):
    """The grade of the gold-only answer and of the recorded queries.

    Each flag counts only where there was something to grade: with no gold-only answer the first,
    with queries that were not recorded the second, is unknown whatever the model says.
    """

    gold_only_correct: bool = Field(description="Whether the gold-only answer is right.")
    query_reasonable: bool = Field(description="Whether the queries aimed at what was needed.")
    reason: str = Field(description="Why, for both, in 2-3 sentences a person can check.")


class GoldPlusNoiseAnswer(Answer):
    """The evaluated model's answer from gold and retrieved pages together."""

    answer: str = Field(description="The answer to the question.")
    used_urls: list[str] = Field(description="URLs the answer rests on, as given.")
    reasoning: str = Field(description="What decided it, in 1-2 sentences.")


class NoiseGrade(Answer):
    """The grade of the gold-plus-noise answer."""

    correct: bool = Field(description="Whether the answer is right.")
    reason: str = Field(description="Why, in 1-2 sentences a person can check.")


class FreshqaJudgement(Answer):
    """FreshQA's verdict on a recorded answer."""

    evaluation: Literal["correct", "incorrect"] = Field(description="The verdict.")
    reason: str = Field(description="Why, in 1-2 sentences a person can check.")


class InfodeepseekJudgement(Answer):
    """InfoDeepSeek's verdict on a recorded answer."""

    answers_correctly: Literal["Yes", "No"] = Field(description="The verdict.")
    reason: str = Field(description="Why, in 1-2 sentences a person can check.")


class SealqaJudgement(Answer):
    """SealQA's verdict on a recorded answer."""

    grade: Literal["A", "B", "C"] = Field(description="Correct, incorrect or not attempted.")
    reason: str = Field(description="Why, in 1-2 sentences a person can check.")
