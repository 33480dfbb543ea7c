"""From which sites gold, retrieved and misleading pages come."""

from collections.abc import Collection, Mapping, Sequence

from trek_core.counted import count_of
from trek_core.figures.facts import Role
from trek_core.figures.marks import Figure, Mark, make_share
from trek_core.urls import url_domain

MOST = 15
"""Domains that a figure shows, the most frequent ones."""

SITES = "Cases"
NAMED, BY_PROBE = "Named by people", "By the noise probe"
ROLE_TITLES: dict[Role, str] = {
    "gold": "Gold pages",
    "retrieved": "Retrieved pages",
    "misleading": "Misleading pages",
}

Domains = Mapping[str, Collection[str]]
"""Case -> the domains of its pages, each once."""

_MISSING: dict[Role, str] = {
    "gold": "No gold page is recorded for any case among these.",
    "retrieved": "No retrieved page is recorded for any case among these.",
    "misleading": (
        "No page is known to have misled a model: nobody named one, and no failed noise probe says "
        "which pages it used."
    ),
}
_NOTES: dict[Role, str] = {
    "gold": "",
    "retrieved": "",
    "misleading": (
        "As recorded: pages that a failed noise probe says it used, without gold and equivalent "
        "ones. After review: pages that people named on Distraction cases."
    ),
}


def compute_domains(cases: Sequence[str], role: Role, sources: Mapping[str, Domains]) -> Figure:
    """In how many cases each domain occurs, by source, the most frequent ones first."""
    chosen = set(cases)
    found: dict[str, dict[str, list[str]]] = {}
    totals: dict[str, int] = {}
    for source, domains in sources.items():
        own = {each: names for each, names in domains.items() if each in chosen and names}
        totals[source] = len(own)
        for case_id, names in own.items():
            for name in names:
                found.setdefault(name, {}).setdefault(source, []).append(case_id)
    if not found:
        return Figure(missing=_MISSING[role])
    ranked = sorted(found, key=lambda name: (-_count_most(found[name]), name))
    marks: list[Mark] = [
        make_share(name, SITES, source, found[name].get(source, ()), totals[source])
        for name in ranked
        for source in sources
        if totals[source]
    ]
    notes = [_NOTES[role], "A share is of the cases with such a page; a case may have several."]
    notes += _say_cut([_count_most(found[name]) for name in ranked])
    return Figure(tuple(marks), notes=tuple(filter(None, notes)), most=MOST)


def name_domains(pages: Mapping[str, Collection[str]]) -> Domains:
    """Case -> domains, from case -> addresses."""
    return {
        case_id: tuple(dict.fromkeys(filter(None, map(url_domain, urls))))
        for case_id, urls in pages.items()
    }


def _say_cut(counts: Sequence[int]) -> list[str]:
    """How many domains are shown, and how many of the others occur as often as the last of them."""
    if len(counts) <= MOST:
        return []
    ties = counts[MOST:].count(counts[MOST - 1])
    in_cases = count_of(counts[MOST - 1], "case")
    tied = (
        f" {count_of(ties, 'other occurs', 'others occur')} as often as the last of these, in "
        f"{in_cases}; of equals the first by alphabet are shown."
        if ties
        else ""
    )
    return [f"The {MOST} most frequent of {len(counts):,} domains; Data (CSV) has them all.{tied}"]


def _count_most(by_source: Mapping[str, Sequence[str]]) -> int:
    return max(map(len, by_source.values()))
