"""Making rounds, and what may happen to them."""

from dataclasses import replace

import pytest

from review_db.store import CaseFilter, RoundPlan, Sample
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import WRONG, hand_in, make_round_store, start_round
from trek_core.errors import AccessError, CaseNotFoundError, StoreError


@pytest.fixture
def store(tmp_path):
    return make_round_store(tmp_path / "reviews.db")


def test_the_default_round_is_there_without_being_made(store):
    default = store.load_round()
    assert (default.state, default.kind, default.mode) == ("open", "normal", "assisted")
    assert (default.annotators, default.overlap, default.n) == ((), None, 6)
    with pytest.raises(StoreError, match="everybody's"):
        store.change_round("default", mode="blind", by="Lea")


def test_a_round_keeps_what_it_was_made_of(store):
    made = start_round(store, mode="blind", n=4)
    assert made == store.load_round("r1")
    assert (made.n, made.mode, made.overlap, made.annotators) == (4, "blind", 2, ("Ada", "Bo"))
    assert (made.created_by, made.state) == ("Lea", "open")
    created = store.load_round_events("r1")[0]
    assert (created.kind, created.by, created.detail["n"]) == ("created", "Lea", 4)


def test_people_who_are_new_come_with_the_round_or_not_at_all(store):
    def plan(new):
        return RoundPlan("r2", ["c0"], ("Ada", new), new_people=(new,))

    with pytest.raises(StoreError, match="looks like 'Ada'"):
        store.create_round(plan("ADA"), by="Lea")
    with pytest.raises(StoreError, match="Found 3 judgements"):
        store.create_round(replace(plan("Kim"), overlap=3), by="Lea")
    assert "Kim" not in store.load_annotators()
    assert store.create_round(plan(" Kim "), by="Lea").annotators == ("Ada", "Kim")
    assert "Kim" in store.load_annotators()


def test_a_filter_takes_failures_only(store):
    store.import_file(
        as_file(make_case("ok", verdict="correct"), make_case("d1", dataset="d")), "x"
    )
    assert store.preview_round(CaseFilter(dataset="d")) == ["d1"]
    assert len(store.preview_round(CaseFilter())) == 7
    with pytest.raises(StoreError, match="judged correct"):
        store.preview_round(["ok"])
    with pytest.raises(CaseNotFoundError):
        store.preview_round(["nowhere"])


def test_ids_typed_on_one_line_are_taken_apart_but_for_a_line_that_is_an_id(store):
    odd = ["c0, c1", "two words", "a;b"]
    store.import_file(as_file(*map(make_case, odd)), "x")
    assert store.preview_round(["c2,c3; c4\tc5"]) == ["c2", "c3", "c4", "c5"]
    assert store.preview_round(["c3 c2", " c4 ", ""]) == ["c2", "c3", "c4"]
    assert store.preview_round(odd) == odd
    assert store.preview_round(["two words, c2", "c2 c2"]) == ["c2", "two words"]
    with pytest.raises(CaseNotFoundError, match="There is no case 'c9' in this database"):
        store.preview_round(["c1, c9"])
    with pytest.raises(CaseNotFoundError, match=r"2 of 3 ids are .*: 'two', 'c9'. Check"):
        store.preview_round(["two c9", "c1"])


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (CaseFilter(cases="1.3"), "2 chosen cases"),
        (CaseFilter(cases="1.1.01.1"), "1 chosen case"),
        (CaseFilter(cases="1", state="not_started"), "filter state not_started, 1 chosen case"),
        (CaseFilter(), "filter all failures"),
    ],
)
def test_a_round_says_in_words_how_its_cases_were_chosen(store, chosen, said):
    plan = RoundPlan("r9", chosen, ("Ada", "Bo"))
    assert store.create_round(plan, by="Lea").chosen_by == said


def test_a_sample_is_the_same_for_the_same_seed_and_shares_out_by_size(tmp_path):
    store = make_round_store(tmp_path / "s.db", n=0)
    lines = [make_case(f"a{n}", dataset="a") for n in range(30)]
    lines += [make_case(f"b{n}", dataset="b") for n in range(10)]
    store.import_file(as_file(*lines), "x")
    chosen = store.preview_round(Sample(10, 7, ("dataset",)))
    assert chosen == store.preview_round(Sample(10, 7, ("dataset",)))
    assert chosen != store.preview_round(Sample(10, 8, ("dataset",)))
    assert [sum(case.startswith(name) for case in chosen) for name in "ab"] == [8, 2]
    with pytest.raises(StoreError, match="found 41 cases wanted, expected 0 to 40"):
        store.preview_round(Sample(41, 7))


