"""Who has read which version of the guideline, and what was judged under an older meaning."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from review_db.annotators import check_annotator
from review_db.clock import now_text
from review_db.json_text import load_json
from trek_core.checklist.versions import GUIDELINE_CHANGES, GuidelineChange, find_changed_fields
from trek_core.errors import StoreError

# The latest answer to each field of each judgement, with what an import brought.
_ANSWERED = """
select e.round, e.case_id, e.annotator, e.field, e.guideline_version, e.kind, e.new
from judgement_events e
where e.event_id in (
select max(event_id) from judgement_events where kind in ('answer', 'import')
and (:round is null or round = :round) group by round, case_id, annotator, field)
order by e.event_id
"""


@dataclass(frozen=True)
class OutdatedJudgement:
    """A judgement with answers given before the guideline changed what they mean."""

    round: str
    case_id: str
    annotator: str
    fields: tuple[str, ...]


def record_guideline_read(db: Database, annotator: str, version: str) -> None:
    """Keep that somebody has read a version; once is enough."""
    check_annotator(db, annotator)
    if version not in {change.version for change in GUIDELINE_CHANGES}:
        raise StoreError(f"There is no guideline version {version[:40]!r}.")
    db.execute(
        "insert into guideline_reads values (?, ?, ?) on conflict do nothing",
        [annotator, version, now_text()],
    )


def load_guideline_reads(db: Database) -> dict[str, dict[str, str]]:
    """Who has read which version when: annotator -> version -> time."""
    found: dict[str, dict[str, str]] = {}
    for name, version, read_at in db.execute(
        "select annotator, version, read_at from guideline_reads order by 1, 3"
    ):
        found.setdefault(name, {})[version] = read_at
    return found


def load_outdated_judgements(
    db: Database,
    round_name: str | None = None,
    changes: Sequence[GuidelineChange] = GUIDELINE_CHANGES,
) -> list[OutdatedJudgement]:
    """The judgements with an answer whose meaning has changed since it was given."""
    if not find_changed_fields(None, changes):
        return []
    given: dict[tuple[str, str, str], dict[str, str | None]] = {}
    for row in db.execute(_ANSWERED, {"round": round_name}):
        answered = given.setdefault((row["round"], row["case_id"], row["annotator"]), {})
        new = load_json(row["new"])
        if row["kind"] == "import":
            answered.update(dict.fromkeys(new["answers"], row["guideline_version"]))
        elif new is None:
            answered.pop(row["field"], None)
        else:
            answered[row["field"]] = row["guideline_version"]
    found = (
        OutdatedJudgement(*place, tuple(
            name for name, version in answered.items()
            if name in find_changed_fields(version, changes)
        ))
        for place, answered in given.items()
    )  # fmt: skip
    return sorted((each for each in found if each.fields), key=lambda each: each.case_id)
