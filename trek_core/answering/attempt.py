"""One question under way: what the system did so far, and what that used."""

from dataclasses import dataclass, field
from typing import Protocol

from trek_core.answering.tally import Tally
from trek_core.probes.replies import Reply
from trek_core.sources.trajectory import Trajectory


class NoAnswerError(Exception):
    """A question came to no answer, with one sentence why. For the run alone, which records it."""


@dataclass
class Attempt:
    """Filled in as the system goes, so that an attempt that ends early is recorded too."""

    tally: Tally
    trajectory: Trajectory = field(default_factory=lambda: Trajectory(searches=[]))
    prediction: str | None = None
    rounds: int = 0

    def take_answer(self, reply: Reply) -> None:
        """Take the text of a reply as the answer, a refusal too; raises `NoAnswerError` else."""
        text = (reply.text or "").strip()
        if reply.outcome not in ("answered", "refused"):
            raise NoAnswerError(reply.problem or f"The reply is {reply.outcome}.")
        if not text:
            raise NoAnswerError("The model's answer is empty.")
        self.prediction = text


class AnsweringSystem(Protocol):
    """A system under test."""

    async def answer(self, text: str, attempt: Attempt) -> None:
        """Answer a question, put as `text`, into `attempt`.

        Raises `NoAnswerError` where there is none, and `QuotaError` or `ProbeConfigError` where
        no other question would fare better.
        """
        ...
