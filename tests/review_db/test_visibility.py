"""What one annotator gets to see of a case in a round, from the store itself."""

import copy

import pytest

from review_db.case_filter import ORDERS
from review_db.filter_choices import CHOICES
from review_db.store import FACETS, CaseFilter, ReviewStore
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    PROBED,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.checklist import evaluate


@pytest.fixture
def store(tmp_path):
    return make_round_store(tmp_path / "reviews.db", n=2)


def bytes_for(tmp_path, name, **changes):
    """All that the store gives a blind annotator of a case and another of its question."""
    store = ReviewStore(tmp_path / f"{name}.db")
    fields = copy.deepcopy(PROBED) | {"question": "Who chairs?"}
    for block, values in changes.items():
        fields[block] = {**fields.get(block, {}), **values}
    store.import_file(as_file(make_case("c0", **fields), make_case("c1", **fields)), "cases")
    for person in ("Ada", "Bo", "Lea"):
        store.add_annotator(person)
    start_round(store, n=1)
    store.save_answer("c0", "Ada", "reference_valid", "yes", round="r1")
    view = store.load_case_for("c0", "Ada", "r1")
    listed = [look_for(store, chosen) for chosen in LOOKED_FOR]
    ordered = [store.list_cases(order=each.name, visible_to="Ada").rows for each in ORDERS]
    options = [store.count_options(each, NAMES, visible_to="Ada") for each in LOOKED_FOR[:5]]
    counted = store.count_cases(visible_to="Ada"), store.list_same_question("c0", visible_to="Ada")
    evaluation = evaluate({"reference_valid": "yes"}, view.facts)
    text = view.record.model_dump_json(exclude_unset=True)
    parts = (text, view.attribution, view.facts, view.shown_probes, view.may_reveal)
    queue = store.next_case("Ada", round="r1"), store.count_progress("Ada", "r1")
    return repr((parts, listed, ordered, options, counted, evaluation, queue))


NAMES = [each.name for each in FACETS if each.kind not in ("range", "list")]
LOOKED_FOR = [
    CaseFilter(),
    *(CaseFilter(search=word) for word in ("because", "year", "Bo", "chairs")),
    *(CaseFilter(**{name: value}) for name in NAMES for value in ("", *CHOICES.get(name, ()))),
]
"""What an address may ask for, to learn from what is found."""


def look_for(store, chosen):
    found = store.list_cases(chosen, annotator="Ada", visible_to="Ada")
    return found.rows, found.total


@pytest.fixture(scope="module")
def plain_bytes(tmp_path_factory):
    return bytes_for(tmp_path_factory.mktemp("plain"), "plain")


@pytest.mark.parametrize(
    "changes",
    [
        {"gold_only": {"correct": False}},
        {"gold_only": {"page_accessible": False, "grade_reason": "because"}},
        {"gold_plus_noise": {"correct": True}},
        {"gold_plus_noise": {"ran": False, "answer": None}},
        {"retrieval": {"evidence_match": True, "equivalent_urls": ["https://b.example"]}},
        {"queries": {"query_reasonable": False, "reason": "no year"}},
    ],
)
def test_a_grade_changes_nothing_that_a_blind_annotator_gets(tmp_path, plain_bytes, changes):
    assert bytes_for(tmp_path, "changed", **changes) == plain_bytes


def test_blind_withholds_in_the_round_and_on_every_other_page(store):
    start_round(store, n=1)
    for round_name in ("r1", None):
        view = store.load_case_for("c0", "Ada", round_name)
        assert (view.is_blind, view.attribution) == (True, None)
    assert store.load_case_for("c0", "Cy").attribution is not None
    assert store.load_case_for("c1", "Ada").attribution is not None
    assert not store.load_case_for("c0", "Lea").is_blind


def test_blind_ends_with_the_round(store):
    start_round(store, n=1)
    hand_in(store, "c0", "Ada", WRONG)
    assert store.load_case_for("c0", "Ada").is_blind
    store.close_round("r1", by="Lea")
    assert not store.load_case_for("c0", "Ada", "r1").is_blind
    store.reopen_round("r1", "again", by="Lea")
    assert store.load_case_for("c0", "Ada", "r1").is_blind


def test_the_noise_probe_comes_with_the_own_grade_and_goes_with_it(store):
    start_round(store, n=1)
    assert store.load_case_for("c0", "Ada", "r1").shown_probes == {"gold_only"}
    store.save_answers("c0", "Ada", INTERPRETATION | {"gold_only_correct": "yes"}, round="r1")
    view = store.load_case_for("c0", "Ada", "r1")
    assert view.shown_probes == {"gold_only", "gold_plus_noise"}
    assert view.record.probes.gold_plus_noise.answer == "Bo"
    assert view.record.probes.gold_plus_noise.correct is None
    assert view.facts.has_noise_answer
    store.save_answer("c0", "Ada", "gold_only_correct", None, round="r1")
    assert store.load_case_for("c0", "Ada", "r1").record.probes.gold_plus_noise is None


def test_a_blind_checklist_is_finished_without_reasons_for_differing(store):
    start_round(store, n=1)
    hand_in(store, "c0", "Ada", INTERPRETATION)
    hand_in(store, "c0", "Bo", DISTRACTION)
    assert store.load_judgement("c0", "Ada", "r1").labels == ("Interpretation",)
    assert store.load_judgement("c0", "Bo", "r1").labels == ("Distraction",)


def test_others_judgements_and_comments_are_withheld_while_blind(store):
    start_round(store, n=1)
    hand_in(store, "c0", "Ada", WRONG)
    store.add_comment("c0", "Ada", "Page 2 is old.", round="r1")
    assert store.load_case_judgements("c0", "r1", by="Bo") == []
    assert store.load_comments("c0", "Bo", round="r1") == []
    assert [each.annotator for each in store.load_case_judgements("c0", "r1", by="Lea")] == ["Ada"]
    assert [each.text for each in store.load_comments("c0", "Lea", round="r1")] == [
        "Page 2 is old."
    ]
    store.close_round("r1", by="Lea")
    assert len(store.load_comments("c0", "Bo", round="r1")) == 1
    assert [each.annotator for each in store.load_case_judgements("c0", "r1", by="Bo")] == ["Ada"]


def test_lists_and_filters_tell_nothing_of_what_is_withheld(store):
    start_round(store, n=1)
    withheld, shown = store.list_cases(visible_to="Ada").rows
    assert (withheld.is_withheld, withheld.labels, withheld.state) == (True, "", "withheld")
    assert (withheld.complete, withheld.outcome) == (None, None)
    assert (shown.is_withheld, shown.labels) == (False, "Distraction")
    for told in (CaseFilter(label="Distraction"), CaseFilter(state="not_started")):
        assert [row.case_id for row in store.list_cases(told, visible_to="Ada").rows] == ["c1"]
        assert len(store.list_cases(told).rows) == 2
    counts = store.count_cases(visible_to="Ada")
    assert counts["label"] == {"Distraction": 1, "withheld": 1}
    assert counts["state"] == {"not_started": 1, "withheld": 1}
    assert store.count_cases(visible_to="Lea")["label"] == {"Distraction": 2}
