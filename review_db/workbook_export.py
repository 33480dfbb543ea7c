"""Writing a choice of cases: the order, whose side is in it, and each kind of content."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from review_db.judgement_events import DEFAULT_ROUND
from review_db.workbook_cases import WorkbookChoice
from trek_core.annotation_tools.tasks import build_tasks
from trek_core.exports import build_corrections, build_reviewed, is_of_trektrace
from trek_core.exports.tables import TablesSummary, write_tables
from trek_core.file_parts import open_parts
from trek_core.workbook import WorkbookAbout, WorkbookManifest, write_workbook

if TYPE_CHECKING:
    from review_db.export_formats import ExportFormat
    from review_db.store import ReviewStore

LinesKind = Literal["reviewed", "corrections"]
LINES: Mapping[LinesKind, Callable[..., Iterator[dict[str, Any]]]] = {
    "reviewed": build_reviewed,
    "corrections": build_corrections,
}
"""Kind of file with one JSON object a line -> what makes the objects."""

APP_NAME = "TrekTrace Review"


@dataclass(frozen=True)
class ExportOrder:
    """What is wanted of an export; `filters` are the choice in words, for its manifest.

    `for_annotators` leaves out what they do not fill in. `with_texts` puts a workbook into a ZIP
    with the whole texts of its shortened cells. `with_pages` adds the text of pages that were
    fetched or pasted here, to a TrekTrace file.
    """

    choice: WorkbookChoice
    filters: Mapping[str, str] = field(default_factory=dict)
    for_annotators: bool = False
    with_texts: bool = False
    with_pages: bool = False


def is_blind_export(store: "ReviewStore", choice: WorkbookChoice, *, for_annotators: bool) -> bool:
    """Whether an export has nothing of TrekTrace's side: this alone decides it for every format.

    That of a blind round that is not over has not; that for the annotators of all rounds, or of
    the round of all failures, neither, while any such round is open. A TrekTrace file is the
    database and always has everything.
    """
    rounds = [choice.round] if choice.round else []
    if for_annotators and choice.round in (None, DEFAULT_ROUND):
        rounds = [each.name for each in store.list_rounds()]
    return any(store.is_blind_round(name) for name in rounds)


def find_rounds_told(
    store: "ReviewStore", kind: "ExportFormat", choice: WorkbookChoice
) -> list[str]:
    """The rounds in which questions are judged blind now of which a file has TrekTrace's side."""
    if kind.trektrace == "never":
        return []
    for_annotators = choice.with_seats or kind.trektrace == "by_annotators"
    is_blind = is_blind_export(store, choice, for_annotators=for_annotators)
    if is_blind and kind.trektrace != "always":
        return []
    return store.find_rounds_judging(choice)


def say_told(rounds: Iterable[str]) -> str:
    """What whoever gets a file ought to know that has TrekTrace's side of these rounds."""
    names = ", ".join(f"“{name}”" for name in rounds)
    return (
        f"This file has TrekTrace's side of questions that are judged blind in {names}: keep it "
        "from the people there."
    )


def describe_export(
    store: "ReviewStore", order: ExportOrder, *, for_annotators: bool
) -> WorkbookAbout:
    """Where an export comes from, and whether TrekTrace's side is in it."""
    choice = order.choice
    people = {"round": choice.round, "annotator": choice.annotator}
    return WorkbookAbout(
        app_name=APP_NAME,
        app_version=find_version(),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        database_revision=store.revision(),
        filters={**order.filters, **{name: value for name, value in people.items() if value}},
        is_sample=store.is_sample,
        with_trektrace=not is_blind_export(store, choice, for_annotators=for_annotators),
        variant="annotators" if order.for_annotators else "full",
    )


def export_workbook(
    store: "ReviewStore", target: Path | BinaryIO, order: ExportOrder
) -> WorkbookManifest:
    """Write a workbook."""
    about = describe_export(store, order, for_annotators=order.for_annotators)
    report = None if order.for_annotators else store.load_agreement_report()
    cases = store.load_workbook_cases(order.choice)
    return write_workbook(target, cases, report, about, with_texts=order.with_texts)


def export_tables(
    store: "ReviewStore", target: Path | BinaryIO, order: ExportOrder, **options: Any
) -> TablesSummary:
    """Write the sheets as tables, one file each; `options` are those of `write_tables`."""
    about = describe_export(store, order, for_annotators=False)
    cases = store.load_workbook_cases(order.choice)
    return write_tables(target, cases, store.load_agreement_report(), about, **options)


def export_tasks(
    store: "ReviewStore",
    target: Path | BinaryIO,
    order: ExportOrder,
    write: Callable[..., int],
) -> int:
    """Write the cases as tasks of another program, which its annotators will see."""
    about = describe_export(store, order, for_annotators=True)
    cases = store.load_workbook_cases(order.choice)
    shown = about.with_trektrace
    tasks = build_tasks(cases, order.choice.round or DEFAULT_ROUND, with_trektrace=shown)
    with open_parts(target, about.made_at) as folder:
        return write(folder, tasks, with_trektrace=shown)


def build_lines(
    store: "ReviewStore", kind: LinesKind, choice: WorkbookChoice
) -> Iterator[dict[str, Any]]:
    """The lines of a file of conclusions or of corrections."""
    training = {each.name for each in store.list_rounds() if each.is_training}
    lines = LINES[kind](store.load_workbook_cases(choice), training)
    if not is_blind_export(store, choice, for_annotators=False):
        return lines
    return ({name: line[name] for name in line if not is_of_trektrace(name)} for line in lines)


def find_version() -> str:
    """The version of this program, as installed."""
    try:
        return version("trek-review")
    except PackageNotFoundError:
        return "not installed"