def test_a_shuffled_order_follows_from_the_seed(store):
    orders = {
        name: list(
            store.load_round_states(start_round(store, name, order="shuffled", seed=seed).name)
        )
        for name, seed in (("one", 1), ("again", 1), ("two", 2))
    }
    assert orders["one"] == orders["again"] != orders["two"]
    assert sorted(orders["two"]) == sorted(orders["one"])


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"name": "r1"}, "already"),
        ({"name": " "}, "The round's name"),
        ({"name": "r2", "annotators": ()}, "needs annotators"),
        ({"name": "r2", "overlap": 3}, "expected 1 to 2"),
        ({"name": "r2", "annotators": ("Nobody",)}, "Nobody called"),
        ({"name": "r2", "cases": CaseFilter(dataset="none such")}, "needs cases"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_a_sentence(store, plan, said):
    start_round(store)
    given = {"cases": ["c1"], "annotators": ("Ada", "Bo")} | plan
    with pytest.raises(StoreError, match=said):
        store.create_round(RoundPlan(**given), by="Lea")


def test_the_mode_is_fixed_by_the_first_judgement(store):
    start_round(store, mode="assisted")
    assert store.change_round("r1", mode="blind", by="Lea").mode == "blind"
    store.save_answer("c0", "Ada", "notes_1", "seen", round="r1")
    assert store.load_judgement("c0", "Ada", "r1").mode == "blind"
    with pytest.raises(StoreError, match="is fixed, for judgements were made"):
        store.change_round("r1", mode="assisted", by="Lea")


def test_people_may_be_added_and_then_more_judgements_wanted(store):
    start_round(store)
    with pytest.raises(AccessError, match="a lead can add them"):
        store.claim_next("Cy", "r1")
    changed = store.change_round("r1", add_annotators=["Cy"], overlap=3, by="Lea")
    assert (changed.annotators, changed.overlap) == (("Ada", "Bo", "Cy"), 3)
    assert store.claim_next("Cy", "r1").case_id == "c0"


def test_nothing_changes_in_a_round_that_is_not_open(store):
    start_round(store)
    store.pause_round("r1", "lunch", by="Lea")
    for refused in (
        lambda: store.save_answer("c0", "Ada", "notes_1", "x", round="r1"),
        lambda: store.claim_next("Ada", "r1"),
        lambda: store.skip("c0", "Ada", round="r1"),
        lambda: store.undo("c0", "Ada", round="r1"),
    ):
        with pytest.raises(StoreError, match="is paused"):
            refused()
    assert store.open_round("r1", by="Lea").state == "open"
    store.save_answer("c0", "Ada", "notes_1", "x", round="r1")


def test_closing_holds_the_population_fast_and_reopening_says_why(store):
    start_round(store, n=3)
    for name in ("Ada", "Bo"):
        hand_in(store, "c0", name, WRONG)
    assert store.load_frozen_population("r1") is None
    assert store.close_round("r1", "enough", by="Lea").state == "closed"
    frozen = store.load_frozen_population("r1")
    assert frozen == {
        "n": 3, "case_ids": ["c0", "c1", "c2"], "n_settled": 1, "settled": ["c0"],
    }  # fmt: skip
    with pytest.raises(StoreError, match="cannot be paused"):
        store.pause_round("r1", by="Lea")
    with pytest.raises(StoreError, match="needs its reason"):
        store.reopen_round("r1", " ", by="Lea")
    store.reopen_round("r1", "a case was forgotten", by="Lea")
    kinds = [(each.kind, each.by, each.why) for each in store.load_round_events("r1")]
    assert kinds[1:] == [("closed", "Lea", "enough"), ("reopened", "Lea", "a case was forgotten")]


def test_rounds_are_listed_for_those_who_judge_in_them(store):
    start_round(store)
    assert [each.name for each in store.list_rounds()] == ["default", "r1"]
    assert [each.name for each in store.list_rounds("Ada")] == ["default", "r1"]
    assert [each.name for each in store.list_rounds("Cy")] == ["default"]


def test_a_case_outside_the_round_is_refused(store):
    start_round(store, n=2)
    with pytest.raises(StoreError, match="does not have the case 'c5'"):
        store.save_answer("c5", "Ada", "notes_1", "x", round="r1")
    with pytest.raises(StoreError, match="no round 'r9'"):
        store.save_answer("c5", "Ada", "notes_1", "x", round="r9")


def test_a_round_says_which_cases_it_has_and_where_one_person_is_with_each(store):
    start_round(store, n=2, order="imported")
    store.save_answer("c1", "Ada", "reference_valid", "yes", round="r1")
    assert [store.has_case("r1", each) for each in ("c0", "c1", "c2")] == [True, True, False]
    assert store.has_case("default", "c2")
    assert not store.has_case("default", "none")
    assert store.load_states_of("Ada", "r1") == {"c0": "not_started", "c1": "draft"}
    assert set(store.load_states_of("Bo", "r1").values()) == {"not_started"}
    assert list(store.load_states_of("Ada")) == [f"c{n}" for n in range(6)]
