"""Steps 4 to 6: what is blamed on either side, and the labels (appendix B.6, items 8-12)."""

from dataclasses import replace

import pytest

from tests.trek_core.checklist_samples import (
    FACTS,
    GOLD_ONLY_HOLDS,
    NOISE_HOLDS,
    PAGES,
    WRONG_RESPONSE,
    stage_answers,
    without,
)
from trek_core.checklist import Status, evaluate

# Every table here is written out by hand. N none, ? undetermined.
# Rows: evidence_retrieved. Columns: queries_adequate. P Pre-retrieval, R Retrieval.
RETRIEVAL_SIDE = """
E            | yes no unsure unanswered not_recorded
yes          | N   N  N      N          N
no           | R   P  ?      ?          ?
unsure       | ?   ?  ?      ?          ?
unanswered   | ?   ?  ?      ?          ?
not_recorded | ?   ?  ?      ?          ?
"""
# Rows: gold_only_correct and which probe has a condition that does not hold. Columns:
# noise_correct, with the noise probe recorded, then without. I Interpretation, D Distraction.
POST_SIDE = """
G            broken    | yes no unsure unanswered yes/- no/- unsure/- unanswered/-
yes          -         | N   D  ?      ?          ?     ?    ?        ?
yes          gold_only | ?   ?  ?      ?          ?     ?    ?        ?
yes          noise     | ?   ?  ?      ?          ?     ?    ?        ?
no           -         | I   I  I      I          I     I    I        I
no           gold_only | ?   ?  ?      ?          ?     ?    ?        ?
no           noise     | I   I  I      I          I     I    I        I
unsure       -         | ?   ?  ?      ?          ?     ?    ?        ?
unsure       gold_only | ?   ?  ?      ?          ?     ?    ?        ?
unsure       noise     | ?   ?  ?      ?          ?     ?    ?        ?
unanswered   -         | ?   ?  ?      ?          ?     ?    ?        ?
unanswered   gold_only | ?   ?  ?      ?          ?     ?    ?        ?
unanswered   noise     | ?   ?  ?      ?          ?     ?    ?        ?
not_recorded -         | ?   ?  ?      ?          ?     ?    ?        ?
not_recorded gold_only | ?   ?  ?      ?          ?     ?    ?        ?
not_recorded noise     | ?   ?  ?      ?          ?     ?    ?        ?
"""
# Retrieval side, post-retrieval side | computed label set | labels.
LABELS = """
none          none           | Randomness                     | Randomness
none          Interpretation | Interpretation                 | Interpretation
none          Distraction    | Distraction                    | Distraction
none          undetermined   | -                              | -
Pre-retrieval none           | Pre-retrieval                  | Pre-retrieval
Pre-retrieval Interpretation | Pre-retrieval + Interpretation | Pre-retrieval + Interpretation
Pre-retrieval Distraction    | Pre-retrieval + Distraction    | Pre-retrieval + Distraction
Pre-retrieval undetermined   | -                              | Pre-retrieval
Retrieval     none           | Retrieval                      | Retrieval
Retrieval     Interpretation | Retrieval + Interpretation     | Retrieval + Interpretation
Retrieval     Distraction    | Retrieval + Distraction        | Retrieval + Distraction
Retrieval     undetermined   | -                              | Retrieval
undetermined  none           | -                              | -
undetermined  Interpretation | -                              | Interpretation
undetermined  Distraction    | -                              | Distraction
undetermined  undetermined   | -                              | -
"""
SIDES = {
    "N": "none",
    "?": "undetermined",
    "P": "Pre-retrieval",
    "R": "Retrieval",
    "I": "Interpretation",
    "D": "Distraction",
}


def read_matrix(text):
    """One tuple a cell: the row's words, the column's word, the cell."""
    head, *rows = (line.split("|") for line in text.strip().splitlines())
    return [
        (*row.split(), column, cell)
        for row, cells in rows
        for column, cell in zip(head[1].split(), cells.split(), strict=True)
    ]


def given(**answers):
    left_out = ("unanswered", "not_recorded")
    return {name: value for name, value in answers.items() if value not in left_out}


@pytest.mark.parametrize(("evidence", "queries", "expected"), read_matrix(RETRIEVAL_SIDE))
def test_the_retrieval_side_is_that_of_the_hand_written_table(evidence, queries, expected):
    facts = replace(
        FACTS,
        retrieved_urls=None if evidence == "not_recorded" else FACTS.retrieved_urls,
        has_queries=queries != "not_recorded",
    )
    answers = given(evidence_retrieved=evidence, queries_adequate=queries)
    found = evaluate({**WRONG_RESPONSE, **answers}, facts)
    assert found.computed_retrieval == found.retrieval_side == SIDES[expected]


