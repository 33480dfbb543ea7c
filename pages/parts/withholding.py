"""Until when TrekTrace's side is withheld, in words."""

from collections.abc import Sequence

from review_db.blind_cases import BlindRound
from review_db.store import CaseView, Round
from trek_core.counted import count_of
from trek_core.judgements import Mode

_UNTIL: dict[Mode, str] = {
    "blind": "the round is closed",
    "blind_then_reveal": "you have handed in",
}
_UNTIL_ELSEWHERE: dict[Mode, str] = {
    "blind": "that round is closed",
    "blind_then_reveal": "you have handed it in there",
}


def say_withheld(view: CaseView) -> str:
    """Why a case is withheld from whoever looks: a clause."""
    if view.withheld_for_another:
        return "you judge another case of this question blind"
    return "you judge this case blind"


def say_until(view: CaseView) -> str:
    """Until when a blind case withholds what it does: a clause that follows "until"."""
    if view.waits_for:
        return "it may be revealed"
    return _UNTIL.get(view.mode, "it is shown")


def say_closed(rounds: Sequence[BlindRound]) -> str:
    """Why a page that shows all cases is closed to somebody, and what opens it."""
    why, when = [], []
    for each in rounds:
        name = f"the round “{each.name}”"
        if each.mode == "blind":
            why.append(f"you judge the {count_of(each.n, 'case')} of {name} blind")
            when.append(f"when {name} is closed")
        else:
            why.append(f"in {name} you have yet to reveal {each.withheld:,} of "
                       f"{count_of(each.n, 'case')}")  # fmt: skip
            when.append(f"once you have revealed all of {name}, or it is closed")
    return (
        f"This page would show what is withheld from you: {'; '.join(why)}. "
        f"It opens for you {', and '.join(when)}."
    )


def say_reveal(view: CaseView) -> str:
    """What may be revealed now, and what that tells of beside the case."""
    text = "TrekTrace's attribution can be shown now; your answer is kept as it is."
    if view.tells_of:
        others = count_of(view.tells_of, "other case")
        text += (
            f" You have yet to judge {others} of this question blind, and key evidence belongs to "
            "the question: to judge them unaided, reveal it after that."
        )
    return text


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
