"""What probes that were run again change: which labels, and which stage judgement caused it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from trek_core.attribution import Attribution
from trek_core.taxonomy import LabelSet

JUDGEMENTS = {
    "evidence retrieved": "evidence_retrieved",
    "queries adequate": "queries_adequate",
    "gold-only correct": "gold_only_correct",
    "gold-plus-noise correct": "gold_plus_noise_correct",
}
"""Stage judgement in words -> its field of an attribution."""

E, Q, G, N = JUDGEMENTS


@dataclass(frozen=True)
class JudgementChange:
    """One stage judgement that came out otherwise; None is unknown, or was not needed."""

    name: str
    recorded: bool | None
    new: bool | None


@dataclass(frozen=True)
class LabelComparison:
    """One case's labels as recorded and as they came out anew, with every judgement that differs.

    `causes` are the judgements that changed the labels, at most one a side. `is_open`: something
    known then is missing now, so that the new labels say nothing yet.
    """

    case_id: str
    recorded: LabelSet
    new: LabelSet
    changes: tuple[JudgementChange, ...]
    causes: tuple[JudgementChange, ...]
    is_open: bool

    @property
    def is_changed(self) -> bool:
        """Whether the labels are others, and that can be said."""
        return not self.is_open and self.recorded != self.new


def compare_attributions(case_id: str, recorded: Attribution, new: Attribution) -> LabelComparison:
    """Set the labels of one case beside each other."""
    changes = {
        name: JudgementChange(name, getattr(recorded, field), getattr(new, field))
        for name, field in JUDGEMENTS.items()
        if getattr(recorded, field) != getattr(new, field)
    }
    is_open = not set(new.missing) <= set(recorded.missing)
    causes = [] if is_open else _find_causes(recorded, new)
    return LabelComparison(
        case_id,
        recorded.label_set,
        new.label_set,
        tuple(changes.values()),
        tuple(changes[name] for name in causes),
        is_open,
    )


def count_causes(compared: Iterable[LabelComparison]) -> dict[str, int]:
    """In how many cases each judgement changed a label; a case may count once for each side."""
    found = Counter(cause.name for each in compared for cause in each.causes)
    return {name: found[name] for name in JUDGEMENTS if found[name]}


def _find_causes(recorded: Attribution, new: Attribution) -> list[str]:
    """The judgement that the rule looks at first among those that differ, on either side (C.4).

    The rule tells retrieved evidence only from any other, so unknown and no are one to it there.
    """
    causes = []
    if recorded.label_set.retrieval != new.label_set.retrieval:
        was, now = (each.evidence_retrieved is True for each in (recorded, new))
        causes.append(Q if was == now else E)
    if recorded.label_set.post != new.label_set.post:
        causes.append(N if recorded.gold_only_correct == new.gold_only_correct else G)
    return causes
