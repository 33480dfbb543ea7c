"""How old pages are against the effective year of their question, counted in cases."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from trek_core.figures.domains import ROLE_TITLES
from trek_core.figures.facts import ROLES, Role
from trek_core.figures.marks import Figure, Mark, make_share

AGES: tuple[tuple[str, int], ...] = (
    ("Later", -(2**31)),
    ("Same year", 0),
    ("1 year before", 1),
    ("2 years", 2),
    ("3–4 years", 3),
    ("5–9 years", 5),
    ("10+ years", 10),
)
"""Each range by name, with the age in years at which it begins."""

_STARTS = [start for _, start in AGES]

SOURCE = "Cases"
MISSING = (
    "No case among these has both an effective year that is a number and a dated page, so there "
    "are no ages."
)
_NOTES = (
    (
        "A share is of the cases with a dated page of a row's kind; a case with pages of several "
        "ages is in several columns, so the shares of a row may come to more than 100 %."
    ),
    "Pages without a date, and cases without an effective year that is a number, are in none.",
    "The date of a page is the one its case came with; a page may have been changed since.",
)


def compute_page_ages(ages: Mapping[str, Mapping[Role, Sequence[int]]]) -> Figure:
    """In how many cases a page has each age, by role, from case -> role -> ages in years."""
    marks: list[Mark] = []
    for role in ROLES:
        within: list[list[str]] = [[] for _ in AGES]
        dated = 0
        for case_id, each in ages.items():
            found = {bisect_right(_STARTS, age) - 1 for age in each.get(role, ())}
            dated += bool(found)
            for place in found:
                within[place].append(case_id)
        marks += [
            make_share(ROLE_TITLES[role], title, SOURCE, cases, dated, is_drawn=bool(cases))
            for (title, _), cases in zip(AGES, within, strict=True)
            if dated
        ]
    if not marks:
        return Figure(missing=MISSING)
    return Figure(tuple(marks), notes=_NOTES, parts_title="Age, in years before")
