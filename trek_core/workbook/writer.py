"""Write the review workbook: every sheet in one pass over the records, in constant memory.

Each sheet streams to a temporary file of its own, so several can grow side by side while only one
row of each is in memory. The target appears whole or not at all.
"""

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.exceptions import XlsxFileError

from trek_core.agreement import AgreementReport
from trek_core.errors import TrekError
from trek_core.records import Record
from trek_core.workbook.agreement_sheet import build_agreement
from trek_core.workbook.audit_sheet import AUDIT
from trek_core.workbook.checklist_sheet import CHECKLIST
from trek_core.workbook.columns import Table
from trek_core.workbook.manifest import WorkbookAbout, WorkbookManifest, build_manifest
from trek_core.workbook.probes_sheet import PROBES
from trek_core.workbook.reviewed import read_record
from trek_core.workbook.styles import make_formats
from trek_core.workbook.table_writer import TableWriter, write_blocks
from trek_core.workbook.taxonomy_sheet import build_taxonomy

TABLES: tuple[Table[Any], ...] = (CHECKLIST, AUDIT, PROBES)
"""The sheets filled from the cases, in order."""

OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def write_workbook(
    target: Path | BinaryIO,
    records: Iterable[Record],
    report: AgreementReport | None,
    about: WorkbookAbout,
    *,
    with_trektrace: bool = True,
) -> WorkbookManifest:
    """Write records, people's judgements and the agreement report as one XLSX file.

    Without `with_trektrace` nothing of TrekTrace's side is in the file: no labels, grades or
    reasons, no equivalent pages, no noise probe. Raises `TrekError` where the file cannot be
    written or a sheet overflows; an existing target is then left as it was.
    """
    name = target.name if isinstance(target, Path) else "workbook"
    with TemporaryDirectory(prefix="trek-workbook-") as folder:
        finished = Path(folder) / "workbook.xlsx"
        try:
            with Workbook(str(finished), OPTIONS | {"tmpdir": folder}) as book:
                book.set_properties({"title": about.app_name, "created": _read_time(about)})
                manifest = _fill(book, records, report, about, with_trektrace)
            _deliver(finished, target)
        except (OSError, XlsxFileError) as error:
            raise TrekError(
                f"{name}: the workbook cannot be written ({error}); check that the folder exists, "
                "has room, and that no other program holds the file open"
            ) from error
    return manifest


def _fill(
    book: Workbook,
    records: Iterable[Record],
    report: AgreementReport | None,
    about: WorkbookAbout,
    with_trektrace: bool,
) -> WorkbookManifest:
    formats = make_formats(book)
    tables = [TableWriter(book, formats, table, with_trektrace) for table in TABLES]
    cases = judgements = 0
    for record in records:
        case = read_record(record, with_trektrace)
        for table in tables:
            table.add(case)
        cases += 1
        judgements += len(case.judgements)
    sheets = (
        *(table.finish() for table in tables),
        write_blocks(book, formats, build_taxonomy()),
        write_blocks(book, formats, build_agreement(report, with_trektrace)),
    )
    manifest = WorkbookManifest(cases, judgements, sheets)
    write_blocks(book, formats, build_manifest(about, manifest, with_trektrace))
    return manifest


def _deliver(finished: Path, target: Path | BinaryIO) -> None:
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


def _read_time(about: WorkbookAbout) -> datetime:
    return datetime.fromisoformat(about.created_at).astimezone(UTC)