@pytest.mark.parametrize(("grade", "broken", "noise", "expected"), read_matrix(POST_SIDE))
@pytest.mark.parametrize("condition", ["model_ok", "temporal_ok", "context_ok", "page_content_ok"])
def test_the_post_side_is_that_of_the_hand_written_table(grade, broken, noise, expected, condition):
    noise_grade, _, unrecorded = noise.partition("/")
    facts = replace(
        FACTS, has_gold_only_answer=grade != "not_recorded", has_noise_answer=not unrecorded
    )
    answers = {
        **GOLD_ONLY_HOLDS,
        **NOISE_HOLDS,
        **given(gold_only_correct=grade, noise_correct=noise_grade),
        **({} if broken == "-" else {f"{broken}_{condition}": "no"}),
    }
    found = evaluate({**WRONG_RESPONSE, **answers}, facts)
    assert found.computed_post == found.post_side == SIDES[expected]


@pytest.mark.parametrize("row", LABELS.strip().splitlines())
def test_labels_come_from_decided_sides_and_randomness_only_from_two(row):
    sides, computed, labels = (part.strip() for part in row.split("|"))
    found = evaluate(stage_answers(*sides.split()), FACTS)
    assert [found.retrieval_side, found.post_side] == sides.split()
    assert str(found.computed or "-") == computed
    assert " + ".join(found.labels or ("-",)) == labels


def test_the_tables_have_every_combination_once():
    assert len({cell[:-1] for cell in read_matrix(RETRIEVAL_SIDE)}) == 5 * 5
    assert len({cell[:-1] for cell in read_matrix(POST_SIDE)}) == 5 * 3 * 4 * 2
    rows = [tuple(row.partition("|")[0].split()) for row in LABELS.strip().splitlines()]
    assert len(set(rows)) == len(rows) == 4 * 4


@pytest.mark.parametrize("value", ["unsure", "unanswered"])
@pytest.mark.parametrize("name", [*GOLD_ONLY_HOLDS, *NOISE_HOLDS])
def test_a_condition_that_is_merely_open_leaves_the_grade_standing(name, value):
    answers = without(stage_answers("none", "Distraction"), name)
    assert evaluate({**answers, **given(**{name: value})}, FACTS).post_side == "Distraction"


def test_a_probe_whose_condition_is_refused_is_not_graded():
    answers = {**stage_answers("none", "Distraction"), "noise_context_ok": "no"}
    found = evaluate(answers, FACTS)
    assert found.status["noise_correct"] is Status.NOT_ASKED
    assert found.status["noise_temporal_ok"] is Status.ANSWERED
    assert found.status["misleading_urls"] is Status.NOT_ASKED
    assert found.problems == ()


def test_gold_plus_noise_is_asked_for_only_after_a_right_gold_only_answer():
    wrong = evaluate(stage_answers("none", "Interpretation"), FACTS)
    assert {wrong.status[name] for name in [*NOISE_HOLDS, "noise_correct"]} == {Status.NOT_ASKED}
    right = evaluate(without(stage_answers("none", "none"), "noise_correct"), FACTS)
    assert right.status["noise_correct"] is Status.UNANSWERED


def test_a_noise_probe_that_never_ran_leaves_the_side_open_and_the_case_submittable():
    found = evaluate(stage_answers("Retrieval", "none"), replace(FACTS, has_noise_answer=False))
    assert found.status["noise_correct"] is Status.NOT_RECORDED
    assert (found.post_side, found.problems) == ("undetermined", ())
    assert found.labels == ("Retrieval",)


def test_misleading_pages_may_be_named_only_for_a_distraction_and_need_not_be():
    answers = {**stage_answers("none", "Distraction"), **PAGES}
    assert evaluate(answers, FACTS).status["misleading_urls"] is Status.UNANSWERED
    assert evaluate(answers, FACTS).problems == ()
    for other in ("none", "Interpretation", "undetermined"):
        found = evaluate(stage_answers("none", other), FACTS)
        assert found.status["misleading_urls"] is Status.NOT_ASKED


@pytest.mark.parametrize(
    ("evidence", "asked"), [("yes", False), ("no", True), ("unsure", True), ("unanswered", False)]
)
def test_queries_are_asked_about_only_where_the_evidence_was_not_seen(evidence, asked):
    found = evaluate({**WRONG_RESPONSE, **given(evidence_retrieved=evidence)}, FACTS)
    assert (found.status["queries_adequate"] is Status.UNANSWERED) is asked


def test_stages_are_looked_at_for_an_undecided_case_too():
    answers = {**stage_answers("Retrieval", "Distraction"), "reference_valid": "unsure"}
    found = evaluate(answers, FACTS)
    assert found.outcome == "undecided"
    assert found.labels == ("Retrieval", "Distraction")
    assert found.state_on_submission == "needs_discussion"
