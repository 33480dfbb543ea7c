"""Writing a choice of cases as a workbook: what the Export page and the command share."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from review_db.workbook_cases import WorkbookChoice
from trek_core.exports import build_corrections, build_reviewed
from trek_core.workbook import WorkbookAbout, WorkbookManifest, write_workbook

if TYPE_CHECKING:
    from review_db.store import ReviewStore

LinesKind = Literal["reviewed", "corrections"]
LINES: Mapping[LinesKind, Callable[..., Iterator[dict[str, Any]]]] = {
    "reviewed": build_reviewed,
    "corrections": build_corrections,
}
"""Kind of file with one JSON object a line -> what makes the objects."""

APP_NAME = "TrekTrace Review"


@dataclass(frozen=True)
class WorkbookOrder:
    """Which workbook is wanted; `filters` are the choice in words, for its Manifest.

    `for_annotators` leaves out what they do not fill in. A ZIP (`with_texts`) holds the whole texts
    of shortened cells as well.
    """

    choice: WorkbookChoice
    filters: Mapping[str, str] = field(default_factory=dict)
    for_annotators: bool = False
    with_texts: bool = False


def export_workbook(
    store: "ReviewStore", target: Path | BinaryIO, order: WorkbookOrder
) -> WorkbookManifest:
    """Write a workbook.

    That of a blind round that is not over has nothing of TrekTrace's side; that for the annotators
    of all rounds neither, while any such round is open.
    """
    choice = order.choice
    rounds = [choice.round] if choice.round else []
    if order.for_annotators and not rounds:
        rounds = [each.name for each in store.list_rounds()]
    is_blind = any(store.is_blind_round(name) for name in rounds)
    people = {"round": choice.round, "annotator": choice.annotator}
    about = WorkbookAbout(
        app_name=APP_NAME,
        app_version=find_version(),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        database_revision=store.revision(),
        filters={**order.filters, **{name: value for name, value in people.items() if value}},
        is_sample=store.is_sample,
        with_trektrace=not is_blind,
        variant="annotators" if order.for_annotators else "full",
    )
    report = None if order.for_annotators else store.load_agreement_report()
    cases = store.load_workbook_cases(choice)
    return write_workbook(target, cases, report, about, with_texts=order.with_texts)


def build_lines(
    store: "ReviewStore", kind: LinesKind, choice: WorkbookChoice
) -> Iterator[dict[str, Any]]:
    """The lines of a file of conclusions or of corrections."""
    training = {each.name for each in store.list_rounds() if each.is_training}
    return LINES[kind](store.load_workbook_cases(choice), training)


def find_version() -> str:
    """The version of this program, as installed."""
    try:
        return version("trek-review")
    except PackageNotFoundError:
        return "not installed"
