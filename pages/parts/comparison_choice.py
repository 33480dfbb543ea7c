"""Which two raters, and in which round and mode: figures of two are never pooled."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import streamlit as st

from pages.parts.reads import load_report
from trek_core.agreement import AgreementReport, Comparison, RoundMode
from trek_core.agreement.report import TREKTRACE_VS_HUMAN, WITH_INCOMPLETE

MODE_TITLES = {
    "assisted": "TrekTrace's labels in sight",
    "blind": "blind",
    "blind_then_reveal": "blind, then revealed",
}


Choice = TypeVar("Choice")


class Raters(NamedTuple):
    """TrekTrace and everybody (no names), TrekTrace and one person, or two people."""

    people: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The two sides in words."""
        match self.people:
            case ():
                return "TrekTrace and people, where people agree"
            case (person,):
                return f"TrekTrace and {person}"
        return " and ".join(self.people)


def choose_comparison(report: AgreementReport) -> tuple[Comparison, Comparison | None]:
    """Ask what to compare; returns it, and its twin where some attributions are incomplete.

    Of the twins, one counts cases with an incomplete attribution and the other leaves them out.
    """
    raters = _choose("Compare", {each.title: each for each in _find_raters(report)})
    found = _find_comparisons(report, raters)
    rounds = {describe_round(comparison.within): comparison.within for comparison in found}
    within = found[0].within if len(rounds) == 1 else _choose("Round and mode", rounds)
    twins = [comparison for comparison in found if comparison.within == within]
    if len(twins) == 1:
        return twins[0], None
    more = twins[1].population.n - twins[0].population.n
    counted = st.toggle(
        f"Count incomplete attributions too ({more:,} more)",
        key="agreement-incomplete",
        persist_state="session",
    )
    return (twins[1], twins[0]) if counted else (twins[0], twins[1])


def _choose(title: str, choices: Mapping[str, Choice]) -> Choice:
    """Ask for one of the choices, by its words."""
    key = "agreement-" + title.lower().replace(" ", "-")
    return choices[st.selectbox(title, list(choices), key=key, persist_state="session", width=330)]


def describe_round(within: RoundMode) -> str:
    """A round and its mode in words."""
    return f"Round {within.round} · {MODE_TITLES.get(within.mode, within.mode)}"


def _find_raters(report: AgreementReport) -> list[Raters]:
    pairs = dict.fromkeys(
        (comparison.first, comparison.second)
        for comparison in report.comparisons
        if comparison.name not in (TREKTRACE_VS_HUMAN, WITH_INCOMPLETE)
    )
    # One person alone is what "people" says already.
    alone = report.annotators if len(report.annotators) > 1 else ()
    return [Raters(), *(Raters((name,)) for name in alone), *(Raters(pair) for pair in pairs)]


def _find_comparisons(report: AgreementReport, raters: Raters) -> list[Comparison]:
    if len(raters.people) == 1:
        report = load_report(raters.people[0])
    if len(raters.people) == 2:
        return [
            comparison
            for comparison in report.comparisons
            if (comparison.first, comparison.second) == raters.people
            and comparison.name not in (TREKTRACE_VS_HUMAN, WITH_INCOMPLETE)
        ]
    return [
        comparison
        for comparison in report.comparisons
        if comparison.name in (TREKTRACE_VS_HUMAN, WITH_INCOMPLETE)
    ]
