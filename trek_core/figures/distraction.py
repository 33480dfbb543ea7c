"""What kinds of page distract, as people named them."""

from collections.abc import Iterable

from trek_core.checklist.options import MISLEADING_KINDS
from trek_core.figures.marks import Figure, Mark, make_share
from trek_core.figures.named import Named, merge_pages
from trek_core.figures.sources import SOURCE_TITLES

KIND = "Cases"
MISSING = "Nobody has named a page that misled the model, so there are no kinds of distraction."
_NOTE = (
    "A share is of the cases on which people named a misleading page; a case with pages of two "
    "kinds counts under both."
)


def compute_distraction(cases: Iterable[str], named: Iterable[Named]) -> Figure:
    """In how many cases each kind of misleading page was named."""
    chosen = set(cases)
    pages = {key: each for key, each in merge_pages(named).items() if key in chosen}
    if not pages:
        return Figure(missing=MISSING)
    marks: list[Mark] = []
    for option in MISLEADING_KINDS:
        case_ids = [
            case_id
            for case_id, by_page in pages.items()
            if any(option.value in kinds for kinds in by_page.values())
        ]
        marks.append(
            make_share(option.title, KIND, SOURCE_TITLES["reviewed"], case_ids, len(pages))
        )
    return Figure(tuple(marks), notes=(_NOTE,))
