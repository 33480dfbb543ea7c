"""How old pages are against the effective year of their question."""

from collections.abc import Mapping, Sequence

from trek_core.agreement.intervals import compute_wilson
from trek_core.figures.domains import ROLE_TITLES
from trek_core.figures.facts import ROLES, Role
from trek_core.figures.marks import Figure, Mark

AGES: tuple[tuple[str, int, int], ...] = (
    ("Later", -(2**31), 0),
    ("Same year", 0, 1),
    ("1 year before", 1, 2),
    ("2 years", 2, 3),
    ("3–4 years", 3, 5),
    ("5–9 years", 5, 10),
    ("10+ years", 10, 2**31),
)
"""Each range by name, with its first age in years and the first beyond it."""

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
        pages = [(case_id, age) for case_id, each in ages.items() for age in each.get(role, ())]
        for title, low, high in AGES if pages else ():
            within = [case_id for case_id, age in pages if low <= age < high]
            marks.append(
                Mark(
                    ROLE_TITLES[role], title, SOURCE, len(within) / len(pages),
                    tuple(dict.fromkeys(within)), len(pages),
                    compute_wilson(len(within), len(pages)), details={"pages": len(within)},
                )
            )  # fmt: skip
    return Figure(tuple(marks), notes=_NOTES) if marks else Figure(missing=MISSING)
