"""Each figure as a plain sentence, and why it does not exist where it does not."""

from collections.abc import Mapping
from typing import Any

from pages.parts.agreement.words import (
    NO_VALUE,
    SENTENCES,
    begin,
    say_interval,
    say_kappa,
    say_percent,
    say_percents,
    say_view,
)
from trek_core.agreement import print_p
from trek_core.agreement.comparisons.rows import Row


def read_kappa_row(row: Row, sides: tuple[str, str], about: str | None = None) -> str:
    """What a kappa of two sides says."""
    first, second = sides
    start = begin(about or say_view(str(row.place["view"])))
    first = first[0].upper() + first[1:] if start.endswith("? ") else first
    p_o, p_e = row.details["p_o"], row.details["p_e"]
    if p_o is None:
        return start + SENTENCES[row.reason or "no_pairs"]
    agreeing = round(p_o * row.n)
    shared = f"{first} and {second} give the same answer on {agreeing:,} of {row.n:,} cases"
    if row.value is None:
        return f"{start}{shared}. {SENTENCES[row.reason or 'no_pairs']}"
    return (
        f"{start}{shared} ({say_percent(p_o)}). By chance alone, each giving answers as often as "
        f"they do, they would on {say_percent(p_e)}. {_read_value(row)}"
    )


def read_share(row: Row, what: str) -> str:
    """What a share says; `what` is what the cases counted have."""
    if row.value is None:
        return f"{begin(what)}{SENTENCES[row.reason or 'empty_group']}"
    low_high = say_percents(row.ci)
    return (
        f"{begin(what)}{row.details['count']:,} of {row.n:,} cases ({say_percent(row.value)}); "
        f"95 % interval {low_high} %."
    )


def read_test(row: Row, first: str, second: str, about: str) -> str:
    """What an exact test of two yes/no flags says."""
    counts: Mapping[str, Any] = row.details
    tally = (
        f"{begin(about)}{counts['first_only']:,} cases with {first} alone, "
        f"{counts['second_only']:,} "
        f"with {second} alone, {counts['both']:,} with both, {counts['neither']:,} with neither"
    )
    if row.value is None:
        return f"{tally}. {SENTENCES[row.reason or 'no_pairs']}"
    by_chance = "Were either as likely, a split at least this uneven would come with probability "
    if counts["family_size"] == 1:
        return f"{tally}. {by_chance}{print_p(row.value)}."
    adjusted = f"adjusted for {counts['family_size']:,} tests, {print_p(counts['p_holm'])}"
    return f"{tally}. {by_chance}{print_p(row.value)}; {adjusted}."


def read_coefficient(row: Row, name: str) -> str:
    """What a coefficient of several people says."""
    if row.value is None:
        return f"{name}: {SENTENCES[row.reason or 'no_pairs']}"
    return (
        f"{name}, over {row.n:,} cases, is {say_kappa(row.value)}: 1 is full agreement, 0 what "
        "chance alone would give."
    )


def say_p(p: float | None) -> str:
    """A p value, or that there is none."""
    return NO_VALUE if p is None else print_p(p)


def _read_value(row: Row) -> str:
    kappa = say_kappa(row.value)
    if "one_rater_constant" in row.warnings:
        return f"Kappa is {kappa}. {SENTENCES['one_rater_constant']}"
    if row.value is not None and row.value < 0:
        meaning = f"Kappa, {kappa}, is below 0: they agree less often than by chance"
    else:
        meaning = f"Kappa, {kappa}, is how far they get from there to full agreement"
    return f"{meaning}; with 95 % confidence it lies in {say_interval(row.ci)}."
