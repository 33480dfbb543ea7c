"""What a file holds, read without writing anything, and what of it is new here."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal

from review_db.store import KnownCase, ReviewStore
from trek_core.attribution import attribute
from trek_core.jsonl import Rejected, Repeated, Taken
from trek_core.sources import Tally, read_source

QUESTIONS_SHOWN = 5
REJECTIONS_SHOWN = 1_000
BATCH_LINES = 500
"""Lines that are looked up in the database together."""

Change = Literal["new", "changed", "unchanged"]


@dataclass(frozen=True)
class Source:
    """A file to import: what it is called, and where its bytes are."""

    name: str
    content: Path | BinaryIO

    def rewound(self) -> Path | BinaryIO:
        """The content, to be read from its beginning."""
        if not isinstance(self.content, Path):
            self.content.seek(0)
        return self.content


@dataclass(frozen=True)
class Preview:
    """How many lines of a file would be taken, the first questions, and the first bad lines.

    `changes` counts what is taken by what the database has of it. `losing` are cases whose
    complete attribution an incomplete one would take the place of. `tally` says of which shapes the
    records are and what they lack.
    """

    name: str
    taken: int
    repeated: int
    rejected: int
    questions: tuple[str, ...]
    rejections: tuple[Rejected, ...]
    changes: Counter[Change]
    losing: tuple[str, ...]
    tally: Tally


def load_preview(source: Source, store: ReviewStore) -> Preview:
    """Read a file as the import will, writing nothing; raises OSError where it cannot."""
    taken = repeated = rejected = 0
    questions: list[str] = []
    rejections: list[Rejected] = []
    changes: Counter[Change] = Counter()
    losing: list[str] = []
    tally = Tally()
    for batch in _batches(read_source(source.rewound(), name=source.name)):
        lines = [e for e in batch if isinstance(e, Taken) and not isinstance(e, Repeated)]
        bad = [entry for entry in batch if isinstance(entry, Rejected)]
        rejected += len(bad)
        rejections += bad[: REJECTIONS_SHOWN - len(rejections)]
        repeated += len(batch) - len(lines) - len(bad)
        taken += len(lines)
        for entry in lines:
            tally.add(entry.record)
        questions += [e.record.case.question for e in lines[: QUESTIONS_SHOWN - len(questions)]]
        known = store.find_known_cases(entry.record.case.case_id for entry in lines)
        changes.update(_compare(entry, known) for entry in lines)
        losing += [entry.record.case.case_id for entry in lines if _loses(entry, known)]
    return Preview(
        source.name, taken, repeated, rejected, tuple(questions), tuple(rejections), changes,
        tuple(losing), tally,
    )  # fmt: skip


def _batches(
    entries: Iterable[Taken | Rejected | Repeated],
) -> Iterator[list[Taken | Rejected | Repeated]]:
    rest = iter(entries)
    while batch := list(islice(rest, BATCH_LINES)):
        yield batch


def _compare(entry: Taken, known: dict[str, KnownCase]) -> Change:
    here = known.get(entry.record.case.case_id)
    if here is None:
        return "new"
    return "unchanged" if here.content_hash == entry.content_hash else "changed"


def _loses(entry: Taken, known: dict[str, KnownCase]) -> bool:
    """Whether a complete attribution would be followed by one that is not."""
    here = known.get(entry.record.case.case_id)
    if here is None or not here.has_complete_attribution or _compare(entry, known) == "unchanged":
        return False
    case, probes = entry.record.case, entry.record.probes
    return case.is_failure and not attribute(case, probes).complete
