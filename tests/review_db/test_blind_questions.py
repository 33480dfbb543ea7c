"""What a case tells of another one of its question is withheld along with it."""

import copy

import pytest

from review_db.blind_cases import BlindPlace, find_hidden, judges_blind
from review_db.connection import open_database
from review_db.store import CaseFilter, ReviewStore, RoundPlan, WorkbookChoice
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    PROBED,
    WRONG,
    hand_in,
    start_round,
)
from trek_core.errors import StoreError

ASKED = {"question": "Who chairs?", "dataset": "d1", **PROBED}


def make_store(path, **changes):
    """c0 and c1 answer one question, c2 another; `changes` are of the blocks of c1."""
    store = ReviewStore(path)
    sibling = copy.deepcopy(ASKED)
    for block, values in changes.items():
        sibling[block] = {**sibling.get(block, {}), **values}
    lines = [
        make_case("c0", **ASKED, system="m0"),
        make_case("c1", **sibling, system="m1"),
        make_case("c2", **PROBED, system="m1"),
    ]
    store.import_file(as_file(*lines), "cases")
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    return store


@pytest.fixture
def store(tmp_path):
    return make_store(tmp_path / "reviews.db")


def is_withheld(store, case_id, name="Ada", round_name=None):
    """Whether it is, as the case and, outside a round, the list and the question say alike."""
    is_blind = store.load_case_for(case_id, name, round_name).is_blind
    if round_name is None:
        rows = store.list_cases(visible_to=name).rows
        assert [row.case_id for row in rows if row.is_withheld and row.case_id == case_id] == (
            [case_id] if is_blind else []
        )
        assert store.find_withheld([case_id, "c2"], name) == ({case_id} if is_blind else set())
    return is_blind


def bytes_for_ada(tmp_path, name, **changes):
    """All that the store gives Ada of c1, of whose question she judges c0 blind."""
    store = make_store(tmp_path / f"{name}.db", **changes)
    start_round(store, n=1)
    store.add_comment("c1", "Bo", f"About what Bo saw: {changes}")
    view = store.load_case_for("c1", "Ada")
    searched = CaseFilter(search="chairs because")
    parts = [
        view.record.model_dump_json(exclude_unset=True),
        view.attribution, view.facts, view.shown_probes, view.may_reveal, view.withheld_elsewhere,
        store.list_same_question("c0", visible_to="Ada"),
        store.list_cases(annotator="Ada", visible_to="Ada", options=("label", "complete")),
        store.list_cases(CaseFilter(label="Distraction"), visible_to="Ada").rows,
        store.list_cases(searched, visible_to="Ada").rows,
        store.count_cases(visible_to="Ada"),
        store.load_probe_results_for("c1", "Ada"), store.load_probe_calls_for("c1", "Ada"),
        store.load_comments("c1", "Ada", round=None),
        store.load_case_judgements("c1", "default", by="Ada"),
        store.load_case_decisions("c1", by="Ada"),
        store.find_reach("c1", by="Ada"), store.list_proposals("c0", "Ada", "r1"),
        store.next_case("Ada"), store.count_progress("Ada"),
    ]  # fmt: skip
    return repr(parts)


@pytest.mark.parametrize(
    "changes",
    [
        {"gold_only": {"correct": False, "grade_reason": "because"}},
        {"gold_plus_noise": {"ran": False, "answer": None}},
        {
            "retrieval": {
                "url_match": False,
                "key_evidence": "Bo chairs.",
                "evidence_match": True,
                "equivalent_urls": ["https://b.example"],
            }
        },
        {"queries": {"query_reasonable": False, "reason": "no year"}},
    ],
)
def test_a_grade_of_another_case_of_the_question_changes_nothing_that_is_given(tmp_path, changes):
    assert bytes_for_ada(tmp_path, "changed", **changes) == bytes_for_ada(tmp_path, "plain")


def test_it_is_withheld_from_those_who_judge_the_question_blind_and_from_nobody_else(store):
    start_round(store, n=1)
    assert is_withheld(store, "c1")
    view = store.load_case_for("c1", "Ada")
    assert (view.round, view.withheld_for_another) == ("default", True)
    assert view.withheld_elsewhere == (BlindPlace("c0", "r1", is_handed_in=False),)
    assert not store.load_case_for("c0", "Ada").withheld_elsewhere
    assert not store.load_case_for("c2", "Ada").is_blind
    assert not is_withheld(store, "c1", "Lea")
    hand_in(store, "c0", "Ada", WRONG)
    assert is_withheld(store, "c1")
    store.close_round("r1", by="Lea")
    assert not is_withheld(store, "c1")
    store.reopen_round("r1", "again", by="Lea")
    assert is_withheld(store, "c1")


