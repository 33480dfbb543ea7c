"""The case files that commands read and write: names checked first, refused in one sentence."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from trek_core.errors import TrekError, say_unreadable, say_unwritable

LOG_SUFFIX = ".probes.db"


def log_path(out: Path) -> Path:
    """Where the calls of a run are kept."""
    return out.with_name(out.name + LOG_SUFFIX)


def check_names(source: Path, out: Path, *others: str | None) -> None:
    """Raise `TrekError` for a name that no file can have, or an OUT with no place beside it."""
    longest = log_path(out).with_name(f"{out.name}{LOG_SUFFIX}-journal")
    for path in (source, out, longest, *(Path(other) for other in others if other)):
        try:
            str(path).encode()
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            shown = ascii(str(path))[1:-1][:200]
            raise TrekError(f"{shown} cannot be the name of a file ({why}).") from None
    if out.exists() and not out.is_file():
        raise TrekError(
            f"{out} is no ordinary file: name one for the output, as its log is kept beside it."
        )


def check_apart(out: Path, *sources: Path) -> None:
    """Raise `TrekError` where OUT is one of the files that are read."""
    for source in sources:
        is_same = out.exists() and source.exists() and out.samefile(source)
        if is_same or out.resolve() == source.resolve():
            raise TrekError(f"{out} is a file being read: choose another name for the output.")


def open_cases(source: Path) -> BinaryIO:
    """The open file; raises `TrekError` where it cannot be read."""
    try:
        return source.open("rb")
    except OSError as error:
        raise TrekError(say_unreadable(source, error)) from None


def write_cases(out: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """Write OUT, whole or not at all; raises `TrekError` where it cannot be written."""
    from trek_core.jsonl import write_lines

    try:
        write_lines(out, lines)
    except OSError as error:
        raise TrekError(say_unwritable(out, error)) from None
