"""The label-set figures once more, with undecided judgements counted.

An unsure judgement counts as far as it decides anything, and a side left undetermined is an answer
of its own. Beside the headline, which leaves both out, this shows what leaving them out does.
"""

from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.pairing import Pairing, group_alike, pair_answers
from trek_core.agreement.comparisons.people import compare_pair
from trek_core.agreement.comparisons.questions import OPEN_QUESTIONS, OPEN_SIDES, read_open_sides
from trek_core.agreement.comparisons.rows import Row, rows_of_pairing
from trek_core.agreement.comparisons.sides import (
    CAUSES,
    CaseAttribution,
    Cause,
    Conclusion,
    RoundMode,
    read_attribution,
)
from trek_core.taxonomy import LabelSet


def compute_undecided(material: Material) -> list[Row]:
    """TrekTrace against people and each pair of people, in the three views."""
    rows = []
    for within in material.rounds:
        for view in OPEN_SIDES:
            pairing = pair_undecided(material, within, view)
            place = {"comparison": "trektrace_vs_human", **within._asdict()}
            rows += rows_of_pairing(pairing, {**place, "undecided": "counted"})
        profiles = material.find_profiles(within)
        for first, second in profiles.handed_in.find_pairs(material.annotator):
            for question in OPEN_QUESTIONS:
                pairing = compare_pair(question, profiles, first, second)
                place = {"comparison": f"{first}_vs_{second}", **within._asdict()}
                rows += rows_of_pairing(pairing, {**place, "undecided": "counted"})
    return rows


def pair_undecided(material: Material, within: RoundMode, view: str) -> Pairing:
    """TrekTrace's side and the human side's in one view, undecided judgements counted."""
    categories, name = OPEN_SIDES[view]
    people = material.conclude(within, with_unsure=True)

    def read_first(case: CaseAttribution) -> str:
        found = read_attribution(case)
        return name(found.retrieval, found.post) if isinstance(found, LabelSet) else found

    def read_second(found: Conclusion | Cause) -> str:
        if not isinstance(found, Conclusion):
            return found
        sides = read_open_sides(found)
        return sides if isinstance(sides, str) else name(*sides)

    cases = material.cases_of(within.round)
    answers = [(read_first(case), read_second(people[case.case_id])) for case in cases]
    case_ids = material.case_ids_of(within.round)
    return pair_answers(view, categories, case_ids, group_alike(answers), CAUSES)
