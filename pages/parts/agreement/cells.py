"""Two sides' answers as the cells of a table, each with the cases in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from trek_core.agreement import VIEW_CATEGORIES, Comparison, Counts, compute_view
from trek_core.agreement.comparisons.pairing import Cell
from trek_core.agreement.comparisons.population import group_cells


class Cells(Protocol):
    """Two sides' answers to one question: how many cases are in each cell, and which."""

    @property
    def view(self) -> str:
        """What was answered."""

    @property
    def categories(self) -> Sequence[str]:
        """The answers there are, in the order of the table."""

    @property
    def cells(self) -> Mapping[Cell, Sequence[str]]:
        """The cases in each cell that has any."""

    @property
    def table(self) -> Counts:
        """How many cases are in each cell."""

    @property
    def differing(self) -> Sequence[str]:
        """The cases in which the two differ."""


@dataclass(frozen=True)
class ViewCells:
    """The cells of a comparison in one view."""

    view: str
    categories: Sequence[str]
    cells: Mapping[Cell, Sequence[str]]
    table: Counts

    @property
    def differing(self) -> list[str]:
        """The cases in which the two differ, cell by cell."""
        split = ((r, c) for r, c in sorted(self.cells) if r != c)
        return [case_id for cell in split for case_id in self.cells[cell]]


def find_cells(comparison: Comparison, view: str) -> ViewCells:
    """The cases of a comparison by what both sides say in one view."""
    return ViewCells(
        view,
        VIEW_CATEGORIES[view],
        group_cells(comparison.population, view),
        compute_view(comparison.table, view),
    )
