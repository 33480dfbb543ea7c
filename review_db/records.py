"""Whole records with their judgements, as they are exported."""

from collections.abc import Iterator
from dataclasses import asdict

from sqlite_utils import Database

from review_db.case_filter import CaseFilter
from review_db.case_finding import compute_where
from review_db.decisions import StoredDecision, load_decisions
from review_db.documents import add_stored_documents
from review_db.judgement_events import StoredJudgement
from review_db.judgements import load_judgements
from trek_core.checklist import split_answers
from trek_core.judgements import Decision, Judgement
from trek_core.records import Record


def load_records(
    db: Database, case_filter: CaseFilter | None, *, with_pages: bool = False
) -> Iterator[Record]:
    """The latest version of each case with everyone's judgements, one at a time, in order.

    `with_pages` adds the stored snapshots of pages that the case brought no text of.
    """
    where, values = compute_where(db, case_filter)
    rows = db.execute(
        "select c.case_id, v.record from cases c "  # noqa: S608 - our own conditions
        "join case_versions v on v.case_id = c.case_id and v.version = c.version "
        f"where {where} order by c.position",
        values,
    )
    for case_id, text in rows:
        judgements = tuple(as_file_judgement(each) for each in load_judgements(db, case_id))
        record = Record.model_validate_json(text)
        case = add_stored_documents(db, record.case) if with_pages else record.case
        decisions = tuple(as_file_decision(each) for each in load_decisions(db, None, case_id))
        people = {"judgements": judgements, "decisions": decisions}
        yield record.model_copy(update={"case": case, **people})


def as_file_decision(stored: StoredDecision) -> Decision:
    """A decision as a file's block."""
    values = asdict(stored)
    del values["decision_id"], values["case_id"]
    return Decision.model_validate(values)


def as_file_judgement(stored: StoredJudgement) -> Judgement:
    """A judgement as a file's block, unknown fields of an imported one included."""
    block = {
        "annotator": stored.annotator,
        "round": stored.round,
        "mode": stored.mode,
        "state": stored.state,
        "revision": stored.revision,
        "guideline_version": stored.guideline_version,
        **split_answers(stored.answers),
        "outcome": stored.outcome,
        "labels": stored.labels,
        "submitted_at": stored.submitted_at,
        "skipped": stored.skipped,
        "flag": stored.flag,
        "revealed_at": stored.revealed_at,
        "before_reveal": stored.before_reveal,
    }
    return Judgement.model_validate(block | stored.extras)
