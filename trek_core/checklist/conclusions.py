"""What the answers that count conclude: the outcome, both sides, an override, the differences."""

from dataclasses import dataclass

from trek_core.checklist.conditions import is_judge_error
from trek_core.checklist.facts import Answers, CaseFacts
from trek_core.checklist.options import CARRYING_MARKS, REFUTING_MARKS
from trek_core.errors import UnknownLabelError
from trek_core.taxonomy import (
    NONE,
    OUTCOME_TITLES,
    SYSTEM_INDEPENDENT,
    Label,
    LabelSet,
    Outcome,
    parse_label_set,
)

UNDETERMINED = "undetermined"
"""A side on which the answers decide nothing."""


@dataclass(frozen=True)
class Sides:
    """What is blamed on either side: `none`, a label, or `undetermined`; None: no stage at all."""

    retrieval: str | None = None
    post: str | None = None

    @property
    def label_set(self) -> LabelSet | None:
        """The label set of both sides; None unless both are decided."""
        if self.retrieval in (None, UNDETERMINED) or self.post in (None, UNDETERMINED):
            return None
        return LabelSet(self.retrieval, self.post)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the decided sides; Randomness only when both are decided, and none."""
        if self.label_set is not None:
            return self.label_set.labels
        sides = (self.retrieval, self.post)
        return tuple(Label(side) for side in sides if side not in (None, NONE, UNDETERMINED))


@dataclass(frozen=True)
class Difference:
    """A part on which the person and TrekTrace differ, and the field that says why."""

    part: str
    recorded: str
    mine: str
    reason_field: str


def compute_outcome(live: Answers, facts: CaseFacts) -> Outcome | None:
    """The outcome of steps 1 and 2; None until they decide it (B.6, item 7)."""
    reference, response = live.get("reference_valid"), live.get("response_correct")
    if reference == "no":
        return Outcome.REFERENCE_ANSWER_ERROR
    if reference is None or response is None:
        return None
    if "unsure" in (reference, response):
        return Outcome.UNDECIDED
    if response == "no":
        return Outcome.SYSTEM_RELATED
    return Outcome.JUDGE_ERROR if is_judge_error(live, facts) else Outcome.NOT_A_FAILURE


def compute_judge_agrees(live: Answers, facts: CaseFacts) -> bool | None:
    """Whether the verdict matches the person's own; None where either gives none."""
    response = live.get("response_correct")
    if response not in ("yes", "no") or facts.verdict in (None, "unparseable", "unknown"):
        return None
    return bool((response == "yes") == (facts.verdict == "correct"))


def compute_sides(live: Answers, outcome: Outcome | None) -> Sides:
    """What the answers of steps 4 and 5 blame on either side (B.6, items 8-12)."""
    if outcome not in (Outcome.SYSTEM_RELATED, Outcome.UNDECIDED):
        return Sides()
    return Sides(_compute_retrieval(live), _compute_post(live))


def _compute_retrieval(live: Answers) -> str:
    evidence, queries = live.get("evidence_retrieved"), live.get("queries_adequate")
    if evidence == "yes":
        return NONE
    if evidence == "no" and queries in ("yes", "no"):
        return Label.RETRIEVAL if queries == "yes" else Label.PRE_RETRIEVAL
    return UNDETERMINED


def _compute_post(live: Answers) -> str:
    gold_only, noise = live.get("gold_only_correct"), live.get("noise_correct")
    if gold_only == "no":
        return Label.INTERPRETATION
    if gold_only == "yes" and noise in ("yes", "no"):
        return NONE if noise == "yes" else Label.DISTRACTION
    return UNDETERMINED


def read_override(live: Answers, computed: Sides) -> tuple[Sides, str | None]:
    """The sides after an override, and what is wrong with it, if anything.

    A set the rule forbids overrides nothing.
    """
    names = live.get("override_labels")
    if not names:
        return computed, None
    try:
        override = parse_label_set(names)
    except UnknownLabelError as error:
        return computed, f"{error}."
    if override == computed.label_set:
        return computed, "The override says what your answers say already: clear it."
    return Sides(override.retrieval, override.post), None


def compute_differences(
    facts: CaseFacts, outcome: Outcome | None, sides: Sides
) -> tuple[Difference, ...]:
    """Each part on which the person departs from TrekTrace, as far as both have decided it."""
    if facts.trektrace_labels is None:
        return ()
    if outcome in SYSTEM_INDEPENDENT:
        mine = OUTCOME_TITLES[outcome]
        return (Difference("outcome", facts.trektrace_labels, mine, "disagreement_outcome"),)
    if outcome is not Outcome.SYSTEM_RELATED:
        return ()
    parts = (
        ("retrieval side", facts.trektrace_retrieval, sides.retrieval, "disagreement_retrieval"),
        ("post-retrieval side", facts.trektrace_post, sides.post, "disagreement_post"),
    )
    return tuple(
        Difference(part, recorded, mine, reason_field)
        for part, recorded, mine, reason_field in parts
        if recorded is not None and mine not in (None, UNDETERMINED, recorded)
    )


def compute_claims(answers: Answers, facts: CaseFacts) -> dict[str, str]:
    """What the marks, where they count, say of each claim and of pages TrekTrace missed.

    URL -> `confirmed`, `refuted: <constraint>`, `could not be checked`, or `missed by TrekTrace`,
    the last only where TrekTrace's claims are not withheld.
    """
    found = {}
    for url, mark in (answers.get("page_marks") or {}).items():
        if url in facts.claimed_urls:
            found[url] = _read_claim(mark)
        elif _may_be_missed(url, facts) and mark in CARRYING_MARKS:
            found[url] = "missed by TrekTrace"
    return found


def _read_claim(mark: str) -> str:
    if mark in CARRYING_MARKS:
        return "confirmed"
    return f"refuted: {mark}" if mark in REFUTING_MARKS else "could not be checked"


def _may_be_missed(url: str, facts: CaseFacts) -> bool:
    return facts.trektrace_labels is not None and url in (facts.retrieved_urls or ())
