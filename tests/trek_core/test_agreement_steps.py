"""Which question splits people, what outcome they give, and what undecided judgements change."""

from dataclasses import replace

import pytest

from tests.trek_core.agreement_samples import FAILED, WITHIN, blames, case, clears, find, material
from trek_core.agreement import RoundMode
from trek_core.agreement.comparisons.closed_answers import (
    CATEGORIES,
    CLOSED_FIELDS,
    read_closed_answers,
)
from trek_core.agreement.comparisons.questions import ANSWER_CAUSES, OPEN_QUESTIONS, STEP_QUESTIONS
from trek_core.agreement.comparisons.steps import TREKTRACE_FIELDS, compute_outcomes, compute_steps
from trek_core.agreement.comparisons.undecided import compute_undecided, pair_undecided

CASES = [case(f"c{n}", "Retrieval", "Distraction") for n in range(1, 7)]
KAPPA = {"statistic": "cohen_kappa"}
SHARE = {"statistic": "share"}


def test_a_step_counts_those_who_answered_it_and_says_why_the_others_did_not():
    rows = compute_steps(material(CASES, [
        blames("Ada", "c1", "Retrieval"), blames("Bo", "c1", "Retrieval"),
        blames("Ada", "c2", "Retrieval"), blames("Bo", "c2", "Pre-retrieval"),
        blames("Ada", "c3", "Pre-retrieval"), blames("Bo", "c3", "Pre-retrieval"),
        blames("Ada", "c4", "Retrieval"), blames("Bo", "c4", "Randomness"),
        blames("Ada", "c5", "Retrieval"), blames("Bo", "c5", "Retrieval", mode="blind"),
    ]))  # fmt: skip
    where = {"comparison": "Ada_vs_Bo", "view": "step:queries_adequate", "undecided": "counted"}
    queries = find(rows, **where, **KAPPA)
    # c1 yes/yes, c2 yes/no, c3 no/no: p_o = 2/3, p_e = (2 x 1 + 1 x 2) / 9, kappa = .4.
    assert (queries.n, queries.value) == (3, pytest.approx(0.4))
    assert queries.details["excluded"] == {"other_mode": 1, "human_pending": 1, "not_asked": 1}
    assert queries.case_ids["not_asked"] == ("c4",)
    assert queries.case_ids["differing"] == ("c2",)
    assert queries.pairing.cells == {(0, 0): ("c1",), (0, 1): ("c2",), (1, 1): ("c3",)}
    assert (queries.place["step"], queries.place["round"]) == (4, "default")


def test_a_question_whose_evidence_is_not_recorded_is_left_out_by_that_name():
    unrecorded = read_closed_answers(FAILED)
    judgements = [
        replace(blames(name, "c1", "Randomness"), answers=unrecorded) for name in ("Ada", "Bo")
    ]
    rows = compute_steps(material(CASES[:1], judgements))
    where = {"comparison": "Ada_vs_Bo", "undecided": "counted"}
    evidence = find(rows, **where, view="step:evidence_retrieved", **KAPPA)
    assert evidence.details["excluded"] == {"not_recorded": 1}
    queries = find(rows, **where, view="step:queries_adequate", **KAPPA)
    assert queries.details["excluded"] == {"not_asked": 1}


def test_unsure_is_an_answer_of_its_own_or_left_out_and_counted():
    unsure = {"evidence_retrieved": "unsure", "queries_adequate": "yes"}
    rows = compute_steps(material(CASES[:2], [
        blames("Ada", "c1", "Retrieval", answers=unsure, state="needs_discussion"),
        blames("Bo", "c1", "Retrieval"),
        blames("Ada", "c2", "Retrieval"), blames("Bo", "c2", "Retrieval"),
    ]))  # fmt: skip
    where = {"comparison": "Ada_vs_Bo", "view": "step:evidence_retrieved",
             "statistic": "percent_agreement"}  # fmt: skip
    counted = find(rows, **where, undecided="counted")
    assert (counted.value, counted.n) == (0.5, 2)
    left_out = find(rows, **where, undecided="left_out")
    assert (left_out.value, left_out.n) == (1.0, 1)
    assert left_out.details["excluded"] == {"unsure": 1}


def test_the_split_of_a_question_is_over_all_who_answered_it():
    rows = compute_steps(material(CASES, [
        *(blames(name, "c1", "Retrieval") for name in ("Ada", "Bo", "Cleo")),
        blames("Ada", "c2", "Retrieval"), blames("Bo", "c2", "Retrieval"),
        blames("Cleo", "c2", "Pre-retrieval"),
        blames("Ada", "c3", "Retrieval"), blames("Bo", "c3", "Randomness"),
        blames("Ada", "c4", "Retrieval"),
    ]))  # fmt: skip
    where = {"comparison": "all_annotators", "view": "step:queries_adequate",
             "undecided": "counted"}  # fmt: skip
    split = find(rows, **where, **SHARE)
    # Two or more were asked about the queries of c1 and c2; on c2 they differ.
    assert (split.value, split.n, split.details["count"]) == (0.5, 2, 1)
    assert split.case_ids == {"differing": ("c2",), "compared": ("c1", "c2")}
    assert split.details["missing"] == {"human_pending": 3, "not_asked": 1}
    assert split.details["units"] == 4


