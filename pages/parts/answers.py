"""From a widget to the store: every answer is written before the page says that it is saved.

The case, the annotator and the field travel with every callback and stand in every widget key, so
that an old tab, a restarted server or two quick presses cannot write one case's answer to another.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import streamlit as st

from pages.parts.store import current_store
from review_db.store import Saved, StoredJudgement
from trek_core.checklist import FIELDS_BY_NAME, Kind
from trek_core.errors import StaleRevisionError, TrekError

_SEEN = "review-seen"  # see seen_values
_REFRESH = "review-refresh"  # case key -> how often its widgets were made anew here
_PROBLEM = "review-problem"  # (case_id, sentence) to show with the next run
_SAVED = "review-saved"  # (case_id, Saved) of the latest write


def compute_case_key(case_id: str) -> str:
    """A case's name in widget keys: the first 16 hex digits of its id's SHA-256."""
    return hashlib.sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True)
class Place:
    """Whose judgement of which case a widget belongs to.

    `epoch` grows with every change a widget did not make; widgets of an older epoch are gone.
    `revision` is the one that was drawn.
    """

    case_id: str
    annotator: str
    epoch: str
    revision: int

    @property
    def case_key(self) -> str:
        """The case's name in widget keys."""
        return compute_case_key(self.case_id)

    def key(self, field: str, index: int | None = None) -> str:
        """The widget key of a field, or of one page of a field of pages."""
        part = "" if index is None else f"-{index}"
        return f"a-{self.case_key}-{field}{part}-{self.epoch}"


class Slot(NamedTuple):
    """What one widget answers: a checklist field, or one page (its URL) of a field of pages."""

    field: str
    part: str | None
    key: str


def make_place(judgement: StoredJudgement, case_id: str) -> Place:
    """The place of a judgement as it stands now."""
    refreshed = st.session_state.setdefault(_REFRESH, {}).get(case_id, 0)
    epoch = f"{judgement.epoch}-{refreshed}"
    return Place(case_id, judgement.annotator, epoch, judgement.revision)


def refresh_widgets(case_id: str) -> None:
    """Make the case's widgets anew from the database with the next run."""
    counts = st.session_state.setdefault(_REFRESH, {})
    counts[case_id] = counts.get(case_id, 0) + 1


def report_problem(case_id: str, sentence: str) -> None:
    """Keep a sentence for the next run of this case's page."""
    st.session_state[_PROBLEM] = (case_id, sentence)


def take_problem(case_id: str) -> str | None:
    """The sentence kept for this case, once."""
    kept = st.session_state.get(_PROBLEM)
    if kept is None or kept[0] != case_id:
        return None
    del st.session_state[_PROBLEM]
    return str(kept[1])


def note_saved(case_id: str, saved: Saved) -> None:
    """Remember the latest commit, for the line that tells of it."""
    st.session_state[_SAVED] = (case_id, saved)


def describe_saved(case_id: str, judgement: StoredJudgement) -> str:
    """The "Saved" line, from what the database committed; empty before the first answer."""
    kept = st.session_state.get(_SAVED)
    revision, at = judgement.revision, judgement.saved_at
    if kept and kept[0] == case_id and kept[1].revision >= revision:
        revision, at = kept[1].revision, kept[1].saved_at
    return f"Saved {_local_time(at)}, revision {revision}" if at else ""


def _local_time(at: str) -> str:
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


def save_from_widget(place: Place, slot: Slot) -> None:
    """Write a widget's value; the callback of every widget of the form."""
    save_value(place, slot, as_answer(slot.field, st.session_state.get(slot.key)))


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
        saved = current_store().save_answer(
            place.case_id,
            place.annotator,
            slot.field,
            value,
            part=slot.part,
            seen=seen.get(slot.key),
        )
    except StaleRevisionError:
        question = FIELDS_BY_NAME[slot.field].question
        report_problem(
            place.case_id,
            f"“{question}” was answered in another tab meanwhile. That answer is shown now; "
            f"yours was not saved. Answer again to change it.{recall_typed(slot, value)}",
        )
        refresh_widgets(place.case_id)
        return None
    except TrekError as error:
        report_problem(place.case_id, f"Not saved: {error}{recall_typed(slot, value)}")
        return None
    seen[slot.key] = value
    note_saved(place.case_id, saved)
    return saved
