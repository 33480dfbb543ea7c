"""What the cases of a file lack for TrekTrace to run, and how to get it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from shlex import quote

from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.jsonl.reader import Rejected
from trek_core.records import Record
from trek_core.sources.reading import shape_of
from trek_core.sources.row_values import UnreadUrls
from trek_core.sources.shapes import PLAIN_TITLES, ROWS, SHAPES, TREKTRACE
from trek_core.sources.verdict_words import UnreadVerdicts
from trek_core.urls import url_identity

_ANSWER = "trek answer DATASET --out answers.jsonl --system tavily"
_JOIN = "trek join {file}{options} DATASET -o cases.jsonl"


@dataclass(frozen=True)
class _Need:
    """Something a run needs: whether a case lacks it, and the way to it.

    What is only `for_probes` does not count as missing once a case has a whole attribution.
    """

    name: str
    lacks: Callable[[Case], bool]
    remedy: str
    command: str = ""
    for_probes: bool = False


def _lacks_gold_text(case: Case) -> bool:
    """Whether a gold page has no recorded text, so that a run has to fetch it."""
    whole = {
        url_identity(page.url)
        for page in case.documents or ()
        if page.text is not None and page.status in (None, "ok")
    }
    return any(url_identity(url) not in whole for url in case.gold)


_NEEDS = (
    _Need("answers", lambda case: case.prediction is None,
          "no final answer is recorded: name its column where there is one, or let a system answer",
          _ANSWER),
    _Need("reference answers", lambda case: not case.reference_answers,
          "join the dataset's questions", _JOIN),
    _Need("gold URLs", lambda case: not case.gold, "join the dataset's questions", _JOIN),
    _Need("effective year", lambda case: case.effective_year is None,
          "needed where a question depends on its time; it comes with the dataset's questions",
          _JOIN),
    _Need("verdicts", lambda case: case.verdict is None,
          "judge the answers; a case without a verdict is taken for review like a failure",
          "trek judge {file} -o judged.jsonl"),
    _Need("search queries", lambda case: case.queries is None,
          "not recorded, so query adequacy stays unknown; export the system's tool calls too, or "
          "record new answers", _ANSWER, for_probes=True),
    _Need("returned URLs", lambda case: case.retrieved is None,
          "not recorded, so evidence stays unknown; ask the API to include its sources, or record "
          "new answers", _ANSWER, for_probes=True),
    _Need("texts of gold pages", _lacks_gold_text,
          "fetched by a run where a model reads supplied documents; a page that cannot be had is "
          "pasted on its case", for_probes=True),
    _Need("attributions", lambda _: True,
          "ask the probes, here or on the page Probes after the import",
          "trek run {file} -o attributed.jsonl", for_probes=True),
)  # fmt: skip
"""In the order in which a run needs them."""


@dataclass(frozen=True)
class Lack:
    """Something that `count` cases lack, what to do about it, and the command that does."""

    name: str
    count: int
    remedy: str
    command: str = ""

    def __str__(self) -> str:
        command = f": {self.command}" if self.command else ""
        return f"{self.name} ({self.remedy}{command})"


_BESIDE_ANSWER = (
    'put it beside each answer, as {"question": "...", "response": {...}}, or give one for the '
    "whole file, in the box on the Start page or with trek import --question"
)
_JOINED = "take it from a dataset by its question_id with trek join"
_QUESTION_REMEDIES = {
    ROWS: f"fill in its column, say which it is with --map question=COLUMN, or {_JOINED}",
    TREKTRACE: f"write it, or {_JOINED}",
}
"""How records of a shape come by a question; those of the others by what stands beside them."""


@dataclass
class Tally:
    """How many cases there are, of which shapes, and what they lack; grows case by case."""

    cases: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    unread_verdicts: UnreadVerdicts = field(default_factory=UnreadVerdicts)
    unread_urls: UnreadUrls = field(default_factory=UnreadUrls)
    without_question: Counter[str] = field(default_factory=Counter)
    _lacking: Counter[str] = field(default_factory=Counter)

    def refuse(self, entry: Rejected) -> None:
        """Count a record that was refused, where only its question is at fault."""
        if entry.field == "question":
            self.without_question[entry.shape or TREKTRACE] += 1

    def add(self, record: Record, line: int) -> None:
        """Count one case, which begins on this line."""
        self.cases += 1
        self.shapes[shape_of(record)] += 1
        case = record.case
        self.unread_verdicts.add(case, line)
        self.unread_urls.add(case, line)
        is_done = not case.is_failure or attribute(case, record.probes).complete
        self._lacking.update(
            need.name for need in _NEEDS if not (need.for_probes and is_done) and need.lacks(case)
        )

    def list_unread(self) -> list[str]:
        """A sentence for each kind of words that were not understood."""
        said = (self.unread_verdicts.describe(), self.unread_urls.describe())
        return [sentence for sentence in said if sentence]

    def list_lacks(self, file: str = "FILE", options: str = "") -> list[Lack]:
        """What is lacking anywhere, in the order that a run needs it.

        The commands begin with `file`, read with `options`, and go on with what the earlier ones
        write.
        """
        named, written = quote(file), ""
        found = []
        for need in (each for each in _NEEDS if self._lacking[each.name]):
            reads = named if need.command == _JOIN else written or named
            command = need.command.replace("{file}", reads).replace("{options}", options)
            found.append(Lack(need.name, self._lacking[need.name], need.remedy, command))
            _, _, output = command.partition(" -o ")
            written = output or written
        return found


def say_shapes(tally: Tally) -> str:
    """The shapes that were read, with their counts where there are several, and what was
    recognised and holds no question."""
    return " ".join([*_say_read(tally.shapes), *map(_say_lacking, tally.without_question.items())]
                    or ["Nothing in it can be read."])  # fmt: skip


def _say_read(shapes: Mapping[str, int]) -> Iterable[str]:
    if len(shapes) == 1:
        yield f"Read as {_title(next(iter(shapes)))}."
    elif shapes:
        yield f"Read as {', '.join(f'{_title(name)} ({n})' for name, n in shapes.items())}."


def _say_lacking(found: tuple[str, int]) -> str:
    name, count = found
    records = "1 record was" if count == 1 else f"{count:,} records were"
    lacking = "lacks a question" if count == 1 else "lack a question"
    remedy = _QUESTION_REMEDIES.get(name, _BESIDE_ANSWER)
    return f"{records} recognised as {_title(name)} and {lacking}: {remedy}."


def _title(shape: str) -> str:
    titles = {each.name: each.title for each in SHAPES} | PLAIN_TITLES
    return titles.get(shape, shape)
