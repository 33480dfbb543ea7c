"""What answers came from that were not simply given: the cell of a file, another case's finding."""

from sqlite_utils import Database

from review_db.json_text import dump_json, load_json
from review_db.reference_findings import ReferenceFinding

_OF_CASE = "o join judgement_events e on e.event_id = o.event_id where e.case_id = ?"


def load_origins(db: Database, case_id: str) -> dict[int, str]:
    """Event id -> its origin in words, for the events on a case that have one."""
    cells = db.execute(f"select o.* from event_origins {_OF_CASE}", [case_id])  # noqa: S608 - ours
    found = {
        row["event_id"]: f"{row['file']}, {row['sheet']}, row {row['row']}, {row['column_name']}"
        for row in cells
    }
    findings = db.execute(f"select o.* from event_findings {_OF_CASE}", [case_id])  # noqa: S608
    for row in findings:
        verb = "decided" if row["is_decision"] else "judged"
        people = ", ".join(load_json(row["people"]))
        found[row["event_id"]] = f"case {row['case_id']}, {verb} by {people}"
    return found


def find_last_event(db: Database) -> int:
    """The number of the latest event there is."""
    return int(db.execute("select coalesce(max(event_id), 0) from judgement_events").fetchone()[0])


def keep_finding(db: Database, finding: ReferenceFinding, *, after: int) -> None:
    """Keep that all events after the one numbered `after` took their answers from a finding."""
    db.execute(
        "insert into event_findings "
        "select event_id, ?, ?, ?, ?, ? from judgement_events where event_id > ?",
        [
            finding.case_id,
            finding.round,
            dump_json(list(finding.people)),
            finding.is_decision,
            finding.found_at,
            after,
        ],
    )
