"""The cases behind each number of a round, and the table of its people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from pages.parts.round_reads import load_rows_by_id, load_states_of
from pages.parts.round_words import CASE_STATE_WORDS, say_day, say_duration
from review_db.lead_view import FAST_SECONDS, STUCK_HOURS, PersonProgress
from review_db.store import RoundOverview

PERSON_STATES = {
    state: CASE_STATE_WORDS[state]
    for state in ("submitted", "needs_discussion", "draft", "skipped", "assigned", "not_started")
}
"""A person's states in the order of the table's columns; they add up to their cases."""


# Only a lease tells them apart, and it is over in minutes.
_NOT_BEGUN = ("assigned", "not_started")


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


@dataclass(frozen=True)
class OfPerson:
    """One person's cases of some states."""

    annotator: str
    states: tuple[str, ...]


Group = tuple[str, ...] | OfPerson
"""The cases behind a number: by id, or found when they are asked for."""


def name_person_group(person: PersonProgress, state: str) -> str:
    """What the group of somebody's cases in a state is called; those not begun are one group."""
    if state in _NOT_BEGUN:
        count = sum(getattr(person, each) for each in _NOT_BEGUN)
        return f"{person.annotator} · Not begun ({count:,})"
    return f"{person.annotator} · {PERSON_STATES[state]} ({getattr(person, state):,})"


def compute_case_groups(overview: RoundOverview, states: Mapping[str, str]) -> dict[str, Group]:
    """Group name -> its cases, for every number of a round that is not zero."""
    groups: dict[str, Group] = {}
    for state, words in CASE_STATE_WORDS.items():
        if found := tuple(case_id for case_id, stands in states.items() if stands == state):
            groups[f"Cases: {words} ({len(found):,})"] = found
    for blocker in overview.blockers:
        groups[f"Blocks: {blocker.what} ({blocker.count:,})"] = blocker.case_ids
    for words, noticed in (
        (f"Handed in after less than {FAST_SECONDS} s", overview.fast),
        (f"Draft untouched for {STUCK_HOURS} h", overview.stuck),
    ):
        for each in noticed:
            groups[f"{words}: {each.annotator} ({each.count:,})"] = each.case_ids
    for person in overview.people:
        for state in PERSON_STATES:
            alike = _NOT_BEGUN if state in _NOT_BEGUN else (state,)
            if any(getattr(person, each) for each in alike):
                group = OfPerson(person.annotator, alike)
                groups[name_person_group(person, state)] = group
    return groups


def load_group(group: Group, round_name: str) -> pd.DataFrame:
    """The cases of a group as a table with a `case_id` column."""
    if isinstance(group, OfPerson):
        stands = load_states_of(round_name, group.annotator)
        return _as_table([each for each, state in stands.items() if state in group.states])
    return _as_table(group)


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
