"""From a widget to the store: every answer is written before the page says that it is saved.

The case, the round, the annotator and the field travel with every callback, and case and round
stand in every widget key, so that an old tab, a restarted server or two quick presses cannot write
one case's answer to another.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import streamlit as st

from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from review_db.store import DEFAULT_ROUND, Saved, StoredJudgement
from trek_core.checklist import FIELDS_BY_NAME, Kind
from trek_core.errors import StaleRevisionError, TrekError

_SEEN = "review-seen"  # see seen_values
_REFRESH = "review-refresh"  # case key -> how often its widgets were made anew here
_SAID = "review-said"  # (case key, Said) to show with the next run
_SAVED = "review-saved"  # (case key, Saved) of the latest write
_CONFLICT = "review-conflict"  # the Conflict that waits for somebody to settle it


def compute_case_key(case_id: str, round_name: str = DEFAULT_ROUND) -> str:
    """A case in a round, as widget keys name it: 16 hex digits of a SHA-256."""
    name = case_id if round_name == DEFAULT_ROUND else f"{round_name}\0{case_id}"
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True)
class Place:
    """Whose judgement of which case in which round a widget belongs to.

    `epoch` grows with every change a widget did not make; widgets of an older epoch are gone.
    `revision` is the one that was drawn. With `decides` it is no judgement but the draft of a
    lead's decision on the case.
    """

    case_id: str
    annotator: str
    epoch: str
    revision: int
    round: str = DEFAULT_ROUND
    decides: bool = False

    @property
    def case_key(self) -> str:
        """The case's name in widget keys and in what is kept about it."""
        key = compute_case_key(self.case_id, self.round)
        return compute_case_key(key, "decision") if self.decides else key

    def key(self, field: str, index: int | None = None) -> str:
        """The widget key of a field, or of one page of a field of pages."""
        part = "" if index is None else f"-{index}"
        return f"a-{self.case_key}-{field}{part}-{self.epoch}"


class Slot(NamedTuple):
    """What one widget answers: a checklist field, or one page (its URL) of a field of pages."""

    field: str
    part: str | None
    key: str


class Said(NamedTuple):
    """What the last press did, or why it did nothing: a sentence; `is_good` where all is well."""

    sentence: str
    is_good: bool = False


class Conflict(NamedTuple):
    """An answer that was not saved because another one had come meanwhile.

    `seen` is what both rested on, `mine` what was chosen here, `theirs` what is stored.
    """

    case_key: str
    slot: Slot
    seen: Any
    mine: Any
    theirs: Any


def make_place(judgement: StoredJudgement, case_id: str) -> Place:
    """The place of a judgement as it stands now."""
    key = compute_case_key(case_id, judgement.round)
    refreshed = st.session_state.setdefault(_REFRESH, {}).get(key, 0)
    epoch = f"{judgement.epoch}-{refreshed}"
    return Place(case_id, judgement.annotator, epoch, judgement.revision, judgement.round)


def refresh_widgets(case_key: str) -> None:
    """Make the case's widgets anew from the database with the next run."""
    counts = st.session_state.setdefault(_REFRESH, {})
    counts[case_key] = counts.get(case_key, 0) + 1


def report_problem(case_key: str, sentence: str) -> None:
    """Keep why a press did nothing for the next run of this case's page."""
    st.session_state[_SAID] = (case_key, Said(sentence))


def report_done(case_key: str, sentence: str) -> None:
    """Keep what a press did for the next run of this case's page."""
    st.session_state[_SAID] = (case_key, Said(sentence, is_good=True))


def take_said(case_key: str) -> Said | None:
    """What was kept for this case, once."""
    kept: tuple[str, Said] | None = st.session_state.get(_SAID)
    if kept is None or kept[0] != case_key:
        return None
    del st.session_state[_SAID]
    return kept[1]


def keep_conflict(conflict: Conflict) -> None:
    """Ask, with the next run, which of two answers is to stand."""
    st.session_state[_CONFLICT] = conflict


def find_conflict(case_key: str) -> Conflict | None:
    """The conflict on this case that nobody has settled yet."""
    kept: Conflict | None = st.session_state.get(_CONFLICT)
    return kept if kept is not None and kept.case_key == case_key else None


def drop_conflict() -> None:
    """Forget a conflict: it is settled."""
    st.session_state.pop(_CONFLICT, None)


def note_saved(case_key: str, saved: Saved) -> None:
    """Remember the latest commit, for the line that tells of it."""
    st.session_state[_SAVED] = (case_key, saved)


