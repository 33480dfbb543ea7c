"""Several files as one export: parts of a ZIP, or files of a new folder."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from trek_core.errors import TrekError

_FIRST_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""A ZIP holds no earlier time."""


@contextmanager
def open_parts(target: Path | BinaryIO, made_at: datetime) -> Iterator[Path]:
    """A folder to write parts into, which become the target once all are there.

    A target that is no path, or ends in `.zip`, becomes a ZIP; any other path a folder, which must
    be new or empty. Raises `TrekError` where that cannot be done; the target is then as it was.
    """
    name = target.name if isinstance(target, Path) else "the files"
    try:
        with TemporaryDirectory(prefix="trek-parts-") as temporary:
            folder = Path(temporary) / "parts"
            folder.mkdir()
            yield folder
            if isinstance(target, Path) and target.suffix != ".zip":
                _become_folder(folder, target)
            else:
                packed = Path(temporary) / "parts.zip"
                zip_parts(packed, _files_of(folder), folder, made_at)
                deliver(packed, target)
    except OSError as error:
        raise TrekError(
            f"{name} cannot be written ({error}); check that the folder around it exists and has "
            "room"
        ) from error


def zip_parts(packed: Path, files: Iterable[Path], root: Path, made_at: datetime) -> None:
    """Make a ZIP of files, named from `root`, each with the time it says it was made at."""
    stamp = max(made_at.timetuple()[:6], _FIRST_ZIP_TIME)
    with ZipFile(packed, "w", ZIP_DEFLATED) as parts:
        for path in files:
            part = ZipInfo(path.relative_to(root).as_posix(), stamp)
            part.compress_type = ZIP_DEFLATED
            part.external_attr = 0o644 << 16
            with path.open("rb") as source, parts.open(part, "w") as held:
                shutil.copyfileobj(source, held)


def deliver(finished: Path, target: Path | BinaryIO) -> None:
    """Copy a finished file to its target, which appears whole or not at all."""
    if not isinstance(target, Path):
        with finished.open("rb") as source:
            shutil.copyfileobj(source, target)
        return
    beside = target.with_name(f".{target.name}.part")
    try:
        shutil.copyfile(finished, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _become_folder(folder: Path, target: Path) -> None:
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise TrekError(f"{target} is there already and is no empty folder; name another")
    beside = target.with_name(f".{target.name}.part")
    try:
        shutil.copytree(folder, beside)
        beside.replace(target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
