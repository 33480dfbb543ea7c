"""What a merge took, what it left because both sides went on, and what else is to be known."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Conflict:
    """Something that differs on both sides: ours stays as it is, theirs is not taken.

    `ours` and `theirs` say how each side stands: state and revision of a judgement, the rules of a
    round that differ, counts elsewhere.
    """

    what: Literal["case", "round", "judgement", "decision", "known answers", "mapping"]
    round: str | None
    case_id: str | None
    annotator: str | None
    ours: dict[str, Any]
    theirs: dict[str, Any]
    why: str


@dataclass
class MergeReport:
    """`taken` counts rows for each table; conflicts took none."""

    written: bool = False
    taken: Counter[str] = field(default_factory=Counter)
    conflicts: list[Conflict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as one JSON object."""
        return asdict(self) | {"taken": dict(self.taken)}
