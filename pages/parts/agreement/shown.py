"""What the Agreement page is showing: the comparison chosen, and the figures that belong to it."""

from dataclasses import dataclass
from typing import NamedTuple

from pages.parts.reads import load_section
from trek_core.agreement import AgreementReport, Comparison, RoundMode
from trek_core.agreement.comparisons.rows import Row


class Raters(NamedTuple):
    """TrekTrace and everybody (no names), TrekTrace and one person, or two people."""

    people: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The two sides in words."""
        match self.people:
            case ():
                return "TrekTrace and people, where people agree"
            case (person,):
                return f"TrekTrace and {person}"
        return " and ".join(self.people)


@dataclass(frozen=True)
class Shown:
    """The comparison on screen, out of its report.

    `twin` is the same comparison with cases of incomplete attribution counted, or left out.
    """

    raters: Raters
    report: AgreementReport
    comparison: Comparison
    twin: Comparison | None = None

    @property
    def within(self) -> RoundMode:
        """The round and mode."""
        return self.comparison.within

    @property
    def is_with_trektrace(self) -> bool:
        """Whether one of the two sides is TrekTrace."""
        return len(self.raters.people) < 2

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides, as headings."""
        return name_of(self.comparison.first), name_of(self.comparison.second)

    @property
    def spoken(self) -> tuple[str, str]:
        """The names of the two sides within a sentence."""
        return self.comparison.first, self.comparison.second

    @property
    def human_side(self) -> str:
        """Whose answers stand for people in figures that compare people with something else."""
        return self.report.material.annotator or "people"

    @property
    def pair_name(self) -> str:
        """What the comparison is called where incomplete attributions make no difference."""
        if self.is_with_trektrace:
            return "trektrace_vs_human"
        return self.comparison.name

    def find_rows(self, section: str, comparison: str | None = None) -> list[Row]:
        """The figures of a section in this round and mode, of one comparison if it is named."""
        rows = load_section(section, self.report.material.annotator)
        return [
            row
            for row in rows
            if (row.place.get("round"), row.place.get("mode")) == self.within
            and comparison in (None, row.place.get("comparison"))
        ]


def name_of(rater: str) -> str:
    """A rater as a heading."""
    return "People" if rater == "people" else rater
