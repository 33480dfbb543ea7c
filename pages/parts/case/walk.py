"""From a case to others, and to its review."""

from pages.parts.annotator import current_annotator
from pages.parts.store import current_store
from review_db.store import DEFAULT_ROUND, CaseView


def find_walk(case_id: str) -> tuple[str | None, str | None]:
    """The cases before and after a case, None at either end."""
    return current_store().neighbours(case_id)


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
