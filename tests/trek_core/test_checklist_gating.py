"""What is asked, what must be answered, and what an answer must rest on."""

from dataclasses import replace

import pytest

from tests.trek_core.checklist_samples import (
    CLAIMED,
    ENTRY,
    FACTS,
    GOLD,
    NOTHING_RECORDED,
    OTHER,
    STEP_1,
    WRONG_REFERENCE,
    fields_with,
    missing_fields,
    stage_answers,
    without,
)
from trek_core.checklist import FIELDS_BY_NAME, Status, compute_offered, evaluate

REFERENCE_GIVEN = {"reference_evidence": [ENTRY]}


def test_what_the_case_does_not_hold_reads_as_not_recorded():
    answers = {
        "target_basis": "none",
        **REFERENCE_GIVEN,
        "reference_valid": "yes",
        "response_correct": "no",
        "response_rule": "plain",
        **stage_answers("Retrieval", "Distraction"),
    }
    found = evaluate(answers, NOTHING_RECORDED)
    assert fields_with(Status.NOT_RECORDED, found) == {
        "page_marks",
        "key_evidence_ok",
        "evidence_retrieved",
        "gold_only_model_ok",
        "gold_only_temporal_ok",
        "gold_only_context_ok",
        "gold_only_page_content_ok",
        "gold_only_correct",
    }
    assert (found.retrieval_side, found.post_side) == ("undetermined", "undetermined")
    assert (found.labels, found.computed, found.judge_agrees) == ((), None, None)
    assert found.state_on_submission == "submitted"


@pytest.mark.parametrize("has_key_evidence", [True, False])
def test_what_is_withheld_reads_so_whether_it_was_recorded_or_not(has_key_evidence):
    facts = replace(FACTS, trektrace_side="withheld", has_key_evidence=has_key_evidence)
    found = evaluate(without(stage_answers("none", "Distraction"), "key_evidence_ok"), facts)
    assert fields_with(Status.WITHHELD, found) == {"key_evidence_ok"}
    assert fields_with(Status.NOT_RECORDED, found) == set()
    assert (found.problems, found.open_step) == ((), 6)


def test_an_answer_given_before_a_reveal_stays_whole_after_it():
    revealed = replace(FACTS, trektrace_side="revealed", claimed_urls=(CLAIMED, OTHER))
    revealed = replace(revealed, equivalent_urls=(OTHER,))
    answers = stage_answers("none", "Distraction")
    before = evaluate(without(answers, "key_evidence_ok"), revealed)
    assert before.status["key_evidence_ok"] is Status.UNANSWERED
    assert (before.problems, before.open_step) == ((), 6)
    assert evaluate(answers, revealed).status["key_evidence_ok"] is Status.ANSWERED
    shown = replace(revealed, trektrace_side="shown")
    assert missing_fields(without(answers, "key_evidence_ok"), shown) == [
        "page_marks",
        "key_evidence_ok",
    ]


def test_queries_that_were_not_recorded_leave_the_retrieval_side_open():
    facts = replace(FACTS, has_queries=False)
    found = evaluate(stage_answers("Retrieval", "none"), facts)
    assert found.status["queries_adequate"] is Status.NOT_RECORDED
    assert (found.retrieval_side, found.problems) == ("undetermined", ())


def test_no_page_returned_is_not_the_same_as_no_page_recorded():
    facts = replace(FACTS, retrieved_urls=(), claimed_urls=())
    found = evaluate(without(stage_answers("Retrieval", "none"), "page_marks"), facts)
    assert found.status["evidence_retrieved"] is Status.ANSWERED
    assert (found.retrieval_side, found.problems) == ("Retrieval", ())


@pytest.mark.parametrize(
    ("flag", "answer", "missing"),
    [
        (True, None, ["false_premise_verified"]),
        (True, "yes", []),
        (True, "no", []),
        (True, "unsure", []),
        (False, None, []),
        (False, "yes", []),
        (None, None, []),
        (None, "yes", []),
    ],
)
def test_a_premise_must_be_verified_where_the_case_is_marked_so(flag, answer, missing):
    answers = {**stage_answers("none", "none"), "false_premise_verified": answer}
    found = evaluate(answers, replace(FACTS, false_premise=flag))
    assert [problem.field for problem in found.problems] == missing
    assert found.status["false_premise_verified"] is not Status.NOT_ASKED


@pytest.mark.parametrize(("count", "asked"), [(0, False), (1, False), (2, True), (5, True)])
def test_alternatives_are_asked_about_only_among_several_references(count, asked):
    found = evaluate({}, replace(FACTS, reference_count=count))
    assert (found.status["answers_are"] is Status.UNANSWERED) is asked


@pytest.mark.parametrize(
    ("basis", "asked"),
    [("explicit", True), ("effective_year", True), ("none", False), (None, False)],
)
def test_a_target_time_may_be_given_where_there_is_one(basis, asked):
    found = evaluate({"target_basis": basis}, FACTS)
    assert (found.status["target_time"] is Status.UNANSWERED) is asked


