"""Why a case may be only for reading in Review."""

from pages.parts.store import current_store
from review_db.store import DEFAULT_ROUND, Round


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
    if not current_store().has_case(name, case_id):
        return f"The round “{name}” does not have this case."
    return ""
