"""Which values may be an answer, and how answers travel in a file."""

import json

import pytest
from hypothesis import assume, given

from tests.trek_core.checklist_samples import ENTRY
from tests.trek_core.checklist_strategies import JSON_VALUES, accepted_answers
from trek_core.checklist import FIELDS, Kind, check_answer, join_answers, split_answers
from trek_core.checklist.evidence_dates import read_date
from trek_core.errors import AnswerError
from trek_core.judgements import Judgement

WORDS = {option.value for field in FIELDS for option in field.options}
HOSTILE = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) \u202e\x00 =cmd|'/c calc'!A1"

ACCEPTED = [
    ("reference_valid", "yes"),
    ("reference_valid", "no"),
    ("reference_valid", "unsure"),
    ("target_basis", "effective_year"),
    ("reference_issue", "page_no_longer_supports"),
    ("response_rule", "plain"),
    ("response_rule", "valid_alternative"),
    ("response_rule", "wrong_premise_named"),
    ("override_labels", []),
    ("override_labels", ["Retrieval"]),
    # The rule forbids it; that is said beside the answer, which is kept.
    ("override_labels", ["Randomness", "Retrieval"]),
    ("notes_1", ""),
    ("notes_1", HOSTILE),
    ("notes_1", "x" * 100_000),
    ("gold_pages", {}),
    ("gold_pages", {"not a url": "supports", "": "not_opened"}),
    ("gold_pages", {HOSTILE: "unavailable"}),
    ("page_marks", {"https://example.org": "wrong_time"}),
    ("misleading_urls", {"https://example.org": "republished"}),
    ("cited_probe_calls", [f"gold_plus_noise:{'0f' * 32}", f"gold_only:{'0f' * 32}"]),
    ("reference_evidence", []),
    ("reference_evidence", [ENTRY, ENTRY]),
    ("reference_evidence", [{"url": HOSTILE, "quote": HOSTILE}]),
    (
        "reference_evidence",
        [
            {
                **ENTRY,
                "event_at": "spring 2024",
                "published_at": "",
                "updated_at": "2024-05-02",
                "accessed_at": "2025-01-01T10:00:00Z",
            }
        ],
    ),
]
REFUSED = [
    ("reference_valid", "Yes", "one of no, unsure, yes"),
    ("reference_valid", "", "one of no, unsure, yes"),
    ("reference_valid", True, "one of no, unsure, yes"),
    ("reference_valid", 1, "one of no, unsure, yes"),
    ("reference_valid", ["yes"], "one of no, unsure, yes"),
    ("reference_valid", {"yes": "yes"}, "one of no, unsure, yes"),
    ("reference_valid", float("nan"), "one of no, unsure, yes"),
    ("target_basis", "unsure", "one of effective_year, explicit, none"),
    ("response_rule", "harmless", "one of contradiction_or_mixed_guess, "),
    ("override_labels", "Retrieval", "a list of different options"),
    ("override_labels", ["Retrieval", "Retrieval"], "a list of different options"),
    ("override_labels", ["retrieval"], "one of Distraction, "),
    ("override_labels", [None], "one of Distraction, "),
    ("override_labels", [["Retrieval"]], "one of Distraction, "),
    ("override_labels", {"Retrieval": True}, "a list of different options"),
    ("notes_1", 5, "text of at most 100,000 characters"),
    ("notes_1", ["a"], "text of at most 100,000 characters"),
    ("notes_1", b"bytes", "text of at most 100,000 characters"),
    ("notes_1", "x" * 100_001, "text of at most 100,000 characters"),
    ("gold_pages", "supports", "an object from URL to mark"),
    ("gold_pages", ["supports"], "an object from URL to mark"),
    ("gold_pages", {1: "supports"}, "an object from URL to mark"),
    ("gold_pages", {"u": "carries_all"}, "one of does_not_support, "),
    ("gold_pages", {"u": None}, "one of does_not_support, "),
    ("page_marks", {"u": "supports"}, "one of carries_all, "),
    ("page_marks", {"u": ["carries_all"]}, "one of carries_all, "),
    ("misleading_urls", {"u": "carries_all"}, "one of fabricated, "),
    ("cited_probe_calls", f"gold_only:{'0f' * 32}", "a list of different calls"),
    ("cited_probe_calls", [f"gold_only:{'0f' * 32}"] * 2, "a list of different calls"),
    ("cited_probe_calls", ["gold_only:0f"], "a list of different calls"),
    ("cited_probe_calls", [["a"]], "a list of different calls"),
    ("reference_evidence", ENTRY, "a list of evidence entries"),
    ("reference_evidence", ["https://example.org"], "entries with url, quote, event_at, "),
    ("reference_evidence", [{**ENTRY, "by": "me"}], "entries with url, quote, event_at, "),
    ("reference_evidence", [{"url": "u"}], "a URL and a quote in every entry"),
    ("reference_evidence", [{"quote": "q"}], "a URL and a quote in every entry"),
    ("reference_evidence", [{"url": "u", "quote": " \n"}], "a URL and a quote in every entry"),
    ("reference_evidence", [ENTRY, {}], "a URL and a quote in every entry"),
    ("reference_evidence", [{**ENTRY, "event_at": 2024}], "each part of an entry as text"),
    ("reference_evidence", [{**ENTRY, "event_at": None}], "each part of an entry as text"),
    ("reference_evidence", [{**ENTRY, "quote": "x" * 100_001}], "each part of an entry as text"),
]