@pytest.mark.parametrize(
    "wording", ["WHO CHAIRS?", " Who \u00a0chairs", "“Ｗho chairs?”", "Who\u00ad chairs\u200b?"]
)
def test_a_question_is_the_same_however_it_is_written(store, wording):
    store.import_file(as_file(make_case("c3", **{**ASKED, "question": wording})), "more")
    start_round(store, n=1)
    assert is_withheld(store, "c3")
    assert not is_withheld(store, "c3", "Lea")
    assert {each.case_id for each in store.list_same_question("c0")} == {"c1", "c3"}


def test_a_question_that_is_changed_is_another_one(store):
    start_round(store, n=1)
    store.import_file(as_file(make_case("c1", **{**ASKED, "question": "Who led?"})), "changed")
    assert not is_withheld(store, "c1")


def test_it_is_shown_once_the_last_blind_case_of_the_question_is_revealed(store):
    lines = [make_case("c3", **ASKED, system="m3")]
    store.import_file(as_file(*lines), "more")
    start_round(store, n=2, mode="blind_then_reveal")
    for case_id in ("c0", "c1"):
        hand_in(store, case_id, "Ada", WRONG)
    store.reveal("c0", "Ada", "r1")
    assert not is_withheld(store, "c0")
    assert not is_withheld(store, "c0", round_name="r1")
    assert is_withheld(store, "c1")
    assert is_withheld(store, "c3")
    store.reveal("c1", "Ada", "r1")
    assert not is_withheld(store, "c3")


def test_a_reveal_waits_for_no_other_case_of_the_question_and_says_what_it_tells_of(store):
    start_round(store, n=2, mode="blind_then_reveal")
    start_round(store, "r2", n=2, mode="blind")
    store.close_round("r2", by="Lea")
    hand_in(store, "c0", "Ada", WRONG)
    view = store.load_case_for("c0", "Ada", "r1")
    assert (view.may_reveal, view.waits_for, view.tells_of) == (True, (), 1)
    hand_in(store, "c1", "Ada", WRONG)
    assert store.load_case_for("c0", "Ada", "r1").tells_of == 0
    store.reveal("c0", "Ada", "r1")


def test_what_was_judged_in_a_closed_round_is_not_taken_back(store):
    start_round(store, n=2, mode="assisted")
    right = {"key_evidence_ok": "yes", "disagreement_post": "It failed on gold."}
    hand_in(store, "c1", "Ada", INTERPRETATION | right)
    start_round(store, "r2", n=1)
    assert is_withheld(store, "c1")
    store.close_round("r1", by="Lea")
    assert not is_withheld(store, "c1")
    assert is_withheld(store, "c0")
    assert is_withheld(store, "c1", "Bo"), "who did not judge it"


def test_an_assisted_round_of_one_s_own_shows_its_cases_in_its_review_alone(store):
    start_round(store, n=1)
    start_round(store, "r2", n=2, mode="assisted")
    assert not is_withheld(store, "c1", round_name="r2")
    assert is_withheld(store, "c1")
    assert is_withheld(store, "c1", round_name="default")
    assert is_withheld(store, "c0", round_name="r2"), "the case itself is to be judged blind"
    store.save_answers("c1", "Ada", DISTRACTION, round="r2")
    with pytest.raises(StoreError, match="you judge it blind in the round “r1”"):
        store.save_answers("c0", "Ada", DISTRACTION, round="r2")
    with pytest.raises(StoreError, match="the case 'c0' of its question blind in the round “r1”"):
        store.save_answers("c1", "Ada", DISTRACTION)
    start_round(store, "r3", n=2, mode="assisted", annotators=("Bo",), overlap=1)
    assert is_withheld(store, "c1", round_name="r3"), "a round of somebody else"


