"""What rounds ask of people, in words for the screen."""

from datetime import datetime

from review_db.lead_view import Pace
from review_db.rounds import CaseOrder, RoundKind
from review_db.store import Round
from trek_core.judgements import Mode

MODE_TITLES: dict[Mode, str] = {
    "assisted": "Assisted",
    "blind": "Blind",
    "blind_then_reveal": "Blind, then reveal",
}
MODE_MEANINGS: dict[Mode, str] = {
    "assisted": "Withholds nothing: TrekTrace's labels, grades and reasons stand beside the case.",
    "blind": "Withholds TrekTrace's labels, grades, reasons and evidence marks until the round is "
    "closed.",
    "blind_then_reveal": "Withholds TrekTrace's side until one's own answer is handed in; then "
    "shows it, and both answers are kept.",
}
KIND_TITLES: dict[RoundKind, str] = {"normal": "Normal", "training": "Training"}
KIND_MEANINGS: dict[RoundKind, str] = {
    "normal": "Counts in Agreement and in exports.",
    "training": "Has known answers and gives feedback; enters no figure.",
}
ORDER_TITLES: dict[CaseOrder, str] = {"shuffled": "Shuffled by the seed", "imported": "As imported"}
STATE_TITLES = {"open": "Open", "paused": "Paused", "closed": "Closed"}
CASE_STATE_WORDS = {
    "not_started": "Not started",
    "assigned": "Assigned",
    "draft": "Draft",
    "in_progress": "In progress",
    "submitted": "Submitted",
    "skipped": "Skipped",
    "needs_discussion": "Needs discussion",
    "needs_adjudication": "Needs adjudication",
    "final": "Final",
}
"""States of one person's judgement and of a case in a round, in the order in which they follow."""


def describe_overlap(shown: Round) -> str:
    """How many judgements each case is to have."""
    if shown.overlap is None:
        return "one by each"
    return f"{shown.overlap} per case"


def describe_people(shown: Round) -> str:
    """Who judges in a round."""
    return ", ".join(shown.annotators) or "everybody"


def say_day(at: str) -> str:
    """The day of a time, in UTC."""
    return datetime.fromisoformat(at).strftime("%Y-%m-%d")


def say_time(at: str) -> str:
    """Day and minute of a time, in UTC."""
    return datetime.fromisoformat(at).strftime("%Y-%m-%d %H:%M UTC")


def say_pace(pace: Pace) -> str:
    """How long the judgements handed in took; of one alone there is no half."""
    if pace.n == 1:
        return f"The one judgement took {say_duration(pace.median)}."
    return (
        f"Half of the {pace.n:,} judgements took {say_duration(pace.lower)} to "
        f"{say_duration(pace.upper)}, the median is {say_duration(pace.median)}."
    )


def say_duration(seconds: float | None) -> str:
    """Seconds in words short enough for a table."""
    if seconds is None:
        return "–"
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 600:
        return f"{seconds / 60:.1f} min"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
