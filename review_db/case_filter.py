"""What cases can be filtered and sorted by: tables that database, pages, URLs and commands read."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from trek_core.errors import FilterError

FacetKind = Literal["value", "several", "range", "list"]


@dataclass(frozen=True)
class CaseFilter:
    """Which cases: each None for any, '' for those where it is not recorded.

    `label` holds for every case whose label set has it (`A + B`: both), `labels` for exactly that
    set. `queries`
    and `pages` are ranges: `3`, `2-5`, `4-`, `-1`. `cases` lists positions: `3.17`. `search` is
    words somewhere in the case, or in what people wrote about it.
    """

    dataset: str | None = None
    system: str | None = None
    label: str | None = None
    state: str | None = None
    outcome: str | None = None
    search: str | None = None
    labels: str | None = None
    verdict: str | None = None
    protocol: str | None = None
    year: str | None = None
    freshness: str | None = None
    backend: str | None = None
    effort: str | None = None
    complete: str | None = None
    cause: str | None = None
    with_trektrace: str | None = None
    among_people: str | None = None
    with_rerun: str | None = None
    url_policy: str | None = None
    drift: str | None = None
    queries: str | None = None
    pages: str | None = None
    cases: str | None = None

    @property
    def given(self) -> dict[str, str]:
        """The parts that leave anything out, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}


ALL_CASES: Final = CaseFilter()


@dataclass(frozen=True)
class Facet:
    """One thing to filter by.

    `title` and `help` are for people. `read` gives a case's values from its row. `is_telling`: it
    would tell what a blind round withholds, so it finds none of those cases.
    """

    name: str
    title: str
    help: str
    read: Callable[[Mapping[str, Any]], Iterable[str]]
    kind: FacetKind = "value"
    is_telling: bool = False


def _column(name: str) -> Callable[[Mapping[str, Any]], Iterable[str]]:
    return lambda row: (str(row[name]),)


def _count(name: str) -> Callable[[Mapping[str, Any]], Iterable[str]]:
    return lambda row: ("" if row[name] < 0 else str(row[name]),)


def _nowhere(_row: Mapping[str, Any]) -> Iterable[str]:
    return ()


def _read_complete(row: Mapping[str, Any]) -> Iterable[str]:
    return ({None: "", 0: "no", 1: "yes"}[row["complete"]],)


FACETS: Final = (
    Facet("dataset", "Dataset", "the dataset of the question", _column("dataset")),
    Facet("system", "System", "model, search and effort in one line", _column("system")),
    Facet(
        "label", "Label", "a label that TrekTrace gave, alone or with another",
        lambda row: row["labels"].split(" + "), "several", is_telling=True,
    ),
    Facet("state", "State", "where its review stands", _column("state"), is_telling=True),
    Facet(
        "outcome", "Outcome", "what people concluded, where they agree", _column("outcome"),
        is_telling=True,
    ),
    Facet(
        "labels", "Label set", "exactly these labels, as `Retrieval + Distraction`",
        _column("labels"), is_telling=True,
    ),
    Facet("verdict", "Verdict", "the recorded verdict", _column("verdict")),
    Facet("protocol", "Judge protocol", "under which rules it was judged", _column("protocol")),
    Facet("year", "Year", "the effective year, as recorded", _column("effective_year")),
    Facet(
        "freshness", "Freshness", "how fast the answer changes, as the dataset says",
        _column("freshness"), is_telling=True,
    ),
    Facet("backend", "Search backend", "what the system searched with", _column("backend")),
    Facet("effort", "Effort", "the system's reasoning effort", _column("effort")),
    Facet(
        "complete", "Complete", "whether everything the labels rest on is known: yes or no",
        _read_complete, is_telling=True,
    ),
    Facet(
        "cause", "Cause", "why the reference or the judge was wrong; other: in own words",
        _column("cause"), is_telling=True,
    ),
    Facet(
        "with_trektrace", "People and TrekTrace", "whether people's conclusion is TrekTrace's",
        _column("with_trektrace"), is_telling=True,
    ),
    Facet(
        "among_people", "People among themselves", "whether people in a round conclude alike",
        _column("among_people"), is_telling=True,
    ),
    Facet(
        "with_rerun", "Recorded and re-run", "whether probes run again lead to the same labels",
        _column("with_rerun"), is_telling=True,
    ),
    Facet(
        "url_policy", "URL policies", "whether any and all gold pages lead to the same labels",
        _column("url_policy"), is_telling=True,
    ),
    Facet(
        "drift", "Other reference", "what another release's reference does to the verdict",
        _column("drift"), is_telling=True,
    ),
    Facet("queries", "Queries", "how many queries: 3, 2-5, 4- or -1", _count("queries"), "range"),
    Facet("pages", "Pages", "how many pages came back: a range too", _count("pages"), "range"),
    Facet("cases", "Chosen cases", "their positions here, as 3.17", _nowhere, "list"),
)  # fmt: skip
"""Every filter but the search. A case has one value of a `value`, some of a `several`."""

FACETS_BY_NAME: Final = {each.name: each for each in FACETS}


@dataclass(frozen=True)
class Order:
    """An order of rows: its name in a URL, words for it, and the column, None for the position.

    `is_telling`: it would tell what a blind round withholds, so those cases come last in it.
    """

    name: str
    title: str
    column: str | None = None
    is_descending: bool = False
    is_telling: bool = False


ORDERS: Final = (
    Order("imported", "Order of import"),
    Order("newest", "Latest import first", None, is_descending=True),
    Order("informative", "Most informative"),
    Order("worked", "Latest work first", "worked_at", is_descending=True, is_telling=True),
    Order("question", "Question A to Z", "question"),
    Order("queries", "Most queries first", "queries", is_descending=True),
    Order("pages", "Most pages first", "pages", is_descending=True),
)
ORDERS_BY_NAME: Final = {each.name: each for each in ORDERS}
DEFAULT_ORDER: Final = "imported"

_RANGE = re.compile(r"\s*(\d{1,6})?\s*(-)?\s*(\d{1,6})?\s*", re.ASCII)


def read_range(name: str, text: str) -> tuple[int, int | None]:
    """The lowest and highest count of a range, None for no end; raises `FilterError`."""
    found = _RANGE.fullmatch(text)
    low, dash, high = found.groups() if found else (None, None, None)
    if not (low or high) or (low and high and not dash):
        raise FilterError(name, text, "expected a number or a range, as 3, 2-5, 4- or -1")
    if low and high and int(low) > int(high):
        raise FilterError(
            name, text, f"a range goes from the lower number to the higher, as {high}-{low}"
        )
    if not dash:
        return int(low or 0), int(low or 0)
    return int(low or 0), int(high) if high else None


def read_list(name: str, text: str) -> list[int]:
    """The positions of a list, each once; raises `FilterError`."""
    parts = text.split(".")
    if not all(each.isascii() and each.isdigit() and len(each) < 10 for each in parts):
        raise FilterError(name, text, "expected positions, as 3.17")
    return list(dict.fromkeys(int(each) for each in parts))
