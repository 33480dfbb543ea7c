"""Two databases that start from one copy and go on apart, and what has to hold of any merge."""

from review_db.connection import open_database
from review_db.copies import back_up
from review_db.judgement_events import new_judgement, replay_events
from review_db.judgements import load_judgement_events, read_judgement
from review_db.merge_judgements import tell_history
from review_db.merge_rows import load_rows
from review_db.rounds import load_rules
from review_db.store import ReviewStore


def part(store, path):
    """A second database that is as this one is now."""
    back_up(store.path, path)
    return ReviewStore(path)


def dump(path):
    """Everything in a database."""
    with open_database(path) as db:
        return list(db.conn.iterdump())


def load_histories(path):
    """Each judgement's history, told by what a case version holds and without any numbers."""
    with open_database(path) as db:
        contents = {
            (row["case_id"], row["version"]): row["content_hash"]
            for row in load_rows(db, "case_versions")
        }
        places = db.execute(
            "select distinct case_id, annotator, round from judgement_events"
        ).fetchall()
        return {
            tuple(place): tell_history(
                load_rows(
                    db, "judgement_events", "case_id = ? and annotator = ? and round = ?", *place
                ),
                contents,
            )
            for place in places
        }


def check_rows_follow_from_events(path):
    """Every row of `judgements` is what its events add up to, and nothing points nowhere."""
    with open_database(path) as db:
        rows = [read_judgement(dict(row)) for row in db.execute("select * from judgements")]
        for row in rows:
            mode = load_rules(db, row.round).mode
            blank = new_judgement(row.case_id, row.annotator, row.round, 1, mode)
            events = load_judgement_events(db, row.case_id, row.annotator, row.round)
            assert replay_events(blank, events) == row
        places = db.execute(
            "select count(*) from (select distinct case_id, annotator, round from judgement_events)"
        )
        assert places.fetchone()[0] == len(rows)
        assert db.execute("pragma foreign_key_check").fetchall() == []
        assert db.execute("pragma integrity_check").fetchone()[0] == "ok"
