"""Which two raters, and in which round and mode: figures of two are never pooled."""

from collections.abc import Iterable

import streamlit as st

from pages.parts.agreement.shown import Raters, Shown
from pages.parts.reads import load_report
from pages.parts.url_choice import Hear, choose_in_box, choose_yes, draw_in_step, put_in_url
from trek_core.agreement import AgreementReport, Comparison, RoundMode
from trek_core.agreement.comparisons.report import TREKTRACE_VS_HUMAN, WITH_INCOMPLETE

MODE_TITLES = {
    "assisted": "TrekTrace's labels in sight",
    "blind": "blind",
    "blind_then_reveal": "blind, then revealed",
}
_WIDTH = 330
_PEOPLE = "people"


def choose_comparison() -> Shown:
    """Ask what to compare; the answer is in the URL as `people`, `round`, `mode`, `incomplete`."""
    report = load_report()
    raters = _choose_raters(report)
    if len(raters.people) == 1:
        report = load_report(raters.people[0])
    found = _find_comparisons(report, raters)
    within = _choose_round([comparison.within for comparison in found])
    twins = [comparison for comparison in found if comparison.within == within]
    if len(twins) == 1:
        return Shown(raters, report, twins[0])
    more = twins[1].population.n - twins[0].population.n
    if choose_yes(f"Count incomplete attributions too ({more:,} more)", "incomplete"):
        twins.reverse()
    return Shown(raters, report, *twins)


def describe_round(within: RoundMode) -> str:
    """A round and its mode in words."""
    return f"Round {within.round} · {MODE_TITLES.get(within.mode, within.mode)}"


def _choose_raters(report: AgreementReport) -> Raters:
    everybody = _find_raters(report)
    asked = Raters(tuple(st.query_params.get_all(_PEOPLE)))
    current = asked if asked in everybody else Raters()
    here = _find_raters(report, _find_named_round(report.material.rounds))
    choices = {each.title: each for each in everybody if each == current or each in here}
    titles = list(choices)

    def draw(key: str, on_change: Hear) -> str | None:
        return st.selectbox(
            "Compare", titles, index=titles.index(current.title), key=key,
            on_change=on_change, width=_WIDTH,
        )  # fmt: skip

    def take(title: str) -> None:
        put_in_url(_PEOPLE, choices[title].people)

    draw_in_step("compare", current.title, draw, take)
    return current


def _choose_round(found: list[RoundMode]) -> RoundMode:
    """The round and mode that the URL names, else the first: the one with most judgements."""
    found = list(dict.fromkeys(found))
    if len(found) == 1:
        return found[0]
    names = {_to_name(within): describe_round(within) for within in found}
    first = _find_named_round(found) or found[0]
    name = choose_in_box("Round and mode", "round", names, default=_to_name(first), width=_WIDTH)
    return found[list(names).index(name)]


def _find_named_round(found: Iterable[RoundMode]) -> RoundMode | None:
    """The round and mode that the URL names; a link from elsewhere may name the round alone."""
    asked = st.query_params.get("round")
    return next((each for each in found if asked in (_to_name(each), each.round)), None)


def _to_name(within: RoundMode) -> str:
    # A mode has no space in it, so the two can be told apart whatever the round's name.
    return f"{within.mode} {within.round}"


def _find_raters(report: AgreementReport, within: RoundMode | None = None) -> list[Raters]:
    """Who can be compared; with a round and mode, only who handed something in there."""
    handed_in = report.material.find_handed_in(within).annotators if within else report.annotators
    pairs = dict.fromkeys(
        (comparison.first, comparison.second)
        for comparison in report.comparisons
        if not _is_with_people(comparison) and within in (None, comparison.within)
    )
    # One person alone is what "people" says already.
    alone = handed_in if len(report.annotators) > 1 else ()
    return [Raters(), *(Raters((name,)) for name in alone), *map(Raters, pairs)]


def _find_comparisons(report: AgreementReport, raters: Raters) -> list[Comparison]:
    if len(raters.people) < 2:
        return [comparison for comparison in report.comparisons if _is_with_people(comparison)]
    return [
        comparison
        for comparison in report.comparisons
        if (comparison.first, comparison.second) == raters.people
        and not _is_with_people(comparison)
    ]


def _is_with_people(comparison: Comparison) -> bool:
    return comparison.name in (TREKTRACE_VS_HUMAN, WITH_INCOMPLETE)
