"""Taking an edited workbook in: first the report, and once it is confirmed, judgement events."""

import hashlib
from dataclasses import asdict
from pathlib import Path

from sqlite_utils import Database

from review_db.access import By, by_name
from review_db.answering import settle
from review_db.blind_cases import is_withheld
from review_db.cases import load_case
from review_db.clock import now_text
from review_db.connection import open_database, write_transaction
from review_db.judgement_events import StoredJudgement, Submission, read_answer
from review_db.judgements import Happening, append_events, load_judgement
from review_db.visibility import read_case
from review_db.workbook_base import Bases
from review_db.workbook_plan import plan_judgement
from review_db.workbook_report import JudgementPlan, Origin, Status, WorkbookReport
from review_db.workbook_rows import Edit, RowReader
from trek_core.checklist import evaluate
from trek_core.edited_files import open_edited
from trek_core.errors import StoreError


def report_workbook(path: Path, content: bytes, name: str) -> WorkbookReport:
    """What a workbook would change in the database at `path`; nothing is written.

    Raises `TrekError` for a file that is not to be opened.
    """
    with open_database(path) as db:
        return _report(db, content, name)


def import_workbook(
    path: Path, content: bytes, name: str, *, by: By, token: str | None = None
) -> WorkbookReport:
    """Take a workbook's edits in as judgement events, all in one transaction.

    `token` is that of the report that was confirmed: `StoreError` where it would be another now.
    """
    with write_transaction(path) as db:
        report = _report(db, content, name)
        if token is not None and report.token != token:
            raise StoreError(
                f"{name}: reviews were changed since this report was made. Nothing was written; "
                "look at the new report."
            )
        for plan in report.plans:
            _take(db, plan, report, by)
        report.written = True
    return report


def _report(db: Database, content: bytes, name: str) -> WorkbookReport:
    report = WorkbookReport(name, hashlib.sha256(content).hexdigest())
    edits: dict[tuple[str, str | None, str], list[Edit]] = {}
    with open_edited(content, name) as book:
        bases = Bases(db, with_trektrace=book.with_trektrace, variant=book.variant)
        reader = RowReader(book, bases, report)
        for edit in reader.read_edits():
            edits.setdefault(edit.judgement, []).append(edit)

    def add(edit: Edit, status: Status, stored: str, why: str) -> None:
        if status == "unchanged":
            report.counts["unchanged"] += 1
        else:
            reader.add(edit.key, edit.origin, status, edit.text, stored, why, edit.read)

    for some in edits.values():
        plan = plan_judgement(db, some, add)
        if plan is not None:
            report.plans.append(plan)
    return report


def _take(db: Database, plan: JudgementPlan, report: WorkbookReport, by: By) -> None:
    judgement = load_judgement(db, plan.case_id, plan.annotator, plan.round)
    who = by_name(by)
    happenings: list[Happening] = []
    origins: list[Origin] = []
    if plan.reopen is not None:
        old = asdict(judgement.submission)
        happenings.append(Happening("reopen", by_widget=False, old=old, by=who))
        origins.append(plan.reopen)
    for change, origin in plan.changes:
        old = read_answer(judgement.answers, change.field, change.part)
        happenings.append(
            Happening(
                "answer",
                by_widget=False,
                field=change.field,
                part=change.part,
                old=old,
                new=change.value,
                by=who,
            )
        )
        origins.append(origin)
    if happenings:
        judgement = append_events(db, judgement, happenings)
        _keep_origins(db, origins, report)
    if plan.submit is not None:
        submission = asdict(_settle(db, judgement))
        happening = Happening("submit", by_widget=False, new=submission, by=who)
        append_events(db, judgement, [happening])
        _keep_origins(db, [plan.submit], report)


def _settle(db: Database, judgement: StoredJudgement) -> Submission:
    case = load_case(db, judgement.case_id)
    _, facts = read_case(db, case, judgement, is_blind=is_withheld(db, judgement))
    return settle(evaluate(judgement.answers, facts), now_text())


def _keep_origins(db: Database, origins: list[Origin], report: WorkbookReport) -> None:
    """Keep the cells that the latest events came from, in their order."""
    last = db.execute("select max(event_id) from judgement_events").fetchone()[0]
    for event_id, origin in enumerate(origins, last - len(origins) + 1):
        db.execute(
            "insert into event_origins values (?, ?, ?, ?, ?, ?)",
            [event_id, report.file, report.sha256, origin.sheet, origin.row, origin.column],
        )
