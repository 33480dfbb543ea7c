"""Machine names of the agreement figures in words for the screen."""

from collections.abc import Mapping, Sized

from trek_core.agreement import (
    CAUSE_TITLES,
    MARK_TITLES,
    REASON_SENTENCES,
    VIEW_TITLES,
    WARNING_SENTENCES,
)
from trek_core.agreement.comparisons.sides import Cause
from trek_core.agreement.statistics.results import Interval
from trek_core.agreement.wording import read_kappa
from trek_core.checklist import FIELDS_BY_NAME
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.checklist.options import RESPONSE_RULES
from trek_core.taxonomy import OUTCOME_TITLES

NO_VALUE = "–"
UNDEFINED = "undefined"

MARKS: dict[str, str] = {str(code): title for code, title in MARK_TITLES.items()}

SENTENCES: dict[str, str] = {
    str(code): sentence
    for sentences in (WARNING_SENTENCES, REASON_SENTENCES)
    for code, sentence in sentences.items()
}

_CAUSES: dict[str, str] = {str(cause): title for cause, title in CAUSE_TITLES.items()} | {
    "answers_not_read": "answers not at hand",
    "not_asked": "not asked",
    "not_recorded": "not recorded in the case",
    "unanswered": "left open",
    "unsure": "unsure",
    "no_verdict": "no verdict of the judge",
    "reference_not_valid": "reference not found valid",
    "asked_twice": "asked twice",
    "not_both_labelled": "not both with labels",
}
_VIEWS = VIEW_TITLES | {
    "outcome": "outcome",
    "system_independent": "reference or judge at fault?",
    "response_correct": "response correct?",
    "response_correct_valid_reference": "response correct? (valid references only)",
}
_CATEGORIES = (
    {str(outcome): title for outcome, title in OUTCOME_TITLES.items()}
    | {"correct": "Correct", "not_correct": "Not correct", "undetermined": "Undetermined"}
    | {"yes": "Yes", "no": "No", "unsure": "Unsure", "none": "None"}
)
_PROBES = {"gold_only_": "gold-only", "noise_": "gold-plus-noise"}


def begin(about: str) -> str:
    """The start of a sentence about something: a question needs no colon."""
    return f"{about} " if about.endswith("?") else f"{about}: "


def say_cause(cause: str) -> str:
    """Why a case is left out."""
    return _CAUSES[cause]


_UNDECIDED = {"human_pending", "needs_discussion", "disputed"}


def say_none_counts(left_out: Mapping[Cause, Sized]) -> str:
    """That no case counts, by what the cases are left out for: a sentence without its stop."""
    if _UNDECIDED.issuperset(left_out):
        return "No case has been decided by both sides yet"
    n = sum(map(len, left_out.values()))
    start = "No case counts" if _UNDECIDED.isdisjoint(left_out) else "No case counts yet"
    them = "the only one is" if n == 1 else f"all {n:,} are"
    causes = "; ".join(f"{say_cause(cause)}: {len(each):,}" for cause, each in left_out.items())
    return f"{start}: {them} left out ({causes})"


def say_view(view: str) -> str:
    """What a figure looks at: the label set, a side, a label, a question of the checklist."""
    if view.startswith("step:"):
        return say_question(view.removeprefix("step:"))
    title = _VIEWS.get(view, view)
    return title[0].upper() + title[1:]


def say_question(field: str) -> str:
    """A question of the checklist; those asked of both probes say of which."""
    question = FIELDS_BY_NAME[field].question
    for prefix, probe in _PROBES.items():
        if field.removeprefix(prefix) in PROBE_CONDITIONS:
            return f"{question} ({probe})"
    return question


def say_category(view: str, category: str) -> str:
    """An answer to what a figure looks at."""
    field = view.removeprefix("step:")
    if field == "response_rule":
        response, _, rule = category.partition(": ")
        titles = {option.value: option.title for option in RESPONSE_RULES[response]}
        return f"{'Correct' if response == 'yes' else 'Not correct'}: {titles[rule].lower()}"
    options = FIELDS_BY_NAME[field].options if field in FIELDS_BY_NAME else ()
    titles = {option.value: option.title for option in options}
    return titles.get(category) or _CATEGORIES.get(category, category)


def say_kappa(value: float | None) -> str:
    """A kappa or alpha, or that there is none."""
    return UNDEFINED if value is None else read_kappa(value)


def say_interval(interval: Interval | None) -> str:
    """An interval of kappa; the bar between its ends is not a minus."""
    if interval is None:
        return NO_VALUE
    ends = [read_kappa(end, digits=2) for end in interval]
    return (" to " if interval[0] < 0 else "–").join(ends)


def say_percent(share: float | None) -> str:
    """A share in percent."""
    return NO_VALUE if share is None else f"{100 * share:.1f} %"


def say_percents(interval: Interval | None) -> str:
    """An interval of a share, in percent."""
    return NO_VALUE if interval is None else f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"
