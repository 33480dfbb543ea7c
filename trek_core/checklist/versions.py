"""The guideline's versions, and which answers each of them gave another meaning."""

from collections.abc import Sequence
from dataclasses import dataclass

from trek_core.checklist.fields import GUIDELINE_VERSION


@dataclass(frozen=True)
class GuidelineChange:
    """A version of the guideline: what changed, and the fields whose answers now mean otherwise.

    A change of wording that leaves every answer as it was names no field.
    """

    version: str
    says: str
    fields: frozenset[str]


GUIDELINE_CHANGES: tuple[GuidelineChange, ...] = (
    GuidelineChange("1", "The first version: appendix B.6.", frozenset()),
)
"""Every version in order; the last is the one in force."""

if GUIDELINE_CHANGES[-1].version != GUIDELINE_VERSION:  # Said twice, and it must not differ.
    raise AssertionError("the last of GUIDELINE_CHANGES is not GUIDELINE_VERSION")


def find_changed_fields(
    since: str | None, changes: Sequence[GuidelineChange] = GUIDELINE_CHANGES
) -> frozenset[str]:
    """The fields whose answers mean something else now than under version `since`.

    An unknown version, or none, counts as older than all of them.
    """
    versions = [change.version for change in changes]
    first = versions.index(since) + 1 if since in versions else 0
    return frozenset().union(*(change.fields for change in changes[first:]))
