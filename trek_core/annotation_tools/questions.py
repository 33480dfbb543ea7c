"""The checklist as questions, and what of a case is shown beside them: both from the Checklist
sheet's columns, so that what is withheld there is withheld here."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from trek_core.checklist import FIELDS_BY_NAME, Kind
from trek_core.checklist.options import Option, Options
from trek_core.workbook.answer_text import offered
from trek_core.workbook.audit_sheet import PAGE, compute_found
from trek_core.workbook.cells import join_lines
from trek_core.workbook.checklist_sheet import CHECKLIST, ChecklistRow
from trek_core.workbook.columns import Column
from trek_core.workbook.probes_sheet import compute_probes
from trek_core.workbook.reviewed import ReviewedCase
from trek_core.workbook.row_keys import STATE

ANNOTATOR = "annotator_name"

_PAGES_HELP = "On each line a page's URL, then “ — ” and its mark: {marks}."
_ENTRIES_HELP = "On each line a URL, then “ — ” and a quote, then (published 2025-01-31)."
_CALLS_HELP = "One call a line."

_OPTION_KINDS = (Kind.YES_NO, Kind.CHOICE, Kind.SEVERAL)


@dataclass(frozen=True)
class Question:
    """One question: a choice among options, else a text; `step` is None for those around it."""

    name: str
    title: str
    step: int | None = None
    options: Options = ()
    takes_several: bool = False
    help: str = ""


@dataclass(frozen=True)
class Shown:
    """One text that is shown of a case; empty where there is nothing to show."""

    name: str
    title: str
    read: Callable[[ReviewedCase], str]


@cache
def list_questions(with_trektrace: bool) -> tuple[Question, ...]:
    """Who answers, the checklist in order, and whether it is finished."""
    columns = (column.name for column in list_columns(with_trektrace) if column.place)
    return (
        Question(ANNOTATOR, "Your name, as in the review app"),
        *(_ask(name) for name in columns if name != STATE),
        Question(
            STATE,
            "Is it finished?",
            options=(Option("draft", "Draft"), Option("submitted", "Submitted")),
        ),
    )


@cache
def list_shown(with_trektrace: bool) -> tuple[Shown, ...]:
    """What is shown of a case, in order."""
    columns = (
        column
        for column in list_columns(with_trektrace)
        if column.place is None and column.source != "people" and not column.is_mark
    )
    return (
        *(Shown(each.name, _title(each.name), _read_column(each)) for each in columns),
        Shown("searches", "Queries and what each returned", _show_searches),
        Shown("probes", "Probes", _show_probes),
    )


def list_columns(with_trektrace: bool) -> tuple[Column[ChecklistRow], ...]:
    """The columns of the Checklist sheet."""
    return CHECKLIST.shown_columns(with_trektrace=with_trektrace, variant="full")


def _ask(name: str) -> Question:
    field = FIELDS_BY_NAME[name]
    has_options = field.kind in _OPTION_KINDS
    return Question(
        name,
        field.question,
        field.step,
        _unique(offered(field)) if has_options else (),
        field.kind is Kind.SEVERAL,
        " ".join(part for part in (field.help, _form_of(field.kind, field.options)) if part),
    )


def _form_of(kind: Kind, options: Options) -> str:
    if kind is Kind.PAGES:
        return _PAGES_HELP.format(marks=", ".join(option.value for option in options))
    return {Kind.ENTRIES: _ENTRIES_HELP, Kind.CALLS: _CALLS_HELP}.get(kind, "")


def _unique(options: Options) -> Options:
    return tuple({option.value: option for option in options}.values())


def _title(name: str) -> str:
    words = name.replace("_", " ").replace("trektrace", "TrekTrace:").replace("url", "URL")
    return words[0].upper() + words[1:]


def _read_column(column: Column[ChecklistRow]) -> Callable[[ReviewedCase], str]:
    def read(case: ReviewedCase) -> str:
        value = column.value(ChecklistRow(case, None))
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is None or isinstance(value, str | int | float):
            return "" if value is None else str(value)
        return join_lines(value)

    return read


def _show_searches(case: ReviewedCase) -> str:
    lines = []
    for found in compute_found(case.record.case):
        query = found.query if found.query is not None else "query not recorded"
        call = f"{found.call}. {query}" if found.call is not None else query
        lines.append(f"{call} → {found.url if found.returned == PAGE else found.returned}")
    return "\n".join(lines)


def _show_probes(case: ReviewedCase) -> str:
    """Inputs and answers; grades are among what is suggested."""
    parts = []
    for probe in compute_probes(case.record.probes, case.with_trektrace):
        lines = [f"{probe.name}: {probe.status}"]
        if probe.context_urls is not None:
            lines += ["Pages:", *probe.context_urls]
        if probe.answer is not None:
            lines += ["Answer:", probe.answer]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
