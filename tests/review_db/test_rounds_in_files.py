"""A round that is exported and imported elsewhere loses nothing that people concluded."""

import io

import pytest

from review_db.store import ReviewStore
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.jsonl import write_jsonl

DECISION = {"decided_by": "Lea", "decided_at": "2026-02-03T10:00:00Z", "reason": "x"}


@pytest.fixture
def store(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=4)
    start_round(store, n=4, mode="blind_then_reveal")
    hand_in(store, "c0", "Ada", INTERPRETATION)
    store.reveal("c0", "Ada", "r1")
    store.reopen("c0", "Ada", round="r1")
    hand_in(store, "c0", "Ada", {**DISTRACTION, "key_evidence_ok": "yes"})
    hand_in(store, "c0", "Bo", WRONG)
    store.decide("c0", "r1", reason="first", by="Lea", adopt="Bo", flag_for_guideline=True)
    store.decide("c0", "r1", reason="second", by="Lea", adopt="Ada")
    store.save_answer("c1", "Ada", "notes_1", "begun", round="r1")
    store.skip("c1", "Ada", "no Dutch", round="r1")
    store.flag("c1", "Ada", "odd", round="r1")
    store.skip("c2", "Bo", round="r1")
    hand_in(store, "c3", "Ada", INTERPRETATION)
    store.reveal("c3", "Ada", "r1")  # and not revised since
    return store


def export(store):
    stream = io.BytesIO()
    write_jsonl(stream, store.load_records())
    return stream.getvalue()


def kept(store):
    judgements = {
        (case_id, name): [
            getattr(store.load_judgement(case_id, name, "r1"), field)
            for field in (
                "mode", "state", "answers", "outcome", "labels", "submitted_at", "revision",
                "skipped", "flag", "revealed_at", "before_reveal", "retrieval_side", "post_side",
            )
        ]
        for case_id in ("c0", "c1", "c2", "c3")
        for name in ("Ada", "Bo")
    }  # fmt: skip
    decisions = [
        (each.case_id, each.conclusion, each.reason, each.adopted, each.answers, each.decided_at)
        for each in store.load_decisions()
    ]
    return judgements, decisions, store.load_decided_conclusions(), store.load_reveals("r1")


def test_everything_comes_back_in_another_database(store, tmp_path):
    other = ReviewStore(tmp_path / "other.db")
    report = other.import_file(io.BytesIO(export(store)), "export")
    assert (report.rejections, report.judgements_added, report.decisions_added) == ([], 5, 2)
    assert kept(other) == kept(store)
    assert export(other) == export(store)
    assert other.count_flips("r1") == store.count_flips("r1")
    made = other.load_round("r1")
    assert (made.mode, made.annotators, made.overlap) == ("blind_then_reveal", ("Ada", "Bo"), None)


def test_importing_it_again_adds_nothing(store):
    before = export(store)
    report = store.import_file(io.BytesIO(before), "export")
    assert (report.rejections, report.judgements_added, report.decisions_added) == ([], 0, 0)
    assert export(store) == before


def test_an_older_decision_that_is_imported_later_does_not_count(store):
    older = {**DECISION, "round": "r1", "outcome": "judge_error"}
    line = next(iter(store.load_records())).model_copy(update={"judgements": ()})
    stream = io.BytesIO()
    write_jsonl(stream, [line.model_copy(update={"decisions": ()})])
    import json

    fields = json.loads(stream.getvalue()) | {"decisions": [older]}
    assert store.import_file(as_file(fields), "x").decisions_added == 1
    assert store.load_decided_conclusions()["r1", "c0"].post_side == "Distraction"


def test_nothing_is_added_to_a_closed_round(store, tmp_path):
    other = ReviewStore(tmp_path / "other.db")
    other.import_file(io.BytesIO(export(make_bare(tmp_path))), "bare")
    for name in ("Ada", "Bo"):
        other.add_annotator(name)
    start_round(other, n=1, overlap=None)
    other.close_round("r1")
    report = other.import_file(io.BytesIO(export(store)), "export")
    refused = {(each.field, each.found) for each in report.rejections if each.case_id == "c0"}
    closed = "a round that is closed here"
    assert {("judgements[0].round", closed), ("decisions[0].round", closed)} <= refused


def make_bare(tmp_path):
    return make_round_store(tmp_path / "bare.db", n=1)


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        ({"answers": {"reference_valid": "perhaps"}}, "decisions[0].answers"),
        ({"decided_at": "yesterday"}, "decisions[0].decided_at"),
        ({"retrieval_side": "left"}, "decisions[0]"),
        ({"round": "\n"}, "decisions[0].round"),
    ],
)
def test_a_decision_that_cannot_be_is_named_while_its_case_goes_in(empty_store, broken, field):
    line = make_case("c1", decisions=[{**DECISION, **broken}])
    report = empty_store.import_file(as_file(line), "x")
    assert (report.added, [each.field for each in report.rejections]) == (1, [field])
    assert empty_store.load_decisions() == []
