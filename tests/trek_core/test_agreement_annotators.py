"""All annotators together, on tables worked out by hand."""

import pytest

from tests.trek_core.agreement_samples import WITHIN, blames, case, clears, find, material
from trek_core.agreement.comparisons.all_answers import gather_answers
from trek_core.agreement.comparisons.questions import LABEL_QUESTIONS
from trek_core.agreement.comparisons.raters import compute_all_annotators

CASES = [case(f"c{n}") for n in range(1, 6)]
PEOPLE = ("Ada", "Bo", "Cleo")
JUDGEMENTS = [
    *(blames(name, "c1", "Retrieval") for name in PEOPLE),
    *(blames(name, "c2", "Distraction") for name in PEOPLE),
    blames("Ada", "c3", "Retrieval"), blames("Bo", "c3", "Retrieval"),
    blames("Cleo", "c3", "Retrieval", "Distraction"),
    blames("Ada", "c4", "Distraction"), blames("Bo", "c4", "Distraction"),
    clears("Cleo", "c4", "judge_error"),
    blames("Ada", "c5", "Retrieval"),
]  # fmt: skip


def rows_of(judgements=JUDGEMENTS, **options):
    return compute_all_annotators(material(CASES, judgements, **options))


def test_fleiss_takes_the_cases_with_the_commonest_number_of_answers():
    row = find(rows_of(), view="joint", statistic="fleiss_kappa")
    # c1, c2 agree, on c3 one pair of three does: p_o = (1 + 1 + 1/3) / 3 = 7/9. Of nine answers
    # five are Retrieval, three Distraction, one both: p_e = (25 + 9 + 1) / 81 = 35/81.
    assert (row.n, row.details["raters_per_case"]) == (3, 3)
    assert row.value == pytest.approx((7 / 9 - 35 / 81) / (1 - 35 / 81))
    assert row.details["other_number_of_raters"] == 1


def alpha(rows, **wanted):
    found = [row for row in rows if row.statistic == "krippendorff_alpha"
             and wanted.items() <= {**row.place, **row.details}.items()]  # fmt: skip
    assert len(found) == 1
    return found[0]


def test_alpha_takes_every_case_with_two_answers_or_more():
    row = alpha(rows_of(), view="joint", distance="0 if equal, else 1")
    # Eleven answers on four cases: five Retrieval, five Distraction, one both. D_o: on c3 two of
    # three ordered pairs each way differ, 4/2 = 2 of 11. D_e = (121 - 25 - 25 - 1) / 110 = 70/110.
    assert row.n == 4
    assert row.value == pytest.approx(1 - (2 / 11) / (70 / 110))
    assert row.details["missing"] == {"system_independent": 1, "human_pending": 2}


def test_alpha_on_label_sets_gives_a_set_partly_right_its_part():
    rows = rows_of()
    nominal, jaccard, masi = (
        alpha(rows, view="joint", distance=distance)
        for distance in ("0 if equal, else 1", "1 - J", "1 - J * M")
    )
    # {Retrieval} and both: J = 1/2, so D_o halves; D_e = (2 x 25 + 2 x 10 x 1/2) / 110 = 60/110.
    assert jaccard.value == pytest.approx(1 - (1 / 11) / (60 / 110))
    # A subset has M = 2/3: distance 2/3; D_o = 2/11 x 2/3, D_e = (50 + 20 x 2/3) / 110.
    assert masi.value == pytest.approx(1 - (4 / 33) / ((50 + 40 / 3) / 110))
    assert "1 - J * M" in masi.method
    assert nominal.value < masi.value


def test_each_label_has_figures_of_its_own():
    row = find(rows_of(), view="label:Distraction", statistic="share")
    assert (row.value, row.n, row.case_ids["differing"]) == (0.25, 4, ("c3",))
    assert find(rows_of(), view="label:Retrieval", statistic="share").value == 0.0


def test_one_annotator_has_no_agreement_and_the_figures_say_why():
    rows = rows_of([blames("Ada", "c1", "Retrieval")])
    assert {(row.statistic, row.value, row.reason) for row in rows} == {
        ("share", None, "empty_group"),
        ("fleiss_kappa", None, "no_pairs"),
        ("krippendorff_alpha", None, "fewer_than_two_raters"),
    }


def test_counts_of_answers_are_those_of_the_judgements():
    given = material(CASES, JUDGEMENTS)
    answers = gather_answers(LABEL_QUESTIONS[0], given.find_profiles(WITHIN))
    assert (answers.units, answers.times @ answers.counts.sum(axis=1)) == (5, 12)
    assert (answers.compared, answers.split) == (4, 1)
    assert answers.groups == {"differing": ("c3",), "compared": ("c1", "c2", "c3", "c4")}
    for part in answers.split_by_label():
        assert part.counts.sum(axis=1).tolist() == answers.counts.sum(axis=1).tolist()
