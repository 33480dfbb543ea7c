"""Cases as records: one version each time the content changed, and TrekTrace's side of each."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.figure_facts import store_figure_facts
from review_db.recorded_values import as_columns, store_texts
from trek_core.attribution import Attribution, attribute
from trek_core.case_facets import CaseFacets, compute_case_facets
from trek_core.errors import CaseNotFoundError
from trek_core.figures.facts import FigureFacts, compute_figure_facts
from trek_core.records import Record
from trek_core.search_texts import SearchTexts, compute_search_texts

QUESTION_SHOWN = 200
"""Characters of the question that lists show."""

Change = Literal["added", "unchanged", "changed"]


@dataclass(frozen=True)
class StoredCase:
    """A case as it stands: its latest version, without judgements.

    `attribution` is None for an accepted answer, which is not attributed.
    """

    record: Record
    attribution: Attribution | None
    version: int
    imported_at: str


@dataclass(frozen=True)
class KnownCase:
    """What an import looks at of a case: its content, and whether its attribution is complete."""

    content_hash: str
    has_complete_attribution: bool


@dataclass(frozen=True)
class PreparedCase:
    """A record ready to be stored; made before the write lock is taken."""

    record: Record
    content_hash: str
    attribution: Attribution | None
    record_text: str
    facets: CaseFacets
    texts: SearchTexts
    figure_facts: FigureFacts


def prepare_case(record: Record, content_hash: str) -> PreparedCase:
    """Compute what is stored beside a record."""
    attributed = attribute(record.case, record.probes) if record.case.is_failure else None
    text = record.model_dump_json(exclude_unset=True, exclude={"judgements", "decisions"})
    facets = compute_case_facets(record.case, record.probes, attributed)
    texts = compute_search_texts(record)
    figure_facts = compute_figure_facts(record)
    return PreparedCase(record, content_hash, attributed, text, facets, texts, figure_facts)


def store_case(db: Database, prepared: PreparedCase) -> Change:
    """Add a case, or a new version of it where its content changed."""
    case_id = prepared.record.case.case_id
    stored = db.execute(
        "select version, content_hash from cases where case_id = ?", [case_id]
    ).fetchone()
    if stored and stored["content_hash"] == prepared.content_hash:
        return "unchanged"
    version = stored["version"] + 1 if stored else 1
    _store_summary(db, prepared, version)
    db.execute(
        "insert into case_versions values (?, ?, ?, ?, ?)",
        [case_id, version, prepared.content_hash, now_text(), prepared.record_text],
    )
    store_figure_facts(db, case_id, prepared.figure_facts)
    if prepared.attribution:
        label_set = prepared.attribution.label_set
        db.execute(
            "insert into attributions values (?, ?, ?, ?, ?, ?)",
            [
                case_id,
                version,
                str(label_set.retrieval),
                str(label_set.post),
                prepared.attribution.complete,
                prepared.attribution.model_dump_json(),
            ],
        )
    return "changed" if stored else "added"


def _store_summary(db: Database, prepared: PreparedCase, version: int) -> None:
    case, attribution = prepared.record.case, prepared.attribution
    year = case.effective_year
    summary = {
        "case_id": case.case_id,
        "version": version,
        "content_hash": prepared.content_hash,
        "is_failure": case.is_failure,
        "dataset": case.dataset or "",
        "system": case.system.name if case.system else "",
        "effective_year": "" if year is None else str(year),
        "verdict": case.verdict or "",
        "labels": str(attribution.label_set) if attribution else "",
        "complete": attribution.complete if attribution else None,
        "question": case.question[:QUESTION_SHOWN],
        "search_text": "",  # `case_search` has the words now.
        **as_columns(prepared.facets),
    }
    names = ", ".join(summary)
    values = ", ".join(f":{name}" for name in summary)
    updates = ", ".join(f"{name} = excluded.{name}" for name in summary if name != "case_id")
    position = db.execute(
        f"insert into cases ({names}) values ({values}) "  # noqa: S608 - our own column names
        f"on conflict (case_id) do update set {updates} returning position",
        summary,
    ).fetchone()[0]
    store_texts(db, position, prepared.texts)


def load_case(db: Database, case_id: str) -> StoredCase:
    """The latest version of a case; raise `CaseNotFoundError` where there is none."""
    row = db.execute(
        "select v.record, v.version, v.imported_at, a.attribution from cases c "
        "join case_versions v on v.case_id = c.case_id and v.version = c.version "
        "left join attributions a on a.case_id = c.case_id and a.version = c.version "
        "where c.case_id = ?",
        [case_id],
    ).fetchone()
    if row is None:
        raise case_not_found(case_id)
    text = row["attribution"]
    return StoredCase(
        record=Record.model_validate_json(row["record"]),
        attribution=None if text is None else Attribution.model_validate_json(text),
        version=row["version"],
        imported_at=row["imported_at"],
    )


def find_known_cases(db: Database, case_ids: Iterable[str]) -> dict[str, KnownCase]:
    """Those of these cases that are here already, as they stand."""
    rows = db.execute(
        "select c.case_id, c.content_hash, c.complete from json_each(?) wanted "
        "join cases c on c.case_id = wanted.value",
        [json.dumps(list(case_ids))],
    )
    return {row[0]: KnownCase(row[1], bool(row[2])) for row in rows}


def list_positions(db: Database, case_ids: Iterable[str]) -> dict[str, int]:
    """Where these cases stand in the order of import; those that are not here are left out."""
    rows = db.execute(
        "select c.case_id, c.position from json_each(?) w join cases c on c.case_id = w.value",
        [json.dumps(list(case_ids))],
    )
    return {row[0]: row[1] for row in rows}


def load_case_version(db: Database, case_id: str) -> int:
    """The number of a case's latest version; raise `CaseNotFoundError` where there is none."""
    row = db.execute("select version from cases where case_id = ?", [case_id]).fetchone()
    if row is None:
        raise case_not_found(case_id)
    return int(row["version"])


def case_not_found(case_id: str) -> CaseNotFoundError:
    """The error for a case that is not in this database."""
    shown = case_id if len(case_id) <= 200 else f"{case_id[:200]}…"
    return CaseNotFoundError(
        f"There is no case {shown!r} in this database: check its name, or import its file."
    )
