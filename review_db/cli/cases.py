"""`trek cases`: the cases that filters and a search find, as the Cases page lists them."""

import argparse
import csv
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import make_printable, show, show_json

if TYPE_CHECKING:
    from review_db.store import CaseFilter, CaseRow, ReviewStore

LIMIT = 50
_AT_ONCE = 500
_COLUMNS = (
    "case_id", "dataset", "system", "question", "effective_year", "verdict", "labels", "complete",
    "state", "outcome", "queries", "pages", "found_in", "why_next",
)  # fmt: skip
_SHOWN_QUESTION = 90
_INCOMPLETE = (
    "incomplete: a judgement that the labels rest on is not recorded; trek case CASE_ID names it"
)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek cases` to the command line."""
    # The filters are one table for page and command; it is light to load.
    from review_db.case_filter import DEFAULT_ORDER, FACETS, ORDERS

    parser = subparsers.add_parser(
        "cases",
        help="list the cases that filters and a search find",
        description=(
            "List cases as the Cases page does. Filters narrow one another; an empty value, as "
            "--dataset '', finds the cases where it is not recorded."
        ),
    )
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--search", metavar="WORDS", help="words in the case or in people's notes")
    for facet in FACETS:
        parser.add_argument(f"--{facet.name.replace('_', '-')}", metavar="VALUE", help=facet.help)
    names = [each.name for each in ORDERS]
    parser.add_argument(
        "--sort", choices=names, default=DEFAULT_ORDER, help="order (default: of import)"
    )
    parser.add_argument(
        "--limit", type=read_limit, default=LIMIT, metavar="N",
        help=f"at most so many cases (default: {LIMIT}; 0 for all)",
    )  # fmt: skip
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object instead")
    form.add_argument("--csv", action="store_true", help="print comma-separated values instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the cases; 0 also where there are none."""
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore

    store = ReviewStore(existing_database_path(args.db))
    chosen = read_filter(args)
    total = store.list_cases(chosen, limit=1).total
    rows = (as_values(row) for row in list_rows(store, chosen, args.sort, args.limit))
    if args.json:
        show_json({"total": total, "cases": list(rows)})
    elif args.csv:
        writer = csv.DictWriter(sys.stdout, _COLUMNS)
        writer.writeheader()
        writer.writerows(map(_protect, rows))
    else:
        print_rows(list(rows), total)
    return 0


def read_filter(args: argparse.Namespace) -> "CaseFilter":
    """The filter that the options ask for; raise `FilterError` for a value that none can have."""
    from review_db.case_filter import FACETS, CaseFilter
    from review_db.filter_choices import read_choices

    names = ("search", *(each.name for each in FACETS))
    return read_choices(CaseFilter(**{name: getattr(args, name) for name in names}))


def read_limit(text: str) -> int:
    """How many cases are asked for, 0 for all."""
    try:
        limit = int(text)
    except ValueError:
        limit = -1
    if limit < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of cases: expected 0 or more")
    return limit


def list_rows(
    store: "ReviewStore", chosen: "CaseFilter", order: str, limit: int
) -> "Iterator[CaseRow]":
    """The cases in order, as many as wanted (0: all), a page at a time."""
    after, left = None, limit or sys.maxsize
    while left > 0:
        page = store.list_cases(chosen, after=after, limit=min(left, _AT_ONCE), order=order)
        yield from page.rows
        left -= len(page.rows)
        after = page.next_after
        if after is None:
            return


def as_values(row: "CaseRow") -> dict[str, Any]:
    """A row as plain values, null for what is not recorded."""
    values = {name: getattr(row, name, None) for name in _COLUMNS}
    snippet, reading = row.snippet, row.reading
    if snippet is not None:
        values["found_in"] = f"{snippet.field}: {''.join(text for text, _ in snippet.parts)}"
    if reading is not None:
        values["why_next"] = (
            f"{reading.stratum.judged} of {reading.stratum.judged + reading.stratum.waiting} "
            f"judged, agreement {reading.low:.0%}-{reading.high:.0%}"
        )
    return {name: None if value == "" else value for name, value in values.items()}


def shorten(question: str) -> str:
    """A question on one line, a cut one with a mark at its end."""
    line = " ".join(question.split())
    return line if len(line) <= _SHOWN_QUESTION else f"{line[: _SHOWN_QUESTION - 1]}…"


def _protect(values: dict[str, Any]) -> dict[str, Any]:
    """The values as no spreadsheet runs them, as in every CSV of an export."""
    from trek_core.exports.formula_text import protect_text

    return {
        name: protect_text(value) if isinstance(value, str) else value
        for name, value in values.items()
    }


def print_rows(rows: list[dict[str, Any]], total: int) -> None:
    """The cases for people: three lines each, and how many there are."""
    for values in rows:
        labels = values["labels"] or "no label"
        if values["complete"] is False:
            labels += " (incomplete)"
        verdict = values["verdict"] or "no verdict"
        about = (values["dataset"], values["system"], verdict, labels, values["state"])
        show(make_printable(values["case_id"]))
        show(f"  {shorten(values['question'])}")
        show(f"  {' | '.join(part for part in (*about, values['outcome']) if part)}")
        for name in ("found_in", "why_next"):
            if values[name]:
                show(f"  {' '.join(values[name].split())}")
    if any(values["complete"] is False for values in rows):
        show(_INCOMPLETE)
    shown = f"{len(rows):,} of " if len(rows) < total else ""
    show(f"{shown}{total:,} case{'' if total == 1 else 's'}")
