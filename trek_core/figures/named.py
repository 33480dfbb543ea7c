"""What people named in their answers: pages that misled, and why a reference or judge was wrong."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Named(NamedTuple):
    """What is named on one case: by the decision on it, else by each who handed it in.

    `pages` are misleading pages with their kind; `cause` is the reference's issue.
    """

    case_id: str
    pages: Mapping[str, str] = {}
    cause: str = ""


def merge_pages(named: Iterable[Named]) -> dict[str, dict[str, set[str]]]:
    """Case -> page -> the kinds that it was given."""
    found: dict[str, dict[str, set[str]]] = {}
    for each in named:
        for url, kind in each.pages.items():
            found.setdefault(each.case_id, {}).setdefault(url, set()).add(kind)
    return found


def merge_causes(named: Iterable[Named]) -> dict[str, set[str]]:
    """Case -> the causes that it was given."""
    found: dict[str, set[str]] = {}
    for each in named:
        if each.cause:
            found.setdefault(each.case_id, set()).add(each.cause)
    return found
