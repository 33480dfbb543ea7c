"""What a run asks: which probes, how often, of how many cases."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from trek_core.errors import ProbeConfigError
from trek_core.probes.contracts import CONTRACTS, PROBE_NAMES, ProbeName
from trek_core.records import Record

FAILURES_ONLY: Final = "probes look at failures only"


def say_accepted(case_id: str) -> str:
    """The sentence for a case that no probe looks at."""
    return f"Case {case_id!r} was judged correct: {FAILURES_ONLY}."


@dataclass(frozen=True)
class Plan:
    """What a run asks: these probes, repeats `first_repeat` to `last_repeat` of each.

    `limit` is the number of cases, None for all. `whatever_the_grade` asks gold-plus-noise also
    where gold-only was not graded correct, as a person who disagrees with the grade may want.
    """

    probes: tuple[ProbeName, ...] = PROBE_NAMES
    repeats: int = 1
    first_repeat: int = 1
    limit: int | None = None
    whatever_the_grade: bool = False

    def __post_init__(self) -> None:
        unknown = [name for name in self.probes if name not in CONTRACTS]
        if unknown or not self.probes:
            raise ProbeConfigError(
                f"There is no probe {', '.join(unknown) or 'to ask'}: choose from "
                f"{', '.join(PROBE_NAMES)}."
            )
        if self.repeats < 1 or self.first_repeat < 1:
            raise ProbeConfigError("A probe is repeated once or more, counted from 1.")
        if self.limit is not None and self.limit < 1:
            raise ProbeConfigError("A limit is one case or more.")

    @property
    def repeat_numbers(self) -> range:
        """The numbers of the repeats."""
        return range(self.first_repeat, self.first_repeat + self.repeats)

    def to_json(self) -> dict[str, Any]:
        """The plan as plain JSON values."""
        return {
            "probes": list(self.probes),
            "repeats": self.repeats,
            "first_repeat": self.first_repeat,
            "limit": self.limit,
            "whatever_the_grade": self.whatever_the_grade,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Plan":
        """A plan as it was written by `to_json`."""
        return cls(**{**data, "probes": tuple(data["probes"])})


def choose_records(records: Iterable[Record], plan: Plan) -> list[Record]:
    """The cases a plan runs on: failures only, no more than its limit."""
    return [record for record in records if record.case.is_failure][: plan.limit]
