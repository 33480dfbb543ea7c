"""Numbers in sentences: with their noun, or as ranges of rows."""

from collections.abc import Iterable


def count_of(number: int, noun: str, nouns: str | None = None) -> str:
    """A number with its noun: `1 case`, `1,204 cases`."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def say_rows(numbers: Iterable[int]) -> str:
    """`row 3`, or `rows 3-5, 9`."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    shown = ", ".join("-".join(map(str, each)) for each in ranges)
    return f"rows {shown}" if len(ranges) > 1 or len(ranges[0]) > 1 else f"row {shown}"
