"""What holds of a reading whatever the answers and the case."""

from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.checklist_samples import ENTRY, GOLD, GOLD_ONLY_RUN, NOISE_RUN
from tests.trek_core.checklist_strategies import ACCEPTED, accepted_answers, any_answers, facts
from trek_core.checklist import (
    FIELDS,
    FIELDS_BY_NAME,
    LAST_STEP,
    Kind,
    Status,
    compute_claims,
    compute_options,
    evaluate,
)
from trek_core.taxonomy import Label, parse_label_set

NAMES = [field.name for field in FIELDS]

STAGES = ("system_related", "undecided")


class Seen(dict):
    """Answers that remember which of them were looked at."""

    def __init__(self, answers):
        super().__init__(answers)
        self.names = set()

    def get(self, name, default=None):
        self.names.add(name)
        return super().get(name, default)

    def __getitem__(self, name):
        self.names.add(name)
        return super().__getitem__(name)


@given(accepted_answers, facts)
def test_a_condition_looks_only_at_earlier_answers(answers, facts):
    for index, field in enumerate(FIELDS):
        seen = Seen(answers)
        for condition in (field.asked, field.recorded, field.required):
            assert isinstance(condition(seen, facts), bool)
        compute_options(field, seen)
        assert seen.names <= set(NAMES[:index]), field.name


@given(any_answers, facts)
def test_any_answers_can_be_read(answers, facts):
    found = evaluate(answers, facts)
    assert list(found.status) == NAMES
    assert 1 <= found.open_step <= LAST_STEP
    assert (found.open_step == LAST_STEP) or found.problems
    assert list(found.problems) == sorted(found.problems, key=lambda problem: problem.step)


@given(any_answers, facts)
def test_only_what_is_asked_is_missing(answers, facts):
    found = evaluate(answers, facts)
    for problem in found.problems:
        assert found.status[problem.field] in (Status.UNANSWERED, Status.ANSWERED)
        assert problem.step == FIELDS_BY_NAME[problem.field].step
        assert problem.message
    assert len({problem.field for problem in found.problems}) == len(found.problems)


@given(accepted_answers, facts)
def test_labels_are_a_set_the_rule_allows_or_none(answers, facts):
    found = evaluate(answers, facts)
    if found.outcome not in STAGES:
        assert (found.retrieval_side, found.post_side, found.labels) == (None, None, ())
        return
    decided = {found.retrieval_side, found.post_side} - {"none", "undetermined"}
    if found.labels:
        parse_label_set(found.labels)
    if Label.RANDOMNESS in found.labels:
        assert (found.retrieval_side, found.post_side) == ("none", "none")
    else:
        assert set(found.labels) == decided
        assert decided or "undetermined" in (found.retrieval_side, found.post_side)


@given(accepted_answers, facts)
def test_answers_that_do_not_count_change_nothing(answers, facts):
    found = evaluate(answers, facts)
    counted = {
        name: value for name, value in answers.items() if found.status[name] is Status.ANSWERED
    }
    assert evaluate(counted, facts) == found


@given(accepted_answers, facts, st.sampled_from(NAMES), st.data())
def test_an_answer_changes_nothing_about_the_steps_before_its_own(answers, facts, name, data):
    step = FIELDS_BY_NAME[name].step

    def earlier(answers):
        found = evaluate(answers, facts)
        problems = [problem for problem in found.problems if problem.step < step]
        return problems, [found.status[n] for n in NAMES if FIELDS_BY_NAME[n].step < step]

    assert earlier({**answers, name: data.draw(ACCEPTED[name])}) == earlier(answers)


@given(accepted_answers, facts, st.data())
def test_answering_what_a_step_lacks_never_closes_it_and_comes_to_an_end(answers, facts, data):
    found = evaluate(answers, facts)
    for _ in range(len(FIELDS)):
        if not found.problems:
            break
        name = found.problems[0].field
        answers = {**answers, name: data.draw(_settles(name, answers, facts))}
        before, found = found, evaluate(answers, facts)
        assert found.open_step >= before.open_step
        assert name not in {problem.field for problem in found.problems}
    assert not found.problems


def _settles(name, answers, facts):
    """Values that leave nothing missing about a field: an override may be cleared."""
    field = FIELDS_BY_NAME[name]
    if name == "override_labels":
        return st.none()
    if field.kind is Kind.TEXT:
        return st.just("Because.")
    if field.kind is Kind.ENTRIES:
        return st.just([ENTRY])
    if field.kind is Kind.CALLS:
        return st.just([GOLD_ONLY_RUN, NOISE_RUN])
    values = [option.value for option in compute_options(field, answers)]
    if field.kind is Kind.PAGES:
        urls = {*facts.gold_urls, *facts.claimed_urls, GOLD}
        return st.fixed_dictionaries({url: st.sampled_from(values) for url in urls})
    return st.sampled_from(values)


@given(accepted_answers, facts)
def test_a_judgement_handed_in_needs_a_discussion_exactly_when_something_is_unsure(answers, facts):
    found = evaluate(answers, facts)
    unsure = {
        name
        for name, status in found.status.items()
        if status is Status.ANSWERED
        and FIELDS_BY_NAME[name].kind is Kind.YES_NO
        and answers[name] == "unsure"
    }
    assert set(found.unsure) == unsure
    assert found.state_on_submission == ("needs_discussion" if unsure else "submitted")
    assert (found.outcome == "undecided") <= bool(unsure)


@given(accepted_answers, facts)
def test_claims_are_about_marked_pages_of_the_case(answers, facts):
    claims = compute_claims(answers, facts)
    retrieved = {*(facts.retrieved_urls or ()), *facts.claimed_urls}
    assert set(claims) <= set(answers.get("page_marks", {})) & retrieved
