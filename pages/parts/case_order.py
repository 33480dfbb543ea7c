"""The order of the cases and what it adds to their table."""

from pages.parts.case_table import ExtraColumn
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_in_box, read_choice
from review_db.store import DEFAULT_ORDER, ORDERS, CaseFilter, CasePage, CaseRow

ORDER = "order"

_FIELD_WORDS = {
    "case_id": "case id",
    "question": "question",
    "answers": "answers",
    "queries": "queries",
    "evidence": "evidence",
    "notes": "notes",
}


def read_order() -> str:
    """The order that the URL asks for."""
    return read_choice(ORDER, {each.name: each for each in ORDERS}, DEFAULT_ORDER)


def choose_order() -> None:
    """Ask for the order; another order begins with its first page."""
    choose_in_box(
        "Order",
        ORDER,
        {each.name: each.title for each in ORDERS},
        default=DEFAULT_ORDER,
        hint="Most informative: unjudged cases by turns from the system and label set in "
        "which one more judgement narrows the interval of agreement most.",
    )


def render_nothing_to_judge(page: CasePage, order: str, pages_before: int) -> None:
    """Say so where the order of what to judge next has nothing to put in order."""
    if order == "informative" and not pages_before and page.rows[0].reading is None:
        render_template(
            "note.html",
            text="None of these is an unjudged failure that you may see: they stand in order of "
            "import.",
        )


def list_extra_columns(chosen: CaseFilter, order: str) -> list[ExtraColumn]:
    """The columns that this list has beside those of every list."""
    extra = []
    if chosen.search:
        extra.append(ExtraColumn("Found in", 300, _say_snippet))
    if order == "informative":
        extra.append(ExtraColumn("Why next", 300, _say_reading))
    if order in ("queries", "pages"):
        extra.append(ExtraColumn(order.capitalize(), 68, lambda row: _say_count(row, order)))
    return extra


def _say_snippet(row: CaseRow) -> str:
    if row.snippet is None:
        return ""
    text = "".join(f"‹{part}›" if is_hit else part for part, is_hit in row.snippet.parts)
    return f"{_FIELD_WORDS[row.snippet.field]}: {' '.join(text.split())}"


def _say_reading(row: CaseRow) -> str:
    if row.reading is None:
        return ""
    reading, stratum = row.reading, row.reading.stratum
    before = f"after {reading.given:,} above " if reading.given else ""
    return (
        f"{stratum.judged or 'none'} judged, {stratum.waiting:,} waiting; agreement "
        f"{100 * reading.low:.0f}–{100 * reading.high:.0f} %, {before}narrows by "
        f"{100 * reading.gain:.1f} points"
    )


def _say_count(row: CaseRow, name: str) -> str:
    count = getattr(row, name)
    return "" if count is None else str(count)
