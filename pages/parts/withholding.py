"""Until when TrekTrace's side is withheld, in words."""

from collections.abc import Sequence

from review_db.store import CaseView, Round
from trek_core.judgements import Mode

_UNTIL: dict[Mode, str] = {
    "blind": "the round is closed",
    "blind_then_reveal": "you have handed in",
}
_UNTIL_ELSEWHERE: dict[Mode, str] = {
    "blind": "that round is closed",
    "blind_then_reveal": "you have handed it in there",
}


def say_until(view: CaseView) -> str:
    """Until when a blind case withholds what it does: a clause that follows "until"."""
    if view.waits_for:
        return "it may be revealed"
    return _UNTIL.get(view.mode, "it is shown")


def say_wait(others: Sequence[Round]) -> str:
    """Why handing in reveals nothing yet: the other rounds that have this person judge it blind."""
    waits = [
        f"in the round “{each.name}” too, until {_UNTIL_ELSEWHERE.get(each.mode, '')}"
        for each in others
    ]
    return (
        f"You judge this case blind {' and '.join(waits)}. TrekTrace's attribution can be revealed "
        "after that; it is withheld in both meanwhile."
    )