def describe_saved(case_key: str, judgement: StoredJudgement) -> str:
    """The "Saved" line, from what the database committed; empty before the first answer."""
    kept = st.session_state.get(_SAVED)
    revision, at = judgement.revision, judgement.saved_at
    if kept and kept[0] == case_key and kept[1].revision >= revision:
        revision, at = kept[1].revision, kept[1].saved_at
    return f"Saved {local_time(at)}, revision {revision}" if at else ""


def local_time(at: str) -> str:
    """The time of day of a UTC time, where the browser is."""
    when = datetime.fromisoformat(at).astimezone(UTC)
    try:
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, KeyError, OSError):
        return f"{when:%H:%M:%S} UTC"
    return f"{when.astimezone(zone):%H:%M:%S}"


def seen_values() -> dict[str, Any]:
    """Widget key -> the stored value the person was last shown, for this session's widgets."""
    seen: dict[str, Any] = st.session_state.setdefault(_SEEN, {})
    return seen


def is_change(key: str, value: Any) -> bool:
    """Whether a widget's value, in its callback, is a change that the person made.

    Until the browser has forgotten a widget that was drawn anew or left, it goes on saying what
    the person was shown there; Streamlit takes that for a change.
    """
    seen = seen_values()
    return key not in seen or seen[key] != value


def save_from_widget(place: Place, slot: Slot) -> None:
    """Write a widget's value; the callback of every widget of the form."""
    value = as_answer(slot.field, st.session_state.get(slot.key))
    if is_change(slot.key, value):
        save_value(place, slot, value)


def save_pending(place: Place, slots: list[Slot]) -> bool:
    """Write whatever the browser sent and no callback has written yet; whether all is saved.

    A text still being typed and the press of Save may reach the server together.
    """
    seen = seen_values()
    for slot in slots:
        if slot.key not in st.session_state:
            continue
        value = as_answer(slot.field, st.session_state[slot.key])
        if value != seen.get(slot.key) and not save_value(place, slot, value):
            return False
    return True


def as_answer(field: str, value: Any) -> Any:
    """A widget's value as the checklist takes it: blank text and empty lists are no answer."""
    if isinstance(value, str) and FIELDS_BY_NAME[field].kind is Kind.TEXT and not value.strip():
        return None
    if isinstance(value, list):
        return value or None
    return value


def recall_typed(slot: Slot, value: Any) -> str:
    """A typed text that could not be saved, for the sentence that says so: it is not lost."""
    is_text = FIELDS_BY_NAME[slot.field].kind is Kind.TEXT
    return f" You had typed: {value}" if is_text and value else ""


def save_value(place: Place, slot: Slot, value: Any) -> Saved | None:
    """Write an answer over the one the person was shown; None, with a sentence, where it cannot."""
    seen = seen_values()
    try:
        saved = write_answer(place, slot, value, seen.get(slot.key))
    except StaleRevisionError as stale:
        keep_conflict(Conflict(place.case_key, slot, stale.base, stale.mine, stale.theirs))
        refresh_widgets(place.case_key)
        return None
    except TrekError as error:
        report_problem(place.case_key, f"Not saved: {error}{recall_typed(slot, value)}")
        return None
    seen[slot.key] = value
    note_saved(place.case_key, saved)
    kept = find_conflict(place.case_key)
    if kept is not None and kept.slot[:2] == slot[:2]:
        drop_conflict()  # answered anew, with both in view
    return saved


def write_answer(place: Place, slot: Slot, value: Any, seen: Any) -> Saved:
    """Write an answer where its place says; raise `TrekError` where it cannot be."""
    if place.decides:
        draft = current_store().change_decision_draft(
            place.case_id, place.round, place.annotator,
            lambda draft: draft.with_answer(slot.field, slot.part, value),
            by=who_acts(place.annotator),
        )  # fmt: skip
        return Saved(draft.revision, None)
    return current_store().save_answer(
        place.case_id,
        place.annotator,
        slot.field,
        value,
        part=slot.part,
        seen=seen,
        round=place.round,
        by=who_acts(place.annotator),
    )


def answer_all(place: Place, answers: Mapping[str, Any]) -> None:
    """Write several answers as one step (a callback)."""
    try:
        if place.decides:
            current_store().change_decision_draft(
                place.case_id, place.round, place.annotator,
                lambda draft: draft.starting_from({**draft.answers, **answers}),
                by=who_acts(place.annotator),
            )  # fmt: skip
            return
        saved = current_store().save_answers(
            place.case_id, place.annotator, answers, round=place.round,
            by=who_acts(place.annotator),
        )  # fmt: skip
        note_saved(place.case_key, saved)
    except TrekError as error:
        report_problem(place.case_key, f"Not saved: {error}")
