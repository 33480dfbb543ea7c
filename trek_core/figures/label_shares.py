"""The share of each label by system and dataset (Figure 2)."""

from collections.abc import Sequence
from functools import cache, partial

from trek_core.agreement.comparisons.prevalence import GROUPINGS, find_flagged
from trek_core.figures.cases import FigureCase
from trek_core.figures.marks import NOT_RECORDED, Figure, Mark, make_share
from trek_core.figures.sources import (
    NOT_DRAWN,
    SOURCE_TITLES,
    Switch,
    drop_repeats,
    note_incomplete,
    read_labels,
)
from trek_core.taxonomy import Label

ALL_CASES = "All cases"
NO_LABELS = "No case among these has labels of this kind."

_NOTES = (
    (
        "A share is of the cases of its row that have labels of this kind; a case may have two "
        "labels, so shares may add up to more than 100 %. In brackets: 95 % Wilson intervals."
    ),
)


def compute_label_shares(cases: Sequence[FigureCase], switch: Switch, by: str) -> Figure:
    """Shares with Wilson intervals; `by` is one of `GROUPINGS`."""
    sources, left_out = read_labels(cases, switch)
    if not sources:
        return Figure(missing=NO_LABELS, left_out=left_out)
    named = cache(partial(_name_group, by))
    groups: dict[str, list[str]] = {}
    for case in cases:
        groups.setdefault(named(case.dataset, case.system), []).append(case.case_id)
    marks: list[Mark] = []
    for group, case_ids in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0])):
        own = {
            source: [case_id for case_id in case_ids if case_id in labels]
            for source, labels in sources.items()
        }
        for source, chosen in drop_repeats(own).items():
            flagged = find_flagged(chosen, sources[source])
            marks += [
                make_share(
                    group, str(label), SOURCE_TITLES[source], flagged[label], len(chosen),
                    is_drawn=source not in NOT_DRAWN,
                )
                for label in Label
                if chosen
            ]  # fmt: skip
    return Figure(tuple(marks), notes=(*_NOTES, *note_incomplete(sources)), left_out=left_out)


def _name_group(by: str, dataset: str, system: str) -> str:
    values = {"dataset": dataset, "system": system}
    return ", ".join(values[name] or NOT_RECORDED for name in GROUPINGS[by]) or ALL_CASES
