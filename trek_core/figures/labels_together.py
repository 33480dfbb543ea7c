"""Which labels occur together: the two sides of the label set crossed."""

from collections.abc import Sequence

from trek_core.figures.cases import FigureCase
from trek_core.figures.label_shares import NO_LABELS
from trek_core.figures.marks import Figure, make_share
from trek_core.figures.sources import NOT_DRAWN, SOURCE_TITLES, Switch, note_incomplete, read_labels
from trek_core.taxonomy import NONE, POST_SIDES, RETRIEVAL_SIDES

_NOTES = (
    (
        "Rows are the retrieval side, columns the post-retrieval side; each case is in one cell. "
        "None on both sides is Randomness."
    ),
)


def compute_labels_together(cases: Sequence[FigureCase], switch: Switch) -> Figure:
    """The share of each of the nine label sets."""
    sources, left_out = read_labels(cases, switch)
    if not sources:
        return Figure(missing=NO_LABELS, left_out=left_out)
    marks = []
    for source, labels in sources.items():
        cells: dict[tuple[str, str], list[str]] = {}
        for case_id, label_set in labels.items():
            cells.setdefault((label_set.retrieval, label_set.post), []).append(case_id)
        marks += [
            make_share(
                _say(retrieval), _say(post), SOURCE_TITLES[source],
                case_ids, len(labels), is_drawn=bool(case_ids) and source not in NOT_DRAWN,
            )
            for retrieval in RETRIEVAL_SIDES
            for post in POST_SIDES
            for case_ids in [cells.get((retrieval, post), ())]
        ]  # fmt: skip
    return Figure(
        tuple(marks),
        notes=(*_NOTES, *note_incomplete(sources)),
        left_out=left_out,
        parts_title="Post-retrieval side",
    )


def _say(side: str) -> str:
    return "None" if side == NONE else str(side)
