"""How old pages are against the effective year of their question."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from trek_core.agreement.intervals import compute_wilson
from trek_core.figures.domains import ROLE_TITLES
from trek_core.figures.facts import ROLES, Role
from trek_core.figures.marks import Figure, Mark

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

SOURCE = "Pages"
MISSING = (
    "No case among these has both an effective year that is a number and a dated page, so there "
    "are no ages."
)
_NOTES = (
    (
        "A share is of the dated pages of a row; the cases are those with such a page. Pages "
        "without a date, and cases without an effective year that is a number, are in none."
    ),
    "The date of a page is the one its case came with; a page may have been changed since.",
)


def compute_page_ages(ages: Mapping[str, Mapping[Role, Sequence[int]]]) -> Figure:
    """The distribution of page ages by role, from case -> role -> ages in years."""
    marks: list[Mark] = []
    for role in ROLES:
        within: list[list[str]] = [[] for _ in AGES]
        for case_id, each in ages.items():
            for age in each.get(role, ()):
                within[bisect_right(_STARTS, age) - 1].append(case_id)
        n = sum(map(len, within))
        marks += [
            Mark(
                ROLE_TITLES[role], title, SOURCE, len(pages) / n, tuple(dict.fromkeys(pages)), n,
                compute_wilson(len(pages), n), details={"pages": len(pages)},
            )
            for (title, _), pages in zip(AGES, within, strict=True)
            if n
        ]  # fmt: skip
    return Figure(tuple(marks), notes=_NOTES) if marks else Figure(missing=MISSING)
