"""What is asked of the Charts page: which cases, whose labels, and the choices of a section."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pages.parts.figures.reads import load_figure_cases
from review_db.store import CaseFilter
from trek_core.figures.cases import FigureCase
from trek_core.figures.sources import Switch


@dataclass(frozen=True)
class Choice:
    """One choice of a section: its name in the URL, its title, and its options in words."""

    name: str
    title: str
    options: Mapping[str, str]
    default: str


@dataclass(frozen=True)
class Asked:
    """What is asked; `choices` are the options chosen by name."""

    filter: CaseFilter
    switch: Switch = "recorded"
    choices: Mapping[str, str] = field(default_factory=dict)

    @property
    def cases(self) -> tuple[FigureCase, ...]:
        """The cases of the filter."""
        return load_figure_cases(self.filter)

    @property
    def case_ids(self) -> list[str]:
        """Their ids."""
        return [case.case_id for case in self.cases]
