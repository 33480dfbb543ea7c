"""A decision while it is being made: in the database, so that a reload or a restart finds it."""

from pages.parts.answers import Place, report_problem
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from review_db.decision_drafts import Change, DecisionDraft
from trek_core.errors import TrekError


def find_draft(place: Place) -> DecisionDraft:
    """A lead's decision on a case as far as it has got."""
    return current_store().load_decision_draft(place.case_id, place.round, place.annotator)


def change_draft(place: Place, change: Change) -> None:
    """Change a draft (a callback); what keeps it from being kept is said with the next run."""
    try:
        current_store().change_decision_draft(
            place.case_id, place.round, place.annotator, change, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, f"Not saved: {error}")
