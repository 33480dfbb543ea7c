"""Merging people and cases: what ours lacks is added, newer versions of a case included."""

from collections import defaultdict

from sqlite_utils import Database

from review_db.figure_facts import put_figure_facts
from review_db.merge_report import Conflict
from review_db.merge_rows import Merge, Row, load_rows
from review_db.recorded_values import store_texts
from trek_core.search_texts import SearchTexts

Versions = dict[int, str]
"""Version -> the hash of its content, oldest first."""

_OURS_ALONE = {
    "position", "state", "outcome", "cause", "with_trektrace", "among_people", "with_rerun",
    "worked_at",
}  # fmt: skip
"""What a case's row says of this database, not of the case."""


def take_annotators(merge: Merge) -> None:
    """Add everybody; roles, passwords and sign-in stay a matter of each database."""
    for row in load_rows(merge.theirs, "annotators"):
        merge.insert("annotators", row, "on conflict do nothing")


def take_cases(merge: Merge) -> None:
    """Add cases and versions, and note which version there is which here."""
    ours, theirs = _load_versions(merge.ours), _load_versions(merge.theirs)
    for row in load_rows(merge.theirs, "cases"):
        case_id = row["case_id"]
        known = ours.get(case_id, {})
        new = _list_new(known, theirs[case_id])
        if new is None:
            merge.refuse(_differ(case_id, known, theirs[case_id]))
        elif new:
            _take_versions(merge, row, known, new)
        for version, content in theirs[case_id].items():
            same = [number for number, hashed in known.items() if hashed == content]
            if same:
                merge.versions[case_id, version] = version if version in same else same[-1]


def _load_versions(db: Database) -> dict[str, Versions]:
    found: dict[str, Versions] = defaultdict(dict)
    for case_id, version, content in db.execute(
        "select case_id, version, content_hash from case_versions order by case_id, version"
    ):
        found[case_id][version] = content
    return found


def _list_new(ours: Versions, theirs: Versions) -> list[int] | None:
    """Their versions that follow on our latest one; None where both have gone on."""
    if not ours:
        return list(theirs)
    if set(theirs.values()) <= set(ours.values()):
        return []
    latest = ours[max(ours)]
    same = [version for version, content in theirs.items() if content == latest]
    return [version for version in theirs if version > same[-1]] if same else None


def _take_versions(merge: Merge, row: Row, known: Versions, new: list[int]) -> None:
    """Add these versions after ours; the case's row is as there, but for what is ours alone."""
    case_id = row["case_id"]
    first = max(known, default=0) + 1
    numbers = {version: number for number, version in enumerate(new, first)}
    summary = {name: value for name, value in row.items() if name not in _OURS_ALONE}
    summary["version"] = max(numbers.values())
    if known:
        updates = ", ".join(f"{name} = :{name}" for name in summary)
        merge.ours.execute(
            f"update cases set {updates} where case_id = :case_id",  # noqa: S608 - our own names
            summary,
        )
    else:
        merge.insert("cases", summary)
    _take_texts(merge, case_id)
    for table in ("case_versions", "attributions"):
        for each in load_rows(merge.theirs, table, "case_id = ?", case_id):
            if each["version"] in numbers:
                merge.insert(table, each | {"version": numbers[each["version"]]})
                if table == "case_versions":
                    known[numbers[each["version"]]] = each["content_hash"]
    for each in load_rows(merge.theirs, "figure_facts", "case_id = ?", case_id):
        put_figure_facts(merge.ours, each)
    merge.touched_cases.add(case_id)


def _take_texts(merge: Merge, case_id: str) -> None:
    """Let searches find what the case holds now."""
    texts = merge.theirs.execute(
        "select t.* from cases c join case_search t on t.rowid = c.position where c.case_id = ?",
        [case_id],
    ).fetchone()
    position = merge.ours.execute(
        "select position from cases where case_id = ?", [case_id]
    ).fetchone()[0]
    store_texts(merge.ours, position, SearchTexts(*texts))


def _differ(case_id: str, ours: Versions, theirs: Versions) -> Conflict:
    return Conflict(
        "case", None, case_id, None, {"version": max(ours)}, {"version": max(theirs)},
        "its content was changed on both sides",
    )  # fmt: skip
