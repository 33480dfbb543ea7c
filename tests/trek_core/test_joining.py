"""Recorded answers find their questions, and only what they lack is filled in."""

from trek_core.cases import Case
from trek_core.datasets.joining import join_case
from trek_core.datasets.question_index import QuestionIndex
from trek_core.datasets.questions import DatasetQuestion
from trek_core.question_wording import compute_question_key, normalise_question

COLUMNS = {"num_hops": "hops", "source": "gold_urls"}


def make_question(question_id="7", question="Who leads the council?", **fields):
    known = {
        "reference_answers": ("Anna",),
        "gold_urls": ("https://a.example/council",),
        "effective_year": 2025,
        "false_premise": False,
        "hops": "one-hop",
        "flags": {"time_sensitive": True},
    }
    return DatasetQuestion(
        dataset="freshqa", question_id=question_id, question=question, **(known | fields)
    )


def join(case, *questions):
    return join_case(case, QuestionIndex(questions or (make_question(),)), COLUMNS)


def make_case(**fields):
    return Case.model_validate(
        {"question": "Who leads the council?", "prediction": "Bo", "system": "m", **fields}
    )


def test_a_case_takes_what_it_lacks_from_the_question_worded_the_same():
    before = make_case(question="  WHO leads the “council” ", source="a run of ours")
    joined = join(before, make_question(question='Who leads the "council"?'))
    assert joined.how == "question"
    assert set(joined.filled) == {
        "dataset", "question_id", "reference_answers", "gold_urls", "effective_year",
        "false_premise", "hops", "flags",
    }  # fmt: skip
    case = joined.case
    assert (case.reference_answers, case.gold_urls) == (("Anna",), ("https://a.example/council",))
    assert (case.effective_year, case.false_premise) == (2025, False)
    assert case.to_json()["flags"] == {"time_sensitive": True}
    assert case.case_id == before.case_id, "a case keeps its name"
    assert (case.question, case.model_extra["source"]) == (before.question, "a run of ours")


def test_nothing_recorded_is_replaced_and_every_difference_is_told():
    joined = join(
        make_case(
            question_id="7",
            reference_answers=["Bo"],
            gold_urls=[],
            effective_year="2025",
            false_premise=True,
            num_hops="multi-hop",
        )
    )
    assert joined.how == "id"
    assert joined.filled == ("dataset", "flags")
    assert [(each.field, each.recorded, each.in_dataset) for each in joined.differences] == [
        ("reference_answers", ["Bo"], ["Anna"]),
        ("gold_urls", [], ["https://a.example/council"]),
        ("false_premise", True, False),
        ("hops", "multi-hop", "one-hop"),
    ]
    assert joined.case.reference_answers == ("Bo",)
    assert joined.case.gold_urls == ()


def test_order_case_and_the_form_of_a_url_make_no_difference():
    joined = join(
        make_case(
            reference_answers=["ANNA"], gold_urls=["http://www.a.example/council/#top"], flags=None
        )
    )
    assert joined.differences == ()
    assert "flags" in joined.filled


def test_an_id_counts_only_within_its_dataset_and_beside_a_like_wording():
    questions = (make_question(), make_question("8", "How many bridges does the town have?"))
    assert join(make_case(question_id="8"), *questions).case.question_id == "8"
    moved = join(make_case(question_id="8"), *questions)
    assert moved.how == "question"
    assert [each.field for each in moved.differences] == ["question_id"]
    other = join(make_case(question_id="8", question="Why is the sky blue?"), *questions)
    assert (other.how, other.near, other.is_joined) == ("other_question", (), False)
    reworded = join(make_case(question_id="7", question="Who leads our council?"), *questions)
    assert reworded.how == "id"
    assert [each.field for each in reworded.differences] == ["question"]
    elsewhere = make_case(question_id="7", question="Who leads our council?", dataset="sealqa")
    assert join(elsewhere, *questions).how == "none"
    assert join(elsewhere.model_copy(update={"dataset": "freshqa_2025"}), *questions).how == "id"


def test_a_near_miss_is_named_and_never_joined():
    before = make_case(question="Who leads the councils?")
    joined = join(before, make_question(), make_question("8", "Why is the sky blue?"))
    assert (joined.how, joined.case) == ("none", before)
    (near,) = joined.near
    assert (near.question_id, near.question) == ("7", "Who leads the council?")
    assert near.likeness > 90


def test_questions_worded_the_same_with_other_answers_join_nothing():
    twice = (make_question(), make_question("8", reference_answers=("Cleo",)))
    assert join(make_case(), *twice).how == "ambiguous"
    assert join(make_case(question_id="8"), *twice).case.reference_answers == ("Cleo",)
    assert join(make_case(), make_question(), make_question("8")).case.question_id == "7"
    years = (make_question(), make_question("8", effective_year=2023))
    assert join(make_case(), *years).how == "ambiguous"
    assert QuestionIndex(twice).duplicates() == [twice]


def test_a_question_without_letters_is_still_itself():
    assert normalise_question("2 + 2 = ?") != normalise_question("3 + 3 = ?")
    assert normalise_question("??") == normalise_question("") == ""
    assert compute_question_key("??") != compute_question_key("!")


def test_marks_that_mean_something_keep_questions_apart():
    asked = ["Which is the newest C?", "Which is the newest C++?", "Which is the newest C#?"]
    assert len({compute_question_key(question) for question in asked}) == 3
    assert normalise_question("क्या यह है?") != normalise_question("क्या यह ह?")


def test_a_question_with_a_long_run_of_marks_is_compared_at_once():
    assert compute_question_key(f"Who {'!' * 300_000} a?") == compute_question_key(
        f"who {'!' * 300_000} A"
    )
