"""What a merge took, what it left because both sides went on, and what else is to be known."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from trek_core.counted import count_of


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


_NOUNS: dict[str, tuple[str, str | None]] = {
    "active_time": ("record of working time", "records of working time"),
    "annotators": ("person", "people"),
    "case_versions": ("version of a case", "versions of cases"),
    "event_findings": ("finding on a judgement", "findings on judgements"),
    "event_origins": ("origin of a step", "origins of steps"),
    "guideline_reads": ("reading of the guideline", "readings of the guideline"),
    "judgement_events": ("step of a judgement", "steps of judgements"),
    "round_annotators": ("person in a round", "people in rounds"),
    "round_cases": ("case in a round", "cases in rounds"),
    "round_events": ("step of a round", "steps of rounds"),
    "row_mappings": ("saved mapping", None),
}
"""Table -> what one and several of its rows are; a table without is called what its rows are."""


@dataclass
class MergeReport:
    """`taken` counts rows for each table; conflicts took none."""

    written: bool = False
    taken: Counter[str] = field(default_factory=Counter)
    conflicts: list[Conflict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def say_taken(self) -> str:
        """What was taken, counted in words."""
        counted = [
            count_of(count, *_NOUNS.get(table, (table.removesuffix("s").replace("_", " "), None)))
            for table, count in self.taken.items()
        ]
        return ", ".join(counted) or "nothing"

    def to_json(self) -> dict[str, Any]:
        """The report as one JSON object."""
        return asdict(self) | {"taken": dict(self.taken)}
