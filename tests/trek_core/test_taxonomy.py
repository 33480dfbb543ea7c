"""The labels, the nine sets the rule allows, and how names are read."""

from itertools import permutations

import pytest

from trek_core.errors import UnknownLabelError
from trek_core.taxonomy import (
    LABEL_MEANINGS,
    LABEL_SETS,
    OUTCOME_TITLES,
    SYSTEM_INDEPENDENT,
    Label,
    LabelSet,
    Outcome,
    parse_label,
    parse_label_set,
)

# Written out by hand (appendix C.4), in the order of the agreement table.
NINE = [
    ("none", "none", ["Randomness"]),
    ("none", "Interpretation", ["Interpretation"]),
    ("none", "Distraction", ["Distraction"]),
    ("Pre-retrieval", "none", ["Pre-retrieval"]),
    ("Pre-retrieval", "Interpretation", ["Pre-retrieval", "Interpretation"]),
    ("Pre-retrieval", "Distraction", ["Pre-retrieval", "Distraction"]),
    ("Retrieval", "none", ["Retrieval"]),
    ("Retrieval", "Interpretation", ["Retrieval", "Interpretation"]),
    ("Retrieval", "Distraction", ["Retrieval", "Distraction"]),
]


def test_labels_are_spelled_as_the_paper_spells_them():
    assert list(Label) == [
        "Pre-retrieval",
        "Retrieval",
        "Interpretation",
        "Distraction",
        "Randomness",
    ]


def test_outcomes_are_these_and_each_has_a_title():
    assert list(Outcome) == [
        "system_related",
        "reference_answer_error",
        "judge_error",
        "not_a_failure",
        "undecided",
    ]
    assert list(OUTCOME_TITLES) == list(Outcome)
    assert {"reference_answer_error", "judge_error"} == SYSTEM_INDEPENDENT


def test_every_label_has_a_meaning_of_its_own():
    assert list(LABEL_MEANINGS) == list(Label)
    assert len(set(LABEL_MEANINGS.values())) == 5


def test_the_label_sets_are_the_nine_in_the_order_of_the_agreement_table():
    assert [(found.retrieval, found.post, list(found.labels)) for found in LABEL_SETS] == NINE


@pytest.mark.parametrize(("retrieval", "post", "labels"), NINE)
def test_a_set_is_read_from_its_labels_in_any_order_and_however_often(retrieval, post, labels):
    for order in permutations(labels):
        assert parse_label_set(order) == LabelSet(retrieval, post)
    assert parse_label_set(labels + labels) == LabelSet(retrieval, post)
    assert parse_label_set(iter(labels)) == LabelSet(retrieval, post)
    assert str(LabelSet(retrieval, post)) == " + ".join(labels)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "no label chosen"),
        (["Retrieval", "Pre-retrieval"], "Pre-retrieval and Retrieval exclude each other"),
        (["Distraction", "Interpretation"], "Interpretation and Distraction exclude each other"),
        (["Randomness", "Retrieval"], "Randomness stands alone"),
        (["Randomness", "Distraction"], "Randomness stands alone"),
    ],
)
def test_a_set_the_rule_forbids_is_refused_with_the_rule_it_breaks(names, said):
    with pytest.raises(UnknownLabelError, match=said):
        parse_label_set(names)


@pytest.mark.parametrize(
    "name", ["retrieval", "Retrieval ", "", "none", "Pre-Retrieval", "Pre‑retrieval", None, 3, []]
)
def test_an_unknown_name_is_refused_with_the_five_there_are(name):
    expected = "Pre-retrieval, Retrieval, Interpretation, Distraction, Randomness"
    with pytest.raises(UnknownLabelError) as refused:
        parse_label(name)
    assert str(refused.value) == f"unknown label {name!r}; expected one of {expected}"
    with pytest.raises(UnknownLabelError):
        parse_label_set(["Retrieval", name])


@pytest.mark.parametrize("label", list(Label))
def test_a_label_is_read_from_its_name(label):
    assert parse_label(str(label)) is label