@pytest.mark.parametrize(("name", "value"), ACCEPTED)
def test_a_value_of_the_right_kind_is_accepted_whatever_its_text(name, value):
    check_answer(name, value)


@pytest.mark.parametrize(("name", "value", "expected"), REFUSED)
def test_a_value_of_another_kind_is_refused_with_what_was_expected(name, value, expected):
    with pytest.raises(AnswerError) as refused:
        check_answer(name, value)
    said = str(refused.value)
    assert said.startswith(f"{name}: found ")
    assert f"expected {expected}" in said
    assert "\n" not in said
    assert len(said) < 500


@pytest.mark.parametrize("field", FIELDS, ids=[field.name for field in FIELDS])
def test_any_answer_may_be_cleared(field):
    check_answer(field.name, None)


@pytest.mark.parametrize("name", ["reference", "", "notes_7", "Reference_valid", "__class__"])
@pytest.mark.parametrize("value", ["yes", None])
def test_a_field_the_checklist_does_not_have_is_refused(name, value):
    with pytest.raises(AnswerError, match="the checklist has no such field"):
        check_answer(name, value)


def accepts(name, value):
    try:
        check_answer(name, value)
    except AnswerError:
        return False
    return True


@given(JSON_VALUES)
def test_whatever_json_holds_is_accepted_or_refused_by_its_kind(value):
    # What is drawn may be a word of this program.
    assume(not any(json.dumps(word) in json.dumps(value) for word in WORDS))
    shapes = {
        Kind.TEXT: str,
        Kind.PAGES: dict,
        Kind.ENTRIES: list,
        Kind.SEVERAL: list,
        Kind.CALLS: list,
    }
    for field in FIELDS:
        shape = shapes.get(field.kind, str)
        if value is None or (field.kind is Kind.TEXT and isinstance(value, str)):
            assert accepts(field.name, value)
        elif not isinstance(value, shape):
            assert not accepts(field.name, value)
        else:
            # Nothing drawn at random is an option, a mark or an entry.
            assert accepts(field.name, value) is (not value and shape is not str)


def test_a_file_holds_reasons_and_notes_apart_from_the_answers():
    answers = {
        "reference_valid": "yes",
        "notes_1": "checked twice",
        "notes_6": "see page 3",
        "override_labels": ["Retrieval"],
        "override_reason": "Page 3 is older.",
        "disagreement_retrieval": "Page 3 is older.",
        "disagreement_post": "It reads well.",
        "disagreement_outcome": None,
    }
    block = split_answers(answers)
    assert block == {
        "answers": {"reference_valid": "yes", "override_labels": ["Retrieval"]},
        "override_reason": "Page 3 is older.",
        "disagreement_reason": {"retrieval": "Page 3 is older.", "post": "It reads well."},
        "notes": {"1": "checked twice", "6": "see page 3"},
    }


def test_no_answers_make_an_empty_block_and_an_empty_block_no_answers():
    block = split_answers({})
    assert block == {
        "answers": {},
        "override_reason": None,
        "disagreement_reason": None,
        "notes": {},
    }
    assert join_answers(block) == {}
    assert join_answers({}) == {}


@given(accepted_answers)
def test_answers_come_back_from_a_file_as_they_went(answers):
    judgement = Judgement(annotator="Ada", **split_answers(answers))
    line = json.loads(json.dumps(judgement.to_json()))
    assert join_answers(line) == answers
    assert join_answers(Judgement.model_validate(line).model_dump()) == answers


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"answers": {"reference_valid": "maybe"}}, "reference_valid: found 'maybe'"),
        ({"answers": {"stage": "Retrieval"}}, "stage: the checklist has no such field"),
        ({"notes": {"7": "late"}}, "notes_7: the checklist has no such field"),
        ({"notes": {"1": 3}}, "notes_1: found 3"),
        ({"disagreement_reason": {"judge": "x"}}, "disagreement_judge: the checklist has no"),
        ({"override_reason": ["x"]}, "override_reason: found"),
    ],
)
def test_a_block_the_checklist_does_not_know_is_refused_by_name(block, said):
    with pytest.raises(AnswerError, match=said):
        join_answers(block)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("2024", "2024"),
        (" 2024-3 ", "2024-03"),
        ("2024-02-29", "2024-02-29"),
        ("2024/03/14", "2024-03-14"),
        ("March 2024", "2024-03"),
        ("Thursday, 14 March 2024", "2024-03-14"),
        ("2025-01-01T10:00:00Z", "2025-01-01T10:00:00Z"),
        ("2023-02-29", None),
        ("31 June 2024", None),
        ("2024-13", None),
        ("03/04/2024", None),  # One day here and another there.
        ("14 March", None),
        ("14 March 2024 5pm", None),
        ("spring 2024", None),
        ("about 2024", None),
        ("yesterday", None),
        ("24", None),
        ("Friday 14 March 2025", "2025-03-14"),
        ("Fri, 14 March 2025", "2025-03-14"),
        ("Monday 14 March 2025", None),
        ("Sunday March 2025", None),
        ("1000-01-01", "1000-01-01"),
        ("2999", "2999"),
        ("0001-01-01", None),
        ("0999", None),
        ("3000-01-01", None),
        ("9999-12-31", None),
        ("9999-12-31T10:00:00Z", None),
        ("20250314", None),
        ("2025-W10", None),
    ],
)
def test_a_date_of_evidence_is_a_year_month_or_day(typed, read):
    assert read_date(typed) == read
