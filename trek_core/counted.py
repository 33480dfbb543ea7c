"""A number with its noun."""


def count_of(number: int, noun: str, nouns: str | None = None) -> str:
    """A number with its noun: `1 case`, `1,204 cases`."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"
