"""Agreement on every closed question of the checklist: which question splits people.

A table of its own for each field. Who was not asked, or whose case does not hold what the question
is about, is left out of it and counted. A question that may be answered unsure comes twice: with
unsure as an answer, and with it left out.
"""

from collections.abc import Iterator
from typing import Any

from trek_core.agreement.comparisons.all_answers import gather_answers
from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.people import compare_pair, compare_trektrace
from trek_core.agreement.comparisons.questions import OUTCOME_QUESTIONS, STEP_QUESTIONS, Question
from trek_core.agreement.comparisons.raters import ALL_ANNOTATORS, rows_of_answers
from trek_core.agreement.comparisons.rows import Row, rows_of_pairing
from trek_core.agreement.comparisons.sides import RoundMode
from trek_core.checklist import FIELDS_BY_NAME

TREKTRACE_FIELDS = ("evidence_retrieved", "queries_adequate", "gold_only_correct", "noise_correct")
"""The checklist fields that TrekTrace judges too."""


def compute_steps(material: Material) -> list[Row]:
    """Each field: every pair of people, all of them together, and TrekTrace where it judges too.

    A place has the `step` the field belongs to and whether unsure is `counted` or `left_out`.
    """
    return [
        row
        for within in material.rounds
        for question in STEP_QUESTIONS
        for row in (
            *_compare_people(question, material, within),
            *_compare_with_trektrace(question, material, within),
        )
    ]


def compute_outcomes(material: Material) -> list[Row]:
    """The outcome, and system-independent yes or no on its own, between people.

    TrekTrace takes every case for a failure of the system, so it has no side here.
    """
    return [
        row
        for within in material.rounds
        for question in OUTCOME_QUESTIONS
        for row in _compare_people(question, material, within)
    ]


def _compare_people(question: Question, material: Material, within: RoundMode) -> Iterator[Row]:
    profiles = material.find_profiles(within)
    pairs = profiles.handed_in.find_pairs(material.annotator)
    for first, second in pairs:
        pairing = compare_pair(question, profiles, first, second)
        place = {"comparison": f"{first}_vs_{second}", **_place(question, within)}
        yield from rows_of_pairing(pairing, place)
    if pairs and material.annotator is None:
        answers = gather_answers(question, profiles)
        place = {"comparison": ALL_ANNOTATORS, **_place(question, within)}
        yield from rows_of_answers(answers, place)


def _compare_with_trektrace(
    question: Question, material: Material, within: RoundMode
) -> Iterator[Row]:
    field = question.view.removeprefix("step:")
    if field not in TREKTRACE_FIELDS:
        return
    pairing = compare_trektrace(question, field, material, material.find_human_profiles(within))
    place = {"comparison": "trektrace_vs_human", **_place(question, within)}
    yield from rows_of_pairing(pairing, place)


def _place(question: Question, within: RoundMode) -> dict[str, Any]:
    field = FIELDS_BY_NAME.get(question.view.removeprefix("step:"))
    return {
        **within._asdict(),
        **({"step": field.step} if field else {}),
        "undecided": "counted" if question.with_undecided else "left_out",
    }
