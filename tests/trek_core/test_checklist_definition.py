"""The table of fields and the guideline beside it."""

import re

import pytest

from trek_core.checklist import FIELDS, FIELDS_BY_NAME, GUIDELINE, Kind
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.checklist.options import (
    CARRYING_MARKS,
    PAGE_MARKS,
    REFUTING_MARKS,
    RESPONSE_RULES,
    YES_NO_UNSURE,
)

# Names that files and databases hold: a change of one is a change of the format.
NAMES = """
1 target_basis target_time false_premise_verified answers_are gold_pages reference_evidence
1 reference_valid reference_issue verified_answer_status verified_answer notes_1
2 response_correct response_rule notes_2
3 judge_error_reason notes_3
4 page_marks key_evidence_ok evidence_retrieved queries_adequate notes_4
5 cited_probe_calls
5 gold_only_model_ok gold_only_temporal_ok gold_only_context_ok gold_only_page_content_ok
5 gold_only_correct noise_model_ok noise_temporal_ok noise_context_ok noise_page_content_ok
5 noise_correct misleading_urls notes_5
6 override_labels override_reason disagreement_retrieval disagreement_post disagreement_outcome
6 notes_6
"""
WITH_OPTIONS = (Kind.YES_NO, Kind.CHOICE, Kind.SEVERAL, Kind.PAGES)


def test_the_fields_are_these_in_this_order():
    expected = [
        (int(line[0]), name) for line in NAMES.strip().splitlines() for name in line.split()[1:]
    ]
    assert [(field.step, field.name) for field in FIELDS] == expected


def test_every_field_has_a_name_of_its_own():
    assert len(FIELDS_BY_NAME) == len(FIELDS)


def test_the_guideline_covers_each_step_once_and_in_order():
    assert [guidance.step for guidance in GUIDELINE] == [1, 2, 3, 4, 5, 6]
    assert {field.step for field in FIELDS} == {1, 2, 3, 4, 5, 6}
    for guidance in GUIDELINE:
        parts = (guidance.decide, guidance.use_when, guidance.avoid_when, guidance.example)
        assert all(part.strip() for part in (guidance.title, *parts))
        assert len(set(parts)) == len(parts)


@pytest.mark.parametrize("field", FIELDS, ids=list(FIELDS_BY_NAME))
def test_a_field_offers_options_as_its_kind_wants_them(field):
    options = RESPONSE_RULES["no"] if field.name == "response_rule" else field.options
    assert bool(options) == (field.kind in WITH_OPTIONS)
    assert (options == YES_NO_UNSURE) == (field.kind is Kind.YES_NO)
    assert len({option.value for option in options}) == len(options)
    assert len({option.title for option in options}) == len(options)
    assert field.question.strip()


def test_machine_values_are_plain_words_and_labels_are_spelled_as_the_paper_spells_them():
    for field in FIELDS:
        for option in field.options:
            label = field.name == "override_labels"
            assert re.fullmatch("[A-Z][a-z-]+" if label else "[a-z]+(_[a-z]+)*", option.value)


def test_each_probe_asks_for_its_conditions_before_its_grade():
    assert list(PROBE_CONDITIONS) == ["model_ok", "temporal_ok", "context_ok", "page_content_ok"]
    for probe in ("gold_only", "noise"):
        names = [name for name in FIELDS_BY_NAME if name.startswith(f"{probe}_")]
        assert names == [*(f"{probe}_{name}" for name in PROBE_CONDITIONS), f"{probe}_correct"]


def test_a_mark_confirms_a_page_or_refutes_it_or_says_that_it_was_not_read():
    unread = {"unavailable", "not_opened"}
    assert {option.value for option in PAGE_MARKS} == CARRYING_MARKS | REFUTING_MARKS | unread
    assert not CARRYING_MARKS & REFUTING_MARKS
