"""Sheets that do not come from cases: one or more small tables below one another."""

from dataclasses import dataclass

from trek_core.workbook.cells import Value


@dataclass(frozen=True)
class Block:
    """One table with its heading; every block of a sheet but the first has a title above it."""

    header: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""


@dataclass(frozen=True)
class BlockSheet:
    """A sheet of blocks with the widths of its columns in characters."""

    name: str
    widths: tuple[int, ...]
    blocks: tuple[Block, ...]
