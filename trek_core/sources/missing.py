"""What the cases of a file lack for TrekTrace to run, and how to get it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from trek_core.cases import Case
from trek_core.records import Record
from trek_core.sources.reading import shape_of
from trek_core.sources.shapes import PLAIN_TITLES, SHAPES

_NEEDS: tuple[tuple[str, Callable[[Case], bool], str], ...] = (
    ("reference answers", lambda case: not case.reference_answers,
     "join the dataset's questions, or write `reference_answers` beside each answer"),
    ("gold URLs", lambda case: not case.gold,
     "join the dataset's questions, or write `gold_urls` beside each answer"),
    ("answers", lambda case: case.prediction is None,
     "no final answer was found; name its column with --map where there is one"),
    ("verdicts", lambda case: case.verdict is None,
     "judge the answers first; without a verdict every case goes to attribution"),
    ("search queries", lambda case: case.queries is None,
     "not recorded here: export the system's tool calls too, else query adequacy stays unknown"),
    ("returned URLs", lambda case: case.retrieved is None,
     "not recorded here: ask the API to include its sources, else evidence is unknown"),
    ("effective year", lambda case: case.effective_year is None,
     "write `effective_year` beside each answer where the question depends on its time"),
)  # fmt: skip
"""What it is called, when a case lacks it, how to get it."""


@dataclass(frozen=True)
class Lack:
    """Something that `count` cases lack, and what to do about it."""

    name: str
    count: int
    remedy: str


@dataclass
class Tally:
    """How many cases there are, of which shapes, and what they lack; grows case by case."""

    cases: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    _lacking: Counter[str] = field(default_factory=Counter)

    def add(self, record: Record) -> None:
        """Count one case."""
        self.cases += 1
        self.shapes[shape_of(record)] += 1
        self._lacking.update(name for name, lacks, _ in _NEEDS if lacks(record.case))

    @property
    def lacks(self) -> list[Lack]:
        """What is lacking anywhere, in the order that a run needs it."""
        return [
            Lack(name, self._lacking[name], remedy)
            for name, _, remedy in _NEEDS
            if self._lacking[name]
        ]


def say_shapes(shapes: Mapping[str, int]) -> str:
    """The shapes that were read in one sentence, with their counts where there are several."""
    titles = {shape.name: shape.title for shape in SHAPES} | PLAIN_TITLES
    if not shapes:
        return "Nothing in it can be read."
    if len(shapes) == 1:
        return f"Read as {titles[next(iter(shapes))]}."
    each = ", ".join(f"{titles[name]} ({count})" for name, count in shapes.items())
    return f"Read as {each}."
