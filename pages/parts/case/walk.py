"""From a case to others, and to its review."""

from collections.abc import Sequence

from pages.parts.annotator import current_annotator
from pages.parts.filters import filter_query, is_filtered, read_filter
from pages.parts.links import page_link
from pages.parts.store import current_store
from review_db.store import DEFAULT_ROUND, CaseView
from trek_core.errors import FilterError


def find_walk(case_id: str) -> tuple[str | None, str | None]:
    """The cases before and after a case among those found, None at either end."""
    chosen, store = read_filter(), current_store()
    if not is_filtered(chosen):
        return store.neighbours(case_id)
    try:
        return store.find_beside(case_id, chosen, visible_to=current_annotator())
    except FilterError:  # The list says what is wrong with it.
        return None, None


def render_way_back() -> None:
    """Lead back to the cases among which this one was found."""
    chosen = read_filter()
    words = "The cases found" if is_filtered(chosen) else "All cases"
    page_link("cases", words, icon=":material/list_alt:", **filter_query(chosen))


def find_round_to_review(view: CaseView) -> dict[str, str]:
    """The address of the round in which this person is to judge the case; empty for any."""
    if view.round != DEFAULT_ROUND:
        return {"round": view.round}
    case_id = view.record.case.case_id
    return find_rounds_to_review([case_id])[case_id]


def find_rounds_to_review(case_ids: Sequence[str]) -> dict[str, dict[str, str]]:
    """For each case the address of the first open round in which this person is to judge it."""
    name, store = current_annotator(), current_store()
    found: dict[str, dict[str, str]] = {case_id: {} for case_id in case_ids}
    if name is None:
        return found
    for each in store.list_rounds(name):
        if each.state == "open" and name in each.annotators:
            for case_id in case_ids:
                if not found[case_id] and store.has_case(each.name, case_id):
                    found[case_id] = {"round": each.name}
    return found
