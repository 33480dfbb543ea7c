"""What Review shows of a case to whom, and why it may be only for reading."""

from pages.parts.store import current_store
from review_db.store import DEFAULT_ROUND, CaseView, Round


def load_view(case_id: str, annotator: str, round_name: str) -> CaseView | None:
    """The case as it may be seen in a round; None where another round asks for it blind.

    What is open in one round would otherwise tell what is withheld in the other.
    """
    store = current_store()
    view = store.load_case_for(case_id, annotator, round_name)
    if not view.is_blind and store.load_case_for(case_id, annotator).is_blind:
        return None
    return view


def find_blind_rounds(case_id: str, annotator: str) -> list[str]:
    """The rounds that have this person judge the case blind now."""
    store = current_store()
    return [
        each.name
        for each in store.list_rounds(annotator)
        if each.mode != "assisted"
        and store.load_case_for(case_id, annotator, each.name).is_blind
        and case_id in store.load_round_states(each.name)
    ]


def say_why_read_only(case_id: str, annotator: str, its_round: Round) -> str:
    """Why this person can change nothing here; empty where they can."""
    name = its_round.name
    if its_round.state != "open":
        why = [each.why for each in current_store().load_round_events(name) if each.why][-1:]
        said = f": {why[0].rstrip('.')}" if why else ""
        return f"The round “{name}” is {its_round.state}{said}. You can read, but not change."
    if name == DEFAULT_ROUND:
        return ""
    if annotator not in its_round.annotators:
        return f"You do not judge in the round “{name}”: a lead can add you."
    if case_id not in current_store().load_round_states(name):
        return f"The round “{name}” does not have this case."
    return ""
