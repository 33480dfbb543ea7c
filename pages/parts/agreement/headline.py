"""The headline of a comparison: kappa of the joint label set, agreement, how many cases."""

from dataclasses import dataclass

from pages.parts.agreement.shown import Shown
from pages.parts.agreement.words import (
    NO_VALUE,
    UNDEFINED,
    say_interval,
    say_percent,
    say_percents,
)
from trek_core.agreement import SMALL_N, AgreementResult, Comparison
from trek_core.agreement.comparisons.report import WITH_INCOMPLETE
from trek_core.agreement.wording import read_kappa

OPEN_CAUSES = ("human_pending", "needs_discussion", "disputed")
"""What leaves a case out only for now."""


@dataclass(frozen=True)
class Figure:
    """One large number with what it is and how sure it is."""

    name: str
    value: str
    note: str
    faint: bool = False


def find_joint(comparison: Comparison) -> AgreementResult:
    """Kappa of the joint label set."""
    return next(
        each
        for each in comparison.results
        if (each.statistic, each.view) == ("cohen_kappa", "joint")
    )


def compute_headline(shown: Shown) -> list[Figure]:
    """The joint kappa, percent agreement and how many cases they rest on."""
    joint = find_joint(shown.comparison)
    population = shown.comparison.population
    left_out = population.cases - population.n
    agreeing = f"{joint.agreeing:,} of {joint.n:,} cases"
    return [
        _kappa_figure("Cohen's kappa, joint label set", joint),
        Figure(
            "Agreement",
            say_percent(joint.p_o),
            f"{agreeing}, 95 % interval {say_percents(joint.p_o_ci)} %"
            if joint.p_o_ci
            else "nothing to compare",
            joint.n < SMALL_N,
        ),
        Figure(
            "Cases counted",
            f"{population.n:,}",
            f"of {population.cases:,}; {left_out:,} left out",
        ),
        *([_twin_figure(shown.twin)] if shown.twin else []),
    ]


def is_open(comparison: Comparison) -> bool:
    """Whether cases still wait for a judgement, a discussion or a decision."""
    return any(cause in comparison.population.left_out for cause in OPEN_CAUSES)


def _kappa_figure(name: str, joint: AgreementResult, after: str = "") -> Figure:
    if joint.value is None:
        note = "nothing to compare" if joint.n == 0 else "both give one answer only"
        return Figure(name, UNDEFINED if joint.n else NO_VALUE, note + after, faint=True)
    interval = f"95 % interval {say_interval(joint.ci)}, score{after}"
    return Figure(name, read_kappa(joint.value), interval, joint.n < SMALL_N)


def _twin_figure(twin: Comparison) -> Figure:
    joint = find_joint(twin)
    with_incomplete = twin.name == WITH_INCOMPLETE
    name = "Kappa with incomplete attributions" if with_incomplete else "Kappa without incomplete"
    return _kappa_figure(name, joint, f"; n = {joint.n:,}")
