"""Write the review workbook: every sheet in one pass over the records, in constant memory.

Each sheet streams to a temporary file of its own, so several can grow side by side while only one
row of each is in memory. The target appears whole or not at all.
"""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.exceptions import XlsxFileError

from trek_core.agreement import AgreementReport
from trek_core.errors import TrekError
from trek_core.file_parts import deliver, zip_parts
from trek_core.records import Record
from trek_core.workbook.agreement_sheet import build_agreement
from trek_core.workbook.audit_sheet import AUDIT
from trek_core.workbook.checklist_sheet import CHECKLIST
from trek_core.workbook.columns import Table
from trek_core.workbook.decisions_sheet import DECISIONS
from trek_core.workbook.judgements_sheet import JUDGEMENTS
from trek_core.workbook.manifest import WorkbookAbout, WorkbookManifest, build_manifest
from trek_core.workbook.probes_sheet import PROBES
from trek_core.workbook.reviewed import WorkbookCase, read_case
from trek_core.workbook.sidecar import TEXTS_NAME, SidecarWriter
from trek_core.workbook.styles import make_formats
from trek_core.workbook.table_writer import TableWriter, write_blocks
from trek_core.workbook.taxonomy_sheet import build_taxonomy

EDITABLE: tuple[Table[Any], ...] = (CHECKLIST, AUDIT, PROBES)
"""The sheets whose cells for people come back, in order."""

TABLES: tuple[Table[Any], ...] = (*EDITABLE, DECISIONS, JUDGEMENTS)
"""The sheets filled from the cases; the last two follow from everybody's judgements."""

OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def write_workbook(
    target: Path | BinaryIO,
    cases: Iterable[Record | WorkbookCase],
    report: AgreementReport | None,
    about: WorkbookAbout,
    *,
    with_texts: bool = False,
) -> WorkbookManifest:
    """Write records, people's judgements and the agreement report as one XLSX file.

    `with_texts` makes it a ZIP of the workbook and the whole texts of its shortened cells. Raises
    `TrekError` where the file cannot be written or a sheet overflows; an existing target is then
    left as it was.
    """
    name = target.name if isinstance(target, Path) else "workbook"
    with TemporaryDirectory(prefix="trek-workbook-") as folder:
        book, texts = Path(folder) / "workbook.xlsx", Path(folder) / TEXTS_NAME
        try:
            manifest = _write(book, texts, cases, report, about)
            finished = book
            if with_texts:
                finished = book.with_suffix(".zip")
                zip_parts(finished, (book, texts), book.parent, about.made_at)
            deliver(finished, target)
        except (OSError, XlsxFileError) as error:
            raise TrekError(
                f"{name}: the workbook cannot be written ({error}); check that the folder exists, "
                "has room, and that no other program holds the file open"
            ) from error
    return manifest


def _write(
    path: Path,
    texts: Path,
    cases: Iterable[Record | WorkbookCase],
    report: AgreementReport | None,
    about: WorkbookAbout,
) -> WorkbookManifest:
    with (
        texts.open("wb") as sidecar,
        Workbook(str(path), OPTIONS | {"tmpdir": str(path.parent)}) as book,
    ):
        book.set_properties({"title": about.app_name, "created": about.made_at})
        return _fill(book, cases, report, about, SidecarWriter(sidecar))


def _fill(
    book: Workbook,
    cases: Iterable[Record | WorkbookCase],
    report: AgreementReport | None,
    about: WorkbookAbout,
    texts: SidecarWriter,
) -> WorkbookManifest:
    formats = make_formats(book)
    editable = [TableWriter(book, formats, table, about, texts) for table in EDITABLE]
    # Sheets stand in the order of their making, and rows go to all tables at once.
    taxonomy = write_blocks(book, formats, build_taxonomy())
    decisions, agreement, judgements = [], [], []
    if about.variant == "full":
        decisions = [TableWriter(book, formats, DECISIONS, about, texts)]
        figures = build_agreement(report, about.with_trektrace)
        agreement = [write_blocks(book, formats, figures)]
        judgements = [TableWriter(book, formats, JUDGEMENTS, about, texts)]
    counts = _add_cases([*editable, *decisions, *judgements], cases, about)
    sheets = (
        *(table.finish() for table in editable),
        taxonomy,
        *(table.finish() for table in decisions),
        *agreement,
        *(table.finish() for table in judgements),
    )
    manifest = WorkbookManifest(*counts, sheets)
    write_blocks(book, formats, build_manifest(about, manifest))
    return manifest


def _add_cases(
    tables: Iterable[TableWriter], cases: Iterable[Record | WorkbookCase], about: WorkbookAbout
) -> tuple[int, int]:
    n = judgements = 0
    for given in cases:
        case = given if isinstance(given, WorkbookCase) else WorkbookCase(given)
        reviewed = read_case(case, about.with_trektrace)
        for table in tables:
            table.add(reviewed)
        n += 1
        judgements += len(case.record.judgements)
    return n, judgements
