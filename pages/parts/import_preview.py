"""What a file holds, read without writing anything, and what of it is new here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal

from review_db.store import KnownCase, ReviewStore
from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.jsonl import Rejected, Repeated, Taken
from trek_core.sources import AS_FOUND, ReadAs, Tally, read_source

CASES_SHOWN = 10
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

    def find_version(self) -> str:
        """What tells these bytes from others of the same name; raises OSError for a lost file."""
        if isinstance(self.content, Path):
            state = self.content.stat()
            return f"{state.st_mtime_ns}-{state.st_size}"
        return str(getattr(self.content, "file_id", id(self.content)))


@dataclass(frozen=True)
class Preview:
    """How many lines of a file would be taken, the first cases, and the first bad lines.

    `changes` counts what is taken by what the database has of it. `losing` are cases whose
    complete attribution an incomplete one would take the place of. `tally` says of which shapes the
    records are and what they lack.
    """

    name: str
    taken: int
    repeated: int
    rejected: int
    cases: tuple[Case, ...]
    rejections: tuple[Rejected, ...]
    changes: Counter[Change]
    losing: tuple[str, ...]
    tally: Tally


def load_preview(source: Source, store: ReviewStore, told: ReadAs = AS_FOUND) -> Preview:
    """Read a file as the import will, writing nothing; raises OSError where it cannot."""
    taken = repeated = rejected = 0
    cases: list[Case] = []
    rejections: list[Rejected] = []
    changes: Counter[Change] = Counter()
    losing: list[str] = []
    tally = Tally()
    for batch in _batches(read_source(source.rewound(), name=source.name, told=told)):
        lines = [e for e in batch if isinstance(e, Taken) and not isinstance(e, Repeated)]
        bad = [entry for entry in batch if isinstance(entry, Rejected)]
        rejected += len(bad)
        for refused in bad:
            tally.refuse(refused)
        rejections += bad[: REJECTIONS_SHOWN - len(rejections)]
        repeated += len(batch) - len(lines) - len(bad)
        taken += len(lines)
        for entry in lines:
            tally.add(entry.record, entry.line)
        cases += [entry.record.case for entry in lines[: CASES_SHOWN - len(cases)]]
        known = store.find_known_cases(entry.record.case.case_id for entry in lines)
        changes.update(_compare(entry, known) for entry in lines)
        losing += [entry.record.case.case_id for entry in lines if _loses(entry, known)]
    return Preview(
        source.name, taken, repeated, rejected, tuple(cases), tuple(rejections), changes,
        tuple(losing), tally,
    )  # fmt: skip


def describe_case(case: Case) -> dict[str, str]:
    """A case as one row of the preview; a list that was not recorded is not an empty one."""
    return {
        "Case": case.case_id,
        "Question": case.question,
        "Year": str(case.effective_year or ""),
        "Answer": case.prediction or "",
        "Reference answers": " | ".join(case.reference_answers or ()),
        "Verdict": case.verdict or "",
        "Gold URLs": _count(case.gold_urls),
        "Queries": _count(case.queries),
        "Returned URLs": _count(case.retrieved),
        "Opened URLs": _count(case.opened_urls),
        "System": case.system.name if case.system else "",
    }


def _count(values: Sequence[str] | None) -> str:
    return "not recorded" if values is None else str(len(values))


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
