"""Words of a file that were not understood, by where they stand; grows case by case."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

_KEPT, _SHOWN = 100, 5


@dataclass
class UnreadWords:
    """How many cases have words that were not understood, and where which stand how often."""

    cases: int = 0
    _values: Counter[tuple[str, str]] = field(default_factory=Counter)
    _lines: dict[str, int] = field(default_factory=dict)

    def count(self, found: Iterable[tuple[str, str]], line: int) -> None:
        """Count the words of the case of this line, each with its place."""
        places = list(found)
        self.cases += bool(places)
        for said in places:
            self._lines.setdefault(said[0], line)
            if said in self._values or len(self._values) < _KEPT:
                self._values[said] += 1

    def say_places(self) -> str:
        """What stands where, from which line on and how often."""
        return "; ".join(
            f"{place} (from line {line:,} on) says {', '.join(self._say_values(place))}"
            for place, line in self._lines.items()
        )

    def listed(self) -> list[tuple[str, str]]:
        """The places with their words, of many only the first."""
        return list(self._values)

    def _say_values(self, place: str) -> Iterable[str]:
        found = [
            (value, count) for (there, value), count in self._values.most_common() if there == place
        ]
        for value, count in found[:_SHOWN]:
            yield f"“{value}”" + (f" {count:,} times" if count > 1 else " once")
        if len(found) > _SHOWN:
            yield "and more"
