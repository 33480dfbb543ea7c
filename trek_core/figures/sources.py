"""Whose labels a figure shows: TrekTrace's as recorded, or what people concluded.

Labels of an incomplete attribution are residuals in part: they are a source of their own, and
never stacked on the others.
"""

from collections.abc import Iterable, Mapping, Sized
from typing import Literal, TypeVar

from trek_core.agreement.comparisons.sides import read_conclusion
from trek_core.figures.cases import FigureCase
from trek_core.figures.marks import CaseIds
from trek_core.taxonomy import LabelSet

Cases = TypeVar("Cases", bound=Sized)
Source = Literal["recorded", "incomplete", "attributed", "reviewed"]
Switch = Literal["recorded", "reviewed", "both"]

SOURCE_TITLES: dict[str, str] = {
    "recorded": "TrekTrace",
    "incomplete": "TrekTrace, incomplete alone",
    "attributed": "TrekTrace, with incomplete",
    "reviewed": "After review",
}
SWITCH_TITLES: dict[str, str] = {
    "recorded": "As recorded",
    "reviewed": "After review",
    "both": "Both",
}

_TREKTRACE: tuple[Source, ...] = ("recorded", "incomplete", "attributed")
SOURCES: dict[Switch, tuple[Source, ...]] = {
    "recorded": _TREKTRACE,
    "reviewed": ("reviewed",),
    "both": (*_TREKTRACE, "reviewed"),
}
_INCOMPLETE_NOTE = (
    "Incomplete labels: a judgement that they need is not recorded. Pre-retrieval or "
    "Randomness among them says only that no other label could be given, even where nothing at "
    "all is recorded; it does not say that this was the cause."
)
NOT_DRAWN = ("attributed",)
"""Sources that stand in the table alone: bars over both would count cases twice."""

_LEFT_OUT = {
    "no_attribution": "No labels of TrekTrace",
    "open": "Not reviewed, or still open",
    "system_independent": "After review: the reference or the judge is at fault",
    "not_a_failure": "After review: not a failure",
    "human_undetermined": "After review: a side is undetermined",
}

LabelledCases = dict[Source, dict[str, LabelSet]]
"""Source -> case -> its labels."""

_PARTS: tuple[Source, ...] = ("recorded", "incomplete")
"""The sources that `attributed` brings together."""


def drop_repeats(found: Mapping[Source, Cases]) -> dict[Source, Cases]:
    """What each source has, without both kinds together where there is only one of them."""
    alone = {len(found.get(part, ())) for part in _PARTS}
    is_repeat = len(found.get("attributed", ())) in alone
    return {
        source: each for source, each in found.items() if source != "attributed" or not is_repeat
    }


def note_incomplete(sources: Iterable[Source]) -> tuple[str, ...]:
    """What to know of a figure of these sources, where one is of incomplete attributions."""
    return (_INCOMPLETE_NOTE,) if "incomplete" in sources else ()


def read_labels(
    cases: Iterable[FigureCase], switch: Switch
) -> tuple[LabelledCases, dict[str, CaseIds]]:
    """The labels of each source, and the cases without any in it by the reason."""
    found: LabelledCases = {source: {} for source in SOURCES[switch]}
    left_out: dict[str, list[str]] = {}
    for case in cases:
        if switch != "reviewed":
            if case.recorded is None:
                left_out.setdefault("no_attribution", []).append(case.case_id)
            else:
                found["attributed"][case.case_id] = case.recorded
                alone: Source = "recorded" if case.complete else "incomplete"
                found[alone][case.case_id] = case.recorded
        if switch != "recorded" and (case.recorded is not None or case.reviewed is not None):
            reading = "open" if case.reviewed is None else read_conclusion(case.reviewed)
            if isinstance(reading, LabelSet):
                found["reviewed"][case.case_id] = reading
            else:
                left_out.setdefault(reading, []).append(case.case_id)
    # A source without a single case says nothing: no row of zeros for it.
    return drop_repeats({source: labels for source, labels in found.items() if labels}), {
        _LEFT_OUT[cause]: tuple(ids) for cause, ids in left_out.items()
    }