def test_trektrace_has_a_side_in_the_four_judgements_it_makes_itself():
    rows = compute_steps(material(
        [*CASES[:2], case("c3", "Retrieval", complete=False, ), case("c9")],
        [blames("Ada", "c1", "Retrieval", "Distraction"), blames("Ada", "c2", "Distraction"),
         blames("Ada", "c9", "Distraction")],
    ))  # fmt: skip
    fields = {row.place["view"] for row in rows if row.place["comparison"] == "trektrace_vs_human"}
    assert fields == {f"step:{field}" for field in TREKTRACE_FIELDS}
    evidence = find(rows, comparison="trektrace_vs_human", view="step:evidence_retrieved",
                    undecided="counted", statistic="percent_agreement")  # fmt: skip
    assert (evidence.value, evidence.n, evidence.case_ids["differing"]) == (0.5, 2, ("c2",))
    assert evidence.details["excluded"] == {"no_attribution": 1, "human_pending": 1}


def test_a_judgement_trektrace_left_open_is_left_out_of_its_step_alone():
    open_case = replace(case("c1", "Retrieval", complete=False), judgements={"noise_correct": "no"})
    rows = compute_steps(material([open_case], [blames("Ada", "c1", "Distraction")]))
    where = {"comparison": "trektrace_vs_human", "undecided": "counted", **KAPPA}
    evidence = find(rows, **where, view="step:evidence_retrieved")
    assert evidence.details["excluded"] == {"attribution_incomplete": 1}
    assert find(rows, **where, view="step:noise_correct").n == 1


def test_every_closed_field_has_a_question_and_every_reading_is_known():
    assert list(dict.fromkeys(q.view for q in STEP_QUESTIONS)) == [
        f"step:{field.name}" for field in CLOSED_FIELDS
    ]
    judgement = blames("Ada", "c1", "Randomness")
    for question in (*STEP_QUESTIONS, *OPEN_QUESTIONS):
        assert question.read(judgement) in (*question.categories, *ANSWER_CAUSES)
        assert question.read(replace(judgement, answers=None)) in (
            *question.categories, *ANSWER_CAUSES
        )  # fmt: skip
    assert set(CATEGORIES) == {field.name for field in CLOSED_FIELDS}


OUTCOMES = [
    blames("Ada", "c1", "Retrieval"), blames("Bo", "c1", "Randomness"),
    blames("Ada", "c2", "Retrieval"), clears("Bo", "c2", "judge_error"),
    clears("Ada", "c3", "reference_answer_error"), clears("Bo", "c3", "judge_error"),
    clears("Ada", "c4", "not_a_failure"), clears("Bo", "c4", "reference_answer_error"),
    clears("Ada", "c5", "undecided"), blames("Bo", "c5", "Retrieval"),
]  # fmt: skip


def test_system_independent_is_a_yes_or_no_on_its_own():
    rows = compute_outcomes(material(CASES, OUTCOMES))
    where = {"comparison": "Ada_vs_Bo", "view": "system_independent"}
    settled = find(rows, **where, undecided="left_out", **KAPPA)
    # c1 no/no, c2 no/yes, c3 yes/yes: p_o = 2/3, p_e = (2 x 1 + 1 x 2) / 9, kappa = .4.
    assert (settled.n, settled.value) == (3, pytest.approx(0.4))
    assert settled.pairing.cells == {(0, 0): ("c1",), (0, 1): ("c2",), (1, 1): ("c3",)}
    assert settled.details["excluded"] == {
        "human_pending": 1, "not_a_failure": 1, "human_undetermined": 1
    }  # fmt: skip
    counted = find(rows, **where, undecided="counted", statistic="percent_agreement")
    assert (counted.n, counted.value) == (4, 0.5)


def test_the_outcome_itself_tells_judge_from_reference():
    rows = compute_outcomes(material(CASES, OUTCOMES))
    settled = find(rows, comparison="Ada_vs_Bo", view="outcome", undecided="left_out",
                   statistic="percent_agreement")  # fmt: skip
    assert (settled.n, settled.value) == (4, 0.25)
    assert settled.case_ids["differing"] == ("c2", "c3", "c4")


def test_one_annotator_alone_is_compared_with_nobody():
    assert compute_outcomes(material(CASES, OUTCOMES[:1])) == []


def test_undecided_judgements_are_compared_where_asked_for():
    undetermined = blames("Ada", "c2", "Retrieval", post_side="undetermined",
                          state="needs_discussion")  # fmt: skip
    given = material(CASES[:4], [
        blames("Ada", "c1", "Retrieval", "Distraction"), undetermined,
        clears("Ada", "c3", "undecided"), clears("Ada", "c4", "judge_error"),
    ])  # fmt: skip
    rows = compute_undecided(given)
    where = {"comparison": "trektrace_vs_human", "statistic": "percent_agreement"}
    joint = find(rows, view="joint", **where)
    assert (joint.n, joint.value) == (3, pytest.approx(1 / 3))
    assert joint.details["excluded"] == {"system_independent": 1}
    retrieval = find(rows, view="retrieval", **where)
    assert (retrieval.n, retrieval.value) == (3, pytest.approx(2 / 3))
    pairing = pair_undecided(given, WITHIN, "post")
    assert pairing.cells == {(2, 2): ("c1",), (2, 3): ("c2", "c3")}


def test_rounds_and_modes_have_rows_of_their_own():
    blind = [replace(one, mode="blind") for one in OUTCOMES[:2]]
    rows = compute_outcomes(material(CASES, [*OUTCOMES[:4], *blind]))
    found = [RoundMode(row.place["round"], row.place["mode"]) for row in rows]
    assert list(dict.fromkeys(found)) == [WITHIN, RoundMode("default", "blind")]
    blind_row = find(rows, mode="blind", comparison="Ada_vs_Bo", view="outcome",
                     undecided="left_out", statistic="percent_agreement")  # fmt: skip
    assert (blind_row.n, blind_row.details["excluded"]) == (
        1,
        {"other_mode": 1, "human_pending": 4},
    )
