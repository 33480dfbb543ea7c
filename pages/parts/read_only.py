"""Why a case may be only for reading in Review, and where it can be judged instead."""

from pages.parts.links import page_link
from pages.parts.round_address import query_of
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import DEFAULT_ROUND, Round


def say_why_read_only(its_round: Round) -> str:
    """Why nobody can change anything in this round now; empty where they can."""
    if its_round.state == "open":
        return ""
    events = current_store().load_round_events(its_round.name)
    why = [each.why for each in events if each.why][-1:]
    said = f": {why[0].rstrip('.')}" if why else ""
    return f"The round “{its_round.name}” is {its_round.state}{said}. You can read, but not change."


def say_why_outside(case_id: str, annotator: str, its_round: Round) -> str:
    """Why this person has no checklist for this case in this round: a clause; empty: they have."""
    name = its_round.name
    if name == DEFAULT_ROUND:
        return ""
    if not current_store().has_case(name, case_id):
        return f"The round “{name}” does not have this case"
    if annotator not in its_round.annotators:
        return f"You do not judge in the round “{name}”"
    return ""


def say_where_instead(rounds: list[str]) -> str:
    """Where a case can be judged, of the rounds that would take it: a clause."""
    if not rounds:
        return "no open round of yours takes it"
    where = "among all cases" if rounds[0] == DEFAULT_ROUND else f"in the round “{rounds[0]}”"
    return f"you can judge it {where}"


def render_outside(case_id: str, annotator: str, why: str) -> None:
    """Say in place of a checklist why there is none, with the way to where there is one."""
    rounds = current_store().find_rounds_to_judge(case_id, annotator)
    sentence = f"{why}; {say_where_instead(rounds)}."
    render_template("problem.html", sentence=sentence)
    if rounds:
        page_link(
            "review", "Judge it there", icon=":material/fact_check:", case=case_id,
            **query_of(rounds[0]),
        )  # fmt: skip
