"""How many queries were asked and how many pages came back, label by label."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import quantiles
from typing import Literal

from trek_core.agreement.comparisons.prevalence import find_flagged
from trek_core.figures.cases import FigureCase
from trek_core.figures.label_shares import NO_LABELS
from trek_core.figures.marks import Figure, Mark, make_share
from trek_core.figures.sources import (
    NOT_DRAWN,
    SOURCE_TITLES,
    Switch,
    drop_repeats,
    note_incomplete,
    read_labels,
)
from trek_core.taxonomy import Label

Counted = Literal["queries", "pages"]

EDGES: dict[Counted, tuple[int, ...]] = {
    "queries": (0, 1, 2, 3, 5, 8, 12),
    "pages": (0, 1, 6, 11, 21, 51, 101),
}
"""Where each range of a distribution begins; the last one is open."""


def compute_search_effort(cases: Sequence[FigureCase], switch: Switch, counted: Counted) -> Figure:
    """The distribution of a count over the cases of each label, with quartiles beside it."""
    sources, left_out = read_labels(cases, switch)
    if not sources:
        return Figure(missing=NO_LABELS, left_out=left_out)
    counts = {
        case.case_id: n for case in cases if (n := getattr(case, counted)) is not None
    }  # fmt: skip
    if not counts:
        return Figure(missing=f"How many {counted} there were is not recorded for any of these.")
    marks: list[Mark] = []
    quartiles: dict[tuple[str, str], str] = {}
    note = f"A share is of the cases of a label whose {counted} are recorded."
    flagged = {
        source: find_flagged((each for each in labels if each in counts), labels)
        for source, labels in sources.items()
    }
    for label in Label:
        own = drop_repeats({source: by_label[label] for source, by_label in flagged.items()})
        for source, chosen in own.items():
            if not chosen:
                continue
            name = SOURCE_TITLES[source]
            quartiles[str(label), name] = _say_quartiles([counts[each] for each in chosen])
            within: list[list[str]] = [[] for _ in EDGES[counted]]
            for case_id in chosen:
                within[find_range(counted, counts[case_id])].append(case_id)
            marks += [
                make_share(
                    str(label), title, name, case_ids, len(chosen),
                    is_drawn=bool(case_ids) and source not in NOT_DRAWN,
                )
                for title, case_ids in zip(name_ranges(counted), within, strict=True)
            ]  # fmt: skip
    silent = {case.case_id for case in cases if getattr(case, counted) is None}
    labelled = {case_id for labels in sources.values() for case_id in labels}
    if silent & labelled:
        left_out = left_out | {
            f"{counted.capitalize()} not recorded": tuple(
                case.case_id for case in cases if case.case_id in silent & labelled
            )
        }
    return Figure(
        tuple(marks),
        notes=(note, *note_incomplete(sources)),
        left_out=left_out,
        beside=quartiles,
        beside_title="Median (middle half)",
        parts_title=counted.capitalize(),
    )


def name_ranges(counted: Counted) -> list[str]:
    """The ranges in words."""
    edges = EDGES[counted]
    closed = [f"{low}" if high == low + 1 else f"{low}–{high - 1}" for low, high in pairwise(edges)]
    return [*closed, f"{edges[-1]}+"]


def find_range(counted: Counted, n: int) -> int:
    """Which range a count is in."""
    return bisect_right(EDGES[counted], n) - 1


def _say_quartiles(counts: list[int]) -> str:
    low, middle, high = quantiles(counts, n=4, method="inclusive") if counts[1:] else counts * 3
    return f"{middle:g} ({low:g}–{high:g})"