def test_decisions_and_corrections_on_it_are_withheld_as_well(store):
    start_round(store, n=2, mode="assisted")
    right = {"key_evidence_ok": "yes", "disagreement_post": "It failed on gold."}
    hand_in(store, "c1", "Ada", INTERPRETATION | right)
    hand_in(store, "c1", "Bo", DISTRACTION | {"key_evidence_ok": "yes"})
    store.decide("c1", "r1", reason="Bo is right.", by="Lea", adopt="Bo")
    assert store.load_corrections("Ada")
    start_round(store, "r2", n=1)
    assert store.load_corrections("Ada") == []
    assert store.load_case_decisions("c1", by="Ada") == []
    found = [each.annotator for each in store.load_case_judgements("c1", "r1", by="Ada")]
    assert found == ["Ada"]


def test_the_queue_of_all_failures_passes_by_what_it_may_not_show(store):
    assert store.claim_next("Ada", "default").case_id == "c0"
    start_round(store, n=1)
    assert store.claim_next("Ada", "default").case_id == "c2"
    progress = store.count_progress("Ada")
    assert (progress.total, progress.not_started, progress.withheld) == (3, 1, 2)
    hand_in(store, "c2", "Ada", DISTRACTION | {"key_evidence_ok": "yes"}, "default")
    following = store.claim_next("Ada", "default")
    assert following.case_id is None
    assert "2 wait until you have judged their questions blind" in following.reason
    assert store.next_case("Ada", round="r1").case_id == "c0"
    store.close_round("r1", by="Lea")
    assert store.claim_next("Ada", "default").case_id == "c0"


def test_a_round_made_from_a_filter_tells_no_more_than_the_list_of_cases(store):
    start_round(store, n=1)
    told = CaseFilter(label="Distraction")
    assert store.preview_round(told, visible_to="Ada") == ["c2"]
    assert store.preview_round(told, visible_to="Lea") == ["c0", "c1", "c2"]
    assert store.create_round(RoundPlan("made", told, ("Bo",)), by="Ada").n == 1


def check_withheld(store, name):
    """What lists withhold from somebody is withheld of each case by itself, and nothing else is."""
    with open_database(store.path) as db:
        rows = db.execute("select position, case_id from cases").fetchall()
        hidden = find_hidden(db, name)
        for position, case_id in rows:
            assert bool(hidden >> position & 1) == judges_blind(db, case_id, name), case_id


def test_lists_withhold_what_each_case_by_itself_does_whatever_happens(tmp_path):
    store = make_store(tmp_path / "reviews.db")
    led = {**ASKED, "question": "Who led?"}
    lines = [make_case(f"c{n}", **led, system=f"m{n}") for n in (3, 4)]
    store.import_file(as_file(*lines), "more")

    def reword(case_id, question):
        store.import_file(as_file(make_case(case_id, **{**ASKED, "question": question})), "again")

    def judge_and_reveal(case_id, name, round_name):
        hand_in(store, case_id, name, WRONG, round_name)
        store.reveal(case_id, name, round_name)

    steps = [
        lambda: start_round(store, "r1", n=2, mode="blind_then_reveal"),
        lambda: judge_and_reveal("c0", "Ada", "r1"),
        lambda: reword("c3", "Who chairs?"),
        lambda: judge_and_reveal("c1", "Ada", "r1"),
        lambda: start_round(store, "r2", n=4, annotators=("Ada",), overlap=1),
        lambda: reword("c2", "Who led?"),
        lambda: hand_in(store, "c2", "Ada", WRONG, "r2"),
        lambda: store.close_round("r1", by="Lea"),
        lambda: store.import_file(as_file(make_case("c5", **led)), "new"),
        lambda: start_round(store, "r3", n=5, mode="blind_then_reveal"),
        lambda: store.close_round("r2", by="Lea"),
        lambda: judge_and_reveal("c4", "Ada", "r3"),
        lambda: store.reopen_round("r1", "again", by="Lea"),
        lambda: reword("c2", "Who chairs?"),
        lambda: reword("c4", "Who won?"),
        lambda: store.close_round("r3", by="Lea"),
    ]
    for step in steps:
        step()
        for name in ("Ada", "Bo"):
            check_withheld(store, name)


def test_an_export_of_another_case_of_the_question_tells_of_the_round(store):
    start_round(store, n=1)
    for search in ("c0", "c1"):
        assert store.find_rounds_judging(WorkbookChoice(CaseFilter(search=search))) == ["r1"]
    assert store.find_rounds_judging(WorkbookChoice(CaseFilter(search="c2"))) == []
