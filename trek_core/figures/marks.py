"""What a figure is made of: marks, each a value with exactly the cases behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from trek_core.agreement.statistics.intervals import compute_wilson
from trek_core.agreement.statistics.kappa import SMALL_N
from trek_core.agreement.statistics.results import Interval

NOT_RECORDED = "not recorded"

Measure = Literal["share", "number"]
CaseIds = tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """One bar, cell or number: `part` of a `group`, as one source has it.

    `value` is a share from 0 to 1 or a number, None where it does not exist; `of` is how many cases
    a share is of. `is_drawn` is false for what stands in the table alone.
    """

    group: str
    part: str
    source: str
    value: float | None
    case_ids: CaseIds
    of: int | None = None
    ci: Interval | None = None
    is_drawn: bool = True
    details: Mapping[str, float] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Its name in an address."""
        return f"{self.source}-{self.part}-{self.group}"

    @property
    def is_firm(self) -> bool:
        """Whether it rests on enough cases to be drawn at full strength."""
        return self.of is None or self.of >= SMALL_N


@dataclass(frozen=True)
class Figure:
    """A figure, or in `missing` the sentence why there is none.

    `left_out` has the cases that are in no mark, by the reason; `notes` are sentences about how it
    was made. `beside` is a text for a group and source, under the heading `beside_title`;
    `parts_title` says what the parts are. The first `most` groups are shown, all where it is None.
    """

    marks: tuple[Mark, ...] = ()
    measure: Measure = "share"
    notes: tuple[str, ...] = ()
    left_out: Mapping[str, CaseIds] = field(default_factory=dict)
    missing: str | None = None
    beside: Mapping[tuple[str, str], str] = field(default_factory=dict)
    beside_title: str = ""
    parts_title: str = ""
    most: int | None = None

    @property
    def shown(self) -> "Figure":
        """The figure of the groups that are shown; the others are in files alone."""
        if self.most is None:
            return self
        groups = set(self.groups[: self.most])
        marks = tuple(mark for mark in self.marks if mark.group in groups)
        return replace(self, marks=marks, most=None)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups in order."""
        return tuple(dict.fromkeys(mark.group for mark in self.marks))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts in order."""
        return tuple(dict.fromkeys(mark.part for mark in self.marks))

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The sources, in the order in which most groups have them."""
        by_group: dict[str, list[str]] = {}
        for mark in self.marks:
            by_group.setdefault(mark.group, []).append(mark.source)
        longest = max(by_group.values(), key=lambda each: len(set(each)), default=[])
        return tuple(dict.fromkeys([*longest, *(mark.source for mark in self.marks)]))


def make_share(
    group: str,
    part: str,
    source: str,
    case_ids: Sequence[str],
    of: int,
    *,
    is_drawn: bool = True,
) -> Mark:
    """The share of `of` cases that these are, with its Wilson interval; None of no cases."""
    return Mark(
        group or NOT_RECORDED,
        part or NOT_RECORDED,
        source,
        len(case_ids) / of if of else None,
        tuple(case_ids),
        of,
        compute_wilson(len(case_ids), of) if of else None,
        is_drawn,
    )
