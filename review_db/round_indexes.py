"""The sixth step of the schema: indexes that hold all that a lead's reads of a round look at."""

from sqlite_utils import Database

INDEXES = (
    # Begins as `judgements_by_round` of the third step did, whose place it takes.
    "drop index judgements_by_round",
    (
        "create index judgements_by_round on judgements (round, case_id, annotator, state, "
        "outcome, retrieval_side, post_side, saved_at)"
    ),
    (
        "create index judgements_flagged on judgements (round, case_id, annotator) "
        "where flag is not null"
    ),
    "create index judgements_sent_back on judgements (round, case_id) where sent_back is not null",
)


def m006_round_indexes(db: Database) -> None:
    """What a round comes to, read from indexes alone: the rows hold every answer."""
    for statement in INDEXES:
        db.execute(statement)
