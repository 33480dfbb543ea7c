"""Rounds, judgements in them and decisions, brought together from two databases."""

from review_db.store import RoundPlan
from tests.review_db.apart import part
from tests.review_db.case_lines import REFERENCE_WRONG
from tests.review_db.merge_steps import bring, finish


def make_round(store, name="r1", case_ids=("c1", "c2"), **rules):
    given = {"annotators": ("Ada", "Bo"), "overlap": 1, "mode": "assisted"} | rules
    return store.create_round(RoundPlan(name, list(case_ids), **given))


def test_a_round_made_there_comes_whole(ours, theirs):
    made = make_round(theirs)
    finish(theirs, "c1", "Ada", round_name="r1")
    theirs.close_round("r1")
    bring(ours, theirs)
    assert ours.load_round("r1") == theirs.load_round("r1")
    assert ours.load_round("r1").n == made.n
    assert ours.load_frozen_population("r1") == theirs.load_frozen_population("r1")


def test_rounds_of_one_name_and_other_rules_stay_apart(ours, theirs):
    make_round(ours)
    make_round(theirs, overlap=2)
    finish(theirs, "c1", "Ada", round_name="r1")
    (conflict,) = bring(ours, theirs).conflicts
    assert (conflict.what, conflict.round) == ("round", "r1")
    assert (conflict.ours["overlap"], conflict.theirs["overlap"]) == (1, 2)
    assert conflict.theirs["judgements"] == 1
    assert ours.load_judgement("c1", "Ada", "r1").state == "not_started"


def test_both_judging_a_case_for_one_keeps_both_and_says_so(ours, tmp_path):
    make_round(ours)
    theirs = part(ours, tmp_path / "theirs.db")
    finish(ours, "c1", "Ada", round_name="r1")
    finish(theirs, "c1", "Bo", round_name="r1")
    report = bring(ours, theirs)
    assert report.conflicts == []
    assert report.notes == [
        "c1 now has 2 judgements in the round 'r1', which wants 1: all are kept."
    ]
    assert ours.load_judgement("c1", "Bo", "r1").is_finished


def test_a_round_closed_here_takes_no_judgement(ours, tmp_path):
    make_round(ours)
    theirs = part(ours, tmp_path / "theirs.db")
    ours.close_round("r1")
    frozen = ours.load_frozen_population("r1")
    finish(theirs, "c1", "Bo", round_name="r1")
    (conflict,) = bring(ours, theirs).conflicts
    assert (conflict.what, conflict.why) == ("judgement", "the round is closed here")
    assert ours.load_frozen_population("r1") == frozen


def test_a_round_closed_there_while_work_went_on_here_stays_open(ours, tmp_path):
    make_round(ours)
    theirs = part(ours, tmp_path / "theirs.db")
    finish(ours, "c1", "Ada", round_name="r1")
    theirs.close_round("r1")
    (conflict,) = bring(ours, theirs).conflicts
    assert conflict.what == "round"
    assert "close it again" in conflict.why
    assert ours.load_round("r1").state == "open"


def test_decisions_follow_on_ours_and_two_are_never_mixed(ours, tmp_path):
    finish(ours, "c1", "Ada")
    finish(ours, "c1", "Bo", REFERENCE_WRONG)
    finish(ours, "c2", "Ada")
    finish(ours, "c2", "Bo", REFERENCE_WRONG)
    theirs = part(ours, tmp_path / "theirs.db")
    for case_id in ("c1", "c2"):
        theirs.decide(case_id, "default", reason="As Bo.", adopt="Bo", by="Ada")
    ours.decide("c2", "default", reason="As Ada.", adopt="Ada", by="Ada")
    (conflict,) = bring(ours, theirs).conflicts
    assert (conflict.what, conflict.case_id) == ("decision", "c2")
    assert [each.adopted for each in ours.load_decisions(case_id="c1")] == ["Bo"]
    assert [each.adopted for each in ours.load_decisions(case_id="c2")] == ["Ada"]
    assert ours.list_cases().rows[0].state == "final"
