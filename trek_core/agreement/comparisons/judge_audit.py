"""People against the LLM judge on whether the response is correct, accepted answers included.

The audit of SealQA: a person reads the answer and says whether it is correct (checklist step 2),
and that is held against the judge's verdict. TrekTrace plays no part. A response not attempted is
not correct. The person judges against the verified reference, the judge against the recorded one;
so the figures come a second time for the cases whose reference people find valid.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.paired import adjust_family, compare_flags
from trek_core.agreement.comparisons.pairing import Pairing, split_pairing
from trek_core.agreement.comparisons.people import (
    TOGETHER_CAUSES,
    answer_together,
    pair_with_people,
)
from trek_core.agreement.comparisons.profiles import Missing
from trek_core.agreement.comparisons.questions import STEP_QUESTIONS, Question
from trek_core.agreement.comparisons.rows import Row, rows_of_pairing
from trek_core.agreement.comparisons.sides import HumanJudgement, RoundMode
from trek_core.agreement.comparisons.slices import SLICES

CATEGORIES = ("correct", "not_correct")
CAUSES = ("no_verdict", *TOGETHER_CAUSES, "reference_not_valid")
"""Why a case is left out of the audit, in the order in which the first one counts."""

VERDICTS: Mapping[str, str] = {
    "correct": "correct",
    "incorrect": "not_correct",
    "not_attempted": "not_correct",
}
"""What a verdict says; any other one, or none, says nothing."""

_ANSWERS = {"yes": "correct", "no": "not_correct"}


def _find_question(field: str) -> Question:
    view = f"step:{field}"
    return next(each for each in STEP_QUESTIONS if each.view == view and not each.with_undecided)


_RESPONSE, _REFERENCE = map(_find_question, ("response_correct", "reference_valid"))


def audit_judge(
    material: Material, within: RoundMode, *, valid_reference_only: bool = False
) -> Pairing:
    """Pair the judge's verdict (rows) with people's own answer (columns), case by case."""

    def read_people(said: Sequence[HumanJudgement] | Missing) -> str:
        found = answer_together(_RESPONSE, said)
        if found in _ANSWERS and valid_reference_only:
            valid = answer_together(_REFERENCE, said) == "yes"
            return _ANSWERS[found] if valid else "reference_not_valid"
        return _ANSWERS.get(found, found)

    view = "response_correct_valid_reference" if valid_reference_only else "response_correct"
    return pair_with_people(
        (view, CATEGORIES),
        [
            VERDICTS.get(case.verdict or "", "no_verdict")
            for case in material.cases_of(within.round)
        ],
        material.find_human_profiles(within),
        read_people,
        CAUSES,
    )


def compute_judge_audit(material: Material) -> list[Row]:
    """The judge against people: over all cases, and by system and dataset (`by`, `of`).

    Over all cases also whether either says correct more often than the other.
    """
    rows = []
    for within in material.rounds:
        for valid_reference_only in (False, True):
            whole = audit_judge(material, within, valid_reference_only=valid_reference_only)
            place = {"comparison": "judge_vs_human", **within._asdict()}
            rows += rows_of_pairing(whole, {**place, "by": "all", "of": None})
            rows.append(_compare_leniency(whole, place))
            for by, name in SLICES.items():
                slice_of = {case.case_id: name(case) or None for case in material.cases}
                for of, part in split_pairing(whole, slice_of).items():
                    rows += rows_of_pairing(part, {**place, "by": by, "of": of})
    return rows


def _compare_leniency(whole: Pairing, place: Mapping[str, Any]) -> Row:
    """Whether one calls responses correct more often; `first_only`: a lenient judge."""
    flags = (
        (case_id, row == 0, column == 0)
        for (row, column), case_ids in whole.cells.items()
        for case_id in case_ids
    )
    where = {**place, "by": "all", "of": None, "first": "judge", "second": "people"}
    (row,) = adjust_family([compare_flags(flags, {**where, "view": whole.view})], "this test alone")
    return row
