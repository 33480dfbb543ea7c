"""Which labels new probes change, and which judgement is to blame."""

import pytest

from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.probes.comparison import compare_attributions, count_causes
from trek_core.recorded_probes import Probes

CASE = Case(case_id="c", question="Who?", search_queries=("q",), retrieved_urls=("http://a.example",),
            gold_urls=("http://g.example",))  # fmt: skip


def judged(e, q, g, n):
    noise = {"ran": False} if n is None else {"ran": True, "correct": n}
    probes = Probes.model_validate(
        {
            "retrieval": {"evidence_match": e},
            "queries": {"query_reasonable": q},
            "gold_only": {"correct": g},
            "gold_plus_noise": noise,
        }
    )
    return attribute(CASE, probes)


def compare(recorded, new):
    return compare_attributions("c", judged(*recorded), judged(*new))


@pytest.mark.parametrize(
    ("recorded", "new", "causes"),
    [
        # Retrieval side: E first, then Q.
        ((True, True, True, True), (False, True, True, True), ["evidence retrieved"]),
        ((True, False, True, True), (False, True, True, True), ["evidence retrieved"]),
        ((False, True, True, True), (False, False, True, True), ["queries adequate"]),
        # Post side: G first, then N; an N that is not needed any more is no cause.
        ((True, True, True, False), (True, True, False, None), ["gold-only correct"]),
        ((True, True, False, None), (True, True, True, False), ["gold-only correct"]),
        ((True, True, True, False), (True, True, True, True), ["gold-plus-noise correct"]),
        # Both sides.
        (
            (False, True, True, True),
            (True, True, False, None),
            ["evidence retrieved", "gold-only correct"],
        ),
        # A difference that the rule does not look at.
        ((True, True, False, None), (True, False, False, None), []),
    ],
)
def test_a_changed_label_has_one_cause_a_side(recorded, new, causes):
    found = compare(recorded, new)
    assert [cause.name for cause in found.causes] == causes
    assert found.is_changed == bool(causes)
    assert not found.is_open


def test_what_differs_without_effect_is_still_told():
    found = compare((True, True, False, None), (True, False, False, None))
    (change,) = found.changes
    assert (change.name, change.recorded, change.new) == ("queries adequate", True, False)


@pytest.mark.parametrize(
    "new", [(None, True, True, True), (True, True, None, None), (True, True, True, None)]
)
def test_a_judgement_that_is_missing_now_leaves_the_labels_open(new):
    found = compare((True, True, True, False), new)
    assert found.is_open
    assert not found.is_changed
    assert found.causes == ()


def test_what_was_missing_before_may_be_missing_still():
    found = compare((True, True, None, None), (False, True, None, None))
    assert not found.is_open
    assert [cause.name for cause in found.causes] == ["evidence retrieved"]


def test_causes_are_counted_by_judgement_in_the_order_of_the_rule():
    some = [
        compare((True, True, True, True), (False, True, False, None)),
        compare((True, True, True, True), (True, True, True, False)),
        compare((True, True, True, True), (True, True, False, None)),
        compare((True, True, True, True), (True, True, True, True)),
    ]
    counts = count_causes(some)
    assert list(counts.items()) == [
        ("evidence retrieved", 1),
        ("gold-only correct", 2),
        ("gold-plus-noise correct", 1),
    ]