@pytest.mark.parametrize(
    ("answers", "has_year", "missing"),
    [
        ({"target_basis": "explicit"}, True, "target_time"),
        ({"target_basis": "explicit", "target_time": "  "}, True, "target_time"),
        ({"target_basis": "explicit", "target_time": "May 2024"}, False, None),
        ({"target_basis": "effective_year"}, True, None),
        ({"target_basis": "effective_year", "target_time": "2024"}, False, None),
        ({"target_basis": "none"}, False, None),
    ],
)
def test_a_target_time_is_said_where_the_question_names_it(answers, has_year, missing):
    facts = replace(FACTS, has_effective_year=has_year)
    answers = {**STEP_1, **answers}
    found = evaluate(answers, facts)
    assert [problem.field for problem in found.problems if problem.step == 1] == (
        [missing] if missing else []
    )
    assert found.open_step == (1 if missing else 2)
    assert evaluate(answers, facts, was_handed_in=True).open_step == 2


@pytest.mark.parametrize("has_year", [True, False])
@pytest.mark.parametrize("basis", ["explicit", "effective_year", "none"])
def test_a_year_that_the_case_does_not_record_is_doubted_as_a_source(basis, has_year):
    found = evaluate({"target_basis": basis}, replace(FACTS, has_effective_year=has_year))
    is_doubted = basis == "effective_year" and not has_year
    assert [each.field for each in found.doubts] == (["target_basis"] if is_doubted else [])


def test_a_year_that_the_case_does_not_record_is_not_offered_unless_it_was_chosen():
    def offered(has_year, **answers):
        facts = replace(FACTS, has_effective_year=has_year)
        field = FIELDS_BY_NAME["target_basis"]
        return [option.value for option in compute_offered(field, answers, facts)]

    assert offered(True) == ["explicit", "effective_year", "none"]
    assert offered(False) == ["explicit", "none"] == offered(False, target_basis="none")
    assert offered(False, target_basis="effective_year") == offered(True)


def test_only_a_question_that_says_so_by_itself_is_an_open_one():
    found = evaluate({"target_basis": "explicit"}, FACTS)
    loud = {problem.field for problem in found.problems if not problem.is_open}
    assert loud == {"target_time"}
    assert {"gold_pages", "reference_valid"} <= {each.field for each in found.problems} - loud


@pytest.mark.parametrize(
    ("valid", "mark", "entries", "supported"),
    [
        ("yes", "supports", [], True),
        ("yes", "supports", [ENTRY], True),
        ("yes", "no_longer_supports", [], False),
        ("yes", "does_not_support", [], False),
        ("yes", "unavailable", [], False),
        ("yes", "not_opened", [], False),
        ("yes", "not_opened", [ENTRY], True),
        ("no", "supports", [], False),
        ("no", "no_longer_supports", [], False),
        ("no", "no_longer_supports", [ENTRY], True),
        ("no", "unavailable", [ENTRY], True),
        ("unsure", "unavailable", [], True),
    ],
)
def test_a_yes_rests_on_a_page_or_an_entry_and_a_no_on_an_entry(valid, mark, entries, supported):
    answers = {
        **WRONG_REFERENCE,
        "gold_pages": {GOLD: mark},
        "reference_valid": valid,
        "reference_evidence": entries,
    }
    problems = [problem for problem in evaluate(answers, FACTS).problems if problem.step == 1]
    fields = [problem.field for problem in problems]
    assert fields == ([] if supported else ["reference_evidence"])


def test_a_page_that_is_no_gold_page_of_the_case_supports_nothing():
    answers = {**STEP_1, "gold_pages": {GOLD: "unavailable", OTHER: "supports"}}
    assert "reference_evidence" in missing_fields(answers)


def test_without_gold_pages_only_an_entry_supports_the_reference():
    facts = replace(FACTS, gold_urls=())
    found = evaluate(STEP_1, facts)
    assert found.status["gold_pages"] is Status.NOT_ASKED
    assert [problem.field for problem in found.problems if problem.step == 1] == [
        "reference_evidence"
    ]
    assert evaluate({**STEP_1, **REFERENCE_GIVEN}, facts).open_step == 2


@pytest.mark.parametrize(
    ("marked", "message"),
    [
        ([], "Gold pages: mark 2 pages."),
        ([GOLD], "Gold pages: mark a page."),
        ([OTHER], "Gold pages: mark 2 pages."),
        ([GOLD, CLAIMED], None),
    ],
)
def test_every_gold_page_needs_a_mark(marked, message):
    facts = replace(FACTS, gold_urls=(GOLD, CLAIMED))
    found = evaluate({"gold_pages": dict.fromkeys(marked, "unavailable")}, facts)
    messages = [problem.message for problem in found.problems if problem.field == "gold_pages"]
    assert messages == ([message] if message else [])


@pytest.mark.parametrize(
    ("marks", "missing"),
    [
        ({}, ["page_marks"]),
        ({OTHER: "carries_all"}, ["page_marks"]),
        ({CLAIMED: "wrong_entity"}, []),
        ({CLAIMED: "not_opened", OTHER: "same_topic_only"}, []),
    ],
)
def test_a_claimed_page_needs_a_mark_and_another_may_have_one(marks, missing):
    assert missing_fields({**stage_answers("none", "none"), "page_marks": marks}) == missing
