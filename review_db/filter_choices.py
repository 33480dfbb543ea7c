"""Filters as a command or an address gives them: fixed choices checked, labels put in order."""

from dataclasses import replace
from typing import Final, get_args

from review_db.case_filter import FACETS_BY_NAME, CaseFilter
from review_db.case_state import CaseState
from trek_core.case_facets import SameOrNot
from trek_core.case_standing import CAUSES
from trek_core.cases import Verdict
from trek_core.errors import FilterError
from trek_core.taxonomy import LABEL_SETS, Label, Outcome

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "label": tuple(Label),
    "labels": tuple(map(str, LABEL_SETS)),
    "state": get_args(CaseState),
    "outcome": tuple(Outcome),
    "verdict": get_args(Verdict),
    "complete": ("yes", "no"),
    "cause": CAUSES,
    "with_trektrace": get_args(SameOrNot),
    "among_people": ("same", "differ"),
    "with_rerun": get_args(SameOrNot),
    "url_policy": get_args(SameOrNot),
}
"""Filter -> the values there are beside '', for those that have no others."""

_BETWEEN = "+"
_PLACES: Final[dict[str, int]] = {str(label): place for place, label in enumerate(Label)}


def read_choices(typed: CaseFilter) -> CaseFilter:
    """The filter with its label set as it is stored; raise `FilterError` for no choice there is."""
    given = typed.given
    if given.get("labels"):
        given["labels"] = _sort_labels(given["labels"])
    for name, choices in CHOICES.items():
        value = given.get(name) or ""
        several = FACETS_BY_NAME[name].kind == "several"
        parts = [part.strip() for part in value.split(_BETWEEN)] if several else [value]
        if value and not all(part in choices for part in parts):
            raise FilterError(
                name, value, f"expected one of {', '.join(choices)}, or '' for not recorded"
            )
        if value and several:
            given[name] = f" {_BETWEEN} ".join(parts)
    return replace(typed, **given)


def _sort_labels(value: str) -> str:
    parts = [part.strip() for part in value.split(_BETWEEN)]
    return f" {_BETWEEN} ".join(sorted(parts, key=lambda part: _PLACES.get(part, len(_PLACES))))
