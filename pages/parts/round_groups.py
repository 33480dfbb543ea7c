"""The cases behind each number of a round, and the table of its people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from pages.parts.round_reads import Work, load_rows_by_id
from pages.parts.round_words import CASE_STATE_WORDS, say_day, say_duration
from review_db.lead_view import FAST_SECONDS, STUCK_HOURS, Noticed, PersonProgress
from review_db.store import RoundOverview

PERSON_STATES = {
    state: CASE_STATE_WORDS[state]
    for state in ("submitted", "needs_discussion", "draft", "skipped", "assigned", "not_started")
}
"""A person's states in the order of the table's columns; they add up to their cases."""


def compute_people(overview: RoundOverview) -> pd.DataFrame:
    """A row for each person: the states, which add up to the last number of them, and the time."""
    return pd.DataFrame(
        [
            {
                "Who": person.annotator,
                **{words: getattr(person, state) for state, words in PERSON_STATES.items()},
                "Cases": person.total,
                "Flagged": person.flagged,
                "Median": say_duration(person.median_seconds),
                "In all": say_duration(person.seconds),
                "Last": say_day(person.last_at) if person.last_at else "–",
            }
            for person in overview.people
        ]
    )


def name_person_group(person: PersonProgress, state: str) -> str:
    """What the group of somebody's cases in a state is called."""
    return f"{person.annotator} · {PERSON_STATES[state]} ({getattr(person, state):,})"


def compute_case_groups(
    overview: RoundOverview, states: Mapping[str, str], work: Sequence[Work]
) -> dict[str, pd.DataFrame]:
    """Group name -> its cases, for every number above that is not zero."""
    groups: dict[str, list[str]] = {}
    for state, words in CASE_STATE_WORDS.items():
        if found := [case_id for case_id, stands in states.items() if stands == state]:
            groups[f"Cases: {words} ({len(found):,})"] = found
    for blocker in overview.blockers:
        groups[f"Blocks: {blocker.what} ({blocker.count:,})"] = list(blocker.case_ids)
    for words, noticed in (
        (f"Handed in after less than {FAST_SECONDS} s", overview.fast),
        (f"Draft untouched for {STUCK_HOURS} h", overview.stuck),
    ):
        for person, found in _by_person(noticed).items():
            groups[f"{words}: {person} ({len(found):,})"] = found
    return {
        name: _as_table(case_ids)
        for name, case_ids in (groups | _group_people(overview, list(states), work)).items()
    }


def _group_people(
    overview: RoundOverview, case_ids: Sequence[str], work: Sequence[Work]
) -> dict[str, list[str]]:
    begun = {(each.annotator, each.case_id): each.state for each in work}
    groups: dict[str, list[str]] = {}
    for person in overview.people:
        for state in PERSON_STATES:
            if getattr(person, state):
                groups[name_person_group(person, state)] = [
                    case_id
                    for case_id in case_ids
                    if begun.get((person.annotator, case_id), "not_started") == state
                ]
    return groups


def _by_person(noticed: Iterable[Noticed]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for each in noticed:
        found[each.annotator].append(each.case_id)
    return found


def _as_table(case_ids: Sequence[str]) -> pd.DataFrame:
    rows = load_rows_by_id()
    return pd.DataFrame(
        [
            {"case_id": each, "Question": rows[each].question, "System": rows[each].system}
            for each in case_ids
            if each in rows
        ],
        columns=["case_id", "Question", "System"],
        dtype=str,
    )
