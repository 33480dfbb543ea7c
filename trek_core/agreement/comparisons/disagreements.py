"""Which judgement first parts people from TrekTrace, for each case on which they differ.

Both walk one path: reference, response, evidence retrieved (E), queries adequate (Q), gold-only
correct (G), gold-plus-noise correct (N). A decided label set says what was judged along it, so the
first judgement that differs can be read off the two sets. Where the person's own answer there is
TrekTrace's, the labels were overridden.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass

from trek_core.agreement.comparisons.handed_in import HandedIn
from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.people import TOGETHER_CAUSES, answer_together
from trek_core.agreement.comparisons.population import Pair, pair_with_people
from trek_core.agreement.comparisons.questions import STEP_QUESTIONS
from trek_core.agreement.comparisons.rows import Row, row_of_share
from trek_core.agreement.comparisons.sides import Conclusion, RoundMode
from trek_core.checklist import FIELDS_BY_NAME
from trek_core.taxonomy import NONE, Label, LabelSet, Outcome

PATH = (
    "reference_valid",
    "response_correct",
    "evidence_retrieved",
    "queries_adequate",
    "gold_only_correct",
    "noise_correct",
    "override_labels",
)
"""The checklist fields that can part the two, in their order."""

SIDE_FIELDS = {"retrieval": PATH[2:4], "post": PATH[4:6]}
"""The fields that decide either side."""

NOT_AT_FAULT: dict[str, str] = {
    Outcome.REFERENCE_ANSWER_ERROR: "reference_valid",
    Outcome.JUDGE_ERROR: "response_correct",
    Outcome.NOT_A_FAILURE: "response_correct",
}
"""The outcomes that leave the system not at fault, and the field that decides each."""

_BLAMED = {
    NONE: {"evidence_retrieved": "yes"},
    str(Label.PRE_RETRIEVAL): {"evidence_retrieved": "no", "queries_adequate": "no"},
    str(Label.RETRIEVAL): {"evidence_retrieved": "no", "queries_adequate": "yes"},
}
_BLAMED_POST = {
    NONE: {"gold_only_correct": "yes", "noise_correct": "yes"},
    str(Label.INTERPRETATION): {"gold_only_correct": "no"},
    str(Label.DISTRACTION): {"gold_only_correct": "yes", "noise_correct": "no"},
}
_STEPS = {
    question.view.removeprefix("step:"): question
    for question in STEP_QUESTIONS
    if question.with_undecided
}


@dataclass(frozen=True)
class Disagreement:
    """One case on which people and TrekTrace differ.

    `field` is the first checklist field that differs, `others` the later ones. `trektrace` and
    `people` say what either concludes.
    """

    case_id: str
    field: str
    others: tuple[str, ...]
    trektrace: str
    people: str


def read_path(label_set: LabelSet) -> dict[str, str]:
    """What a label set says was judged along the path: checklist field -> yes or no."""
    return _BLAMED[str(label_set.retrieval)] | _BLAMED_POST[str(label_set.post)]


def find_disagreements(material: Material, within: RoundMode) -> tuple[Disagreement, ...]:
    """Every case on which the human side departs from TrekTrace, in the order of the cases.

    A case with a complete attribution counts where people decide both sides, or find the system
    not at fault. TrekTrace takes every case for a failure of the system, so the latter differ.
    """
    return tuple(found for found in _compare(material, within) if isinstance(found, Disagreement))


def compute_disagreements(material: Material) -> list[Row]:
    """How many of the disagreements each field of the path causes, per round and mode.

    The shares are of all disagreements, each counted at its first field; they add up to 1.
    """
    rows = []
    for within in material.rounds:
        found = list(_compare(material, within))
        differing = [one for one in found if isinstance(one, Disagreement)]
        place = {"comparison": "trektrace_vs_human", **within._asdict()}
        decided = len(found)
        rows.append(
            row_of_share(
                len(differing),
                decided,
                {**place, "view": "any"},
                details={"step": None},
                case_ids={"differing": tuple(one.case_id for one in differing)},
            )
        )
        for name in PATH:
            caused = [one.case_id for one in differing if one.field == name]
            also = [one.case_id for one in differing if name in one.others]
            rows.append(
                row_of_share(
                    len(caused),
                    len(differing),
                    {**place, "view": f"step:{name}"},
                    details={"step": FIELDS_BY_NAME[name].step, "also": len(also)},
                    case_ids={"differing": tuple(caused), "also": tuple(also)},
                )
            )
    return rows


def _compare(material: Material, within: RoundMode) -> Iterator[Disagreement | str]:
    """Each case that both decide: the disagreement, or the id where there is none."""
    side, decided = material.find_human_side(within), material.find_decisions(within.round)
    pairs = {pair.case_id: pair for pair in pair_with_people(material, within).pairs}
    people = material.conclude(within)
    for case in material.cases_of(within.round):
        pair, found = pairs.get(case.case_id), people[case.case_id]
        if pair is not None:
            overridden = [] if case.case_id in decided else _find_overridden(pair, side)
            yield _compare_sets(pair, overridden) or case.case_id
        elif case.label_set is not None and case.complete and isinstance(found, Conclusion):
            field = NOT_AT_FAULT.get(found.outcome or "")
            if field is not None:
                yield Disagreement(case.case_id, field, (), str(case.label_set), str(found.outcome))


def _compare_sets(pair: Pair, overridden: Container[str]) -> Disagreement | None:
    """The disagreement of two label sets: on either side, the first judgement that differs."""
    theirs, ours = read_path(pair.first), read_path(pair.second)
    found = [
        "override_labels"
        if side in overridden
        else next(name for name in fields if theirs.get(name) != ours.get(name))
        for side, fields in SIDE_FIELDS.items()
        if getattr(pair.first, side) != getattr(pair.second, side)
    ]
    if not found:
        return None
    first, *others = sorted(set(found), key=PATH.index)
    return Disagreement(pair.case_id, first, tuple(others), str(pair.first), str(pair.second))


def _find_overridden(pair: Pair, side: HandedIn) -> list[str]:
    """The sides on which people's own answers say something else than their label set."""
    path = read_path(pair.second)
    said = list(side.own.get(pair.case_id, {}).values()) or "human_pending"
    return [
        name
        for name, fields in SIDE_FIELDS.items()
        if any(
            answer not in (path[field], *TOGETHER_CAUSES)
            for field in fields
            if field in path
            for answer in [answer_together(_STEPS[field], said)]
        )
    ]
