"""Exact paired tests: the paper's figures, systems on the same questions, and who flags more."""

import pytest

from tests.trek_core.agreement_samples import blames, case, find, material
from trek_core.agreement import compute_report
from trek_core.agreement.comparisons.paired import (
    adjust_family,
    compare_flags,
    compute_bias,
    compute_stages,
    compute_systems,
)

STAGES = {
    "both": ("Retrieval", "Distraction"),
    "first_only": ("Distraction",),
    "second_only": ("Retrieval",),
    "neither": ("Randomness",),
}
PAPER = {"GPT-5.4": (3, 13, 2, 0), "Gemini-3.1-Pro": (6, 20, 0, 0)}


def cases_of(system, counts):
    return [
        case(f"{system}-{group}-{n}", *STAGES[group], system=system)
        for group, count in zip(STAGES, counts, strict=True)
        for n in range(count)
    ]


def test_the_papers_comparison_of_stages_comes_out():
    cases = [one for system, counts in PAPER.items() for one in cases_of(system, counts)]
    rows = compute_stages(material(cases, []))
    where = {"source": "trektrace", "population": "attributed"}
    gpt, gemini = (find(rows, system=system, **where) for system in PAPER)
    assert (gpt.details["p_holm"], gemini.details["p_holm"]) == (
        pytest.approx(0.0074, abs=5e-5), pytest.approx(3.81e-6, abs=5e-9)
    )  # fmt: skip
    assert {group: gpt.details[group] for group in STAGES} == dict(
        zip(STAGES, PAPER["GPT-5.4"], strict=True)
    )
    assert (gpt.details["family_size"], gpt.n) == (2, 18)
    assert len(gpt.case_ids["first_only"]) == 13


def test_the_adjusted_p_is_holms_over_the_family():
    flags = [[(str(n), True, False) for n in range(size)] for size in (5, 8)]
    five, eight = adjust_family([compare_flags(each, {}) for each in flags], "two tests")
    # 2 / 2^5 = .0625 and 2 / 2^8 = .0078125: the smaller is doubled, the larger stays.
    assert (five.value, five.details["p_holm"]) == (0.0625, 0.0625)
    assert (eight.value, eight.details["p_holm"]) == (0.0078125, 0.015625)


def test_a_test_without_a_case_is_no_part_of_the_family():
    empty, full = adjust_family(
        [compare_flags([], {}), compare_flags([("c1", True, False)], {})], "two tests"
    )
    assert (empty.value, empty.reason, empty.details["p_holm"]) == (None, "no_pairs", None)
    assert (full.details["p_holm"], full.details["family_size"]) == (1.0, 1)


def test_without_a_discordant_case_p_is_one_with_a_warning():
    row = compare_flags([("c1", True, True), ("c2", False, False)], {})
    assert (row.value, row.warnings) == (1.0, ("no_discordant_pairs",))


ASKED = [
    case("a1", "Retrieval", system="one", question_key="Q1"),
    case("b1", "Distraction", system="two", question_key="Q1"),
    case("a2", "Retrieval", system="one", question_key="Q2"),
    case("b2", "Retrieval", system="two", question_key="Q2"),
    case("a3", "Retrieval", system="one", question_key="Q3"),
    case("b3", system="two", question_key="Q3"),
    case("a4", "Retrieval", system="one", question_key="Q4"),
    case("a5", "Retrieval", system="one", question_key="Q5"),
    case("a5-again", "Retrieval", system="one", question_key="Q5"),
    case("b5", "Retrieval", system="two", question_key="Q5"),
    case("a6", "Retrieval", system="one", question_key="Q1", dataset="other"),
    case("a7", "Retrieval", system="one", question_key="Q1", year="2024"),
]


def test_two_systems_are_compared_on_the_questions_on_which_both_failed():
    rows = compute_systems(material(ASKED, []))
    retrieval = find(rows, population="attributed", first="one", second="two",
                     view="label:Retrieval")  # fmt: skip
    assert (retrieval.n, retrieval.case_ids["both"], retrieval.case_ids["first_only"]) == (
        2, ("a2",), ("a1",)
    )  # fmt: skip
    assert retrieval.details["excluded"] == {"asked_twice": 1, "not_both_labelled": 1}
    assert retrieval.details["family_size"] == 5


def test_systems_without_a_question_in_common_are_not_compared():
    assert compute_systems(material([ASKED[0], ASKED[3]], [])) == []


def test_bias_counts_what_one_flags_and_the_other_does_not():
    cases = [case(f"c{n}", "Retrieval", "Distraction") for n in range(8)]
    judgements = [blames("Ada", f"c{n}", "Distraction") for n in range(7)]
    judgements.append(blames("Ada", "c7", "Retrieval", "Distraction"))
    rows = compute_bias(compute_report(cases, judgements))
    retrieval = find(rows, comparison="trektrace_vs_human", view="label:Retrieval")
    # Seven flagged by TrekTrace alone: p = 2 / 2^7, five labels in the family.
    assert (retrieval.value, retrieval.details["p_holm"]) == (0.015625, 0.078125)
    assert (retrieval.details["both"], retrieval.details["first_only"]) == (1, 7)
    assert retrieval.case_ids["first_only"] == tuple(f"c{n}" for n in range(7))
    distraction = find(rows, comparison="trektrace_vs_human", view="label:Distraction")
    assert (distraction.value, distraction.warnings) == (1.0, ("no_discordant_pairs",))
