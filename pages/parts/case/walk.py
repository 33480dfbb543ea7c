"""From a case to others, and to its review."""

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
    name, case_id = current_annotator(), view.record.case.case_id
    if name is None or view.round != DEFAULT_ROUND:
        return {} if view.round == DEFAULT_ROUND else {"round": view.round}
    store = current_store()
    for each in store.list_rounds(name):
        is_theirs = each.state == "open" and name in each.annotators
        if is_theirs and case_id in store.load_round_states(each.name):
            return {"round": each.name}
    return {}
