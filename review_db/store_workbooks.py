"""The part of `ReviewStore` about workbooks that leave and come back."""

from collections.abc import Iterator
from pathlib import Path

from review_db import workbook_cases, workbook_import
from review_db.access import By, check_may
from review_db.connection import open_database
from review_db.workbook_cases import WorkbookChoice
from review_db.workbook_report import WorkbookReport
from trek_core.workbook import WorkbookCase


class WorkbookMethods:
    """What may be asked of a review database about workbooks."""

    path: Path

    def load_workbook_cases(self, choice: WorkbookChoice) -> Iterator[WorkbookCase]:
        """The cases a workbook holds, one at a time, all as of one moment."""
        with open_database(self.path) as db:
            yield from workbook_cases.load_workbook_cases(db, choice)

    def count_workbook_rows(self, choice: WorkbookChoice) -> tuple[int, int]:
        """How many cases and judgements the workbook of a choice holds."""
        with open_database(self.path) as db:
            return workbook_cases.count_workbook_rows(db, choice)

    def find_rounds_judging(self, choice: WorkbookChoice) -> list[str]:
        """The rounds in which anybody judges cases of a choice or its questions blind now."""
        with open_database(self.path) as db:
            return workbook_cases.find_rounds_judging(db, choice)

    def is_blind_round(self, round: str) -> bool:
        """Whether a round's workbook is to leave without TrekTrace's side."""
        with open_database(self.path) as db:
            return workbook_cases.is_blind_round(db, round)

    def report_reviews(self, content: bytes, name: str, *, by: By = None) -> WorkbookReport:
        """What an edited workbook would change, cell by cell; nothing is written."""
        with open_database(self.path) as db:
            check_may(db, "import_reviews", by)
        return workbook_import.report_workbook(self.path, content, name)

    def import_reviews(
        self, content: bytes, name: str, *, by: By = None, token: str | None = None
    ) -> WorkbookReport:
        """Take the edits of a workbook in; `token` is that of the report that was confirmed."""
        with open_database(self.path) as db:
            check_may(db, "import_reviews", by)
        return workbook_import.import_workbook(self.path, content, name, by=by, token=token)
