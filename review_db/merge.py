"""Taking into one database what people did in another while they worked apart."""

import tempfile
from pathlib import Path

from sqlite_utils import Database

from review_db.case_state import refresh_case
from review_db.connection import (
    copy_database,
    open_database,
    open_untouched,
    write_transaction,
)
from review_db.copies import check_copy, check_is_database, check_tables
from review_db.merge_cases import take_annotators, take_cases
from review_db.merge_judgements import (
    note_overlap,
    take_comments,
    take_decisions,
    take_judgements,
)
from review_db.merge_mappings import take_mappings
from review_db.merge_probes import take_documents, take_probe_runs
from review_db.merge_report import MergeReport
from review_db.merge_rounds import take_guideline_reads, take_round_histories, take_rounds
from review_db.merge_rows import Merge
from review_db.migrations import migrate
from review_db.project import load_sample_hash
from trek_core.errors import StoreError

STEPS = (
    take_annotators,
    take_cases,
    take_rounds,
    take_guideline_reads,
    take_judgements,
    take_comments,
    take_decisions,
    take_round_histories,
    take_documents,
    take_probe_runs,
    take_mappings,
    note_overlap,
)
"""In this order: what refers to something comes after it."""


def merge(path: Path, other: Path, *, dry_run: bool = False) -> MergeReport:
    """Take into the database at `path` what `other` has more; all of it at once, or nothing.

    What both changed is listed and left as it is in `path`; `other` is only read. A second time
    adds nothing. A dry run works on a copy. Raises `StoreError` where either is no review database
    that this version reads, or only one is the sample project.
    """
    for each in (path, other):
        check_is_database(each)
    if path.samefile(other):
        raise StoreError(f"{path} and {other} are the same database: name two.")
    with tempfile.TemporaryDirectory(prefix="trek-merge-") as folder:
        theirs_path = _copy(other, Path(folder) / "theirs.db")
        check_tables(path)
        ours_path = _copy(path, Path(folder) / "ours.db") if dry_run else path
        migrate(ours_path)
        with open_database(theirs_path) as theirs, write_transaction(ours_path) as ours:
            report = _merge(ours, theirs)
    report.written = not dry_run
    return report


def _copy(path: Path, copy: Path) -> Path:
    with open_untouched(path) as db:
        copy_database(db, copy)
    check_copy(copy, path)
    migrate(copy)
    return copy


def _merge(ours: Database, theirs: Database) -> MergeReport:
    if (load_sample_hash(ours) is None) != (load_sample_hash(theirs) is None):
        raise StoreError(
            "One of the two is the sample project, which never mixes with cases of one's own."
        )
    merging = Merge(ours, theirs, MergeReport())
    for take in STEPS:
        take(merging)
    for case_id in sorted(merging.touched_cases):
        refresh_case(ours, case_id)
    return merging.report
