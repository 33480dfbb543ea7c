"""What a file holds, read without writing anything."""

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from trek_core.jsonl import Rejected, Repeated, read_jsonl

QUESTIONS_SHOWN = 5
REJECTIONS_SHOWN = 1_000


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
    """How many lines of a file would be taken, the first questions, and the first bad lines."""

    name: str
    taken: int
    repeated: int
    rejected: int
    questions: tuple[str, ...]
    rejections: tuple[Rejected, ...]


def load_preview(source: Source) -> Preview:
    """Read a file as the import will, without the database; raises OSError where it cannot."""
    taken = repeated = rejected = 0
    questions: list[str] = []
    rejections: list[Rejected] = []
    for entry in read_jsonl(source.rewound(), name=source.name):
        if isinstance(entry, Rejected):
            rejected += 1
            if len(rejections) < REJECTIONS_SHOWN:
                rejections.append(entry)
        elif isinstance(entry, Repeated):
            repeated += 1
        else:
            taken += 1
            if len(questions) < QUESTIONS_SHOWN:
                questions.append(entry.record.case.question)
    return Preview(source.name, taken, repeated, rejected, tuple(questions), tuple(rejections))
