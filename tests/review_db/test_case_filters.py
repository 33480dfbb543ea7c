"""Every filter of lists, kept up to date by whatever changes a case; orders; saved filters."""

import pytest

from review_db.connection import open_database, write_transaction
from review_db.probe_runs import store_results
from review_db.store import FACETS, ORDERS, CaseFilter, ReviewStore
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    PAGE,
    PROBED,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.errors import CaseNotFoundError, FilterError, StoreError
from trek_core.probes.plan import Plan
from trek_core.recorded_probes import Probes
from trek_core.settings import Settings

SEARCH = {"kind": "native", "backend": "serp"}
LINES = (
    make_case("a", **PROBED, effective_year=2025, fact_type="fast-changing",
              system={"model": "m", "reasoning_effort": "high", "search": SEARCH},
              judge={"protocol": "sealqa", "verdict": "incorrect"}),
    make_case("b", **PROBED | {"gold_urls": [PAGE, "https://b.example"],
                               "search_queries": list("xyz"),
                               "retrieval": {"evidence_match": False}}),
    make_case("c", retrieved_urls=[], search_queries=[]),
    make_case("d", verdict="correct"),
)  # fmt: skip
LINES[0].pop("verdict")


@pytest.fixture
def listed(empty_store):
    report = empty_store.import_file(as_file(*LINES), "cases")
    assert not report.rejections, report.rejections
    for name in ("Ada", "Bo"):
        empty_store.add_annotator(name)
    return empty_store


def find(store, order="imported", **chosen):
    return [row.case_id for row in store.list_cases(CaseFilter(**chosen), order=order).rows]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({"labels": "Distraction"}, ["a", "b"]),
        ({"labels": "Retrieval"}, []),
        ({"label": "Pre-retrieval + Distraction"}, []),
        ({"verdict": "correct"}, ["d"]),
        ({"protocol": "sealqa"}, ["a"]),
        ({"year": "2025"}, ["a"]),
        ({"year": ""}, ["b", "c", "d"]),
        ({"freshness": "fast-changing"}, ["a"]),
        ({"backend": "serp"}, ["a"]),
        ({"effort": "high"}, ["a"]),
        ({"complete": "yes"}, ["a", "b"]),
        ({"complete": "no"}, ["c"]),
        ({"url_policy": "differ"}, ["b"]),
        ({"queries": "0"}, ["c"]),
        ({"queries": "1-2"}, ["a"]),
        ({"queries": "2-"}, ["b"]),
        ({"queries": "-1"}, ["a", "c"]),
        ({"queries": ""}, ["d"]),
        ({"pages": "1"}, ["a", "b"]),
        ({"cases": "1.3.999999999"}, ["a", "c"]),
        ({"cases": "1.2", "pages": "1-", "year": "2025"}, ["a"]),
    ],
)
def test_a_filter_finds_its_cases(listed, chosen, found):
    assert find(listed, **chosen) == found


@pytest.mark.parametrize(
    "chosen",
    [{"queries": "x"}, {"queries": "1 2"}, {"pages": "-"}, {"pages": "9" * 40}, {"pages": "٣"},
     {"cases": "1,2"}, {"cases": ""}, {"cases": "x"}, {"label": "Nothing"}, {"state": "done"},
     {"outcome": "x"}, {"cause": "It read the old page."}],
)  # fmt: skip
def test_a_value_that_no_case_can_have_is_named_with_its_filter(listed, chosen):
    with pytest.raises(FilterError, match="expected") as refused:
        listed.list_cases(CaseFilter(**chosen))
    assert [refused.value.name] == list(chosen)


def test_the_table_of_filters_is_the_filter():
    assert {each.name for each in FACETS} | {"search"} == set(CaseFilter.__dataclass_fields__)


def test_options_count_what_they_find_beside_the_other_filters(listed):
    names = [each.name for each in FACETS if each.kind != "list"]
    for chosen in (CaseFilter(), CaseFilter(pages="1", label="Distraction")):
        counts = listed.count_options(chosen, names)
        for name in names:
            others = {k: v for k, v in chosen.given.items() if k != name}
            for value, n in counts[name].items():
                assert len(find(listed, **others | {name: value})) == n


def test_disagreement_and_causes_follow_judgements_and_decisions(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=3)
    start_round(store, n=3)
    hand_in(store, "c0", "Ada", DISTRACTION)
    assert find(store, with_trektrace="same") == ["c0"]
    hand_in(store, "c0", "Bo", INTERPRETATION)
    hand_in(store, "c1", "Ada", WRONG)
    assert find(store, with_trektrace="differ") == ["c0", "c1"]
    assert find(store, among_people="differ") == ["c0"]
    assert find(store, cause="other", outcome="reference_answer_error") == ["c1"]
    store.decide("c0", "r1", reason="x", adopt="Ada", by="Lea")
    assert find(store, with_trektrace="same") == ["c0"]
    store.undo("c1", "Ada", round="r1")
    assert (find(store, cause="other"), find(store, with_trektrace="")) == ([], ["c1", "c2"])


def store_found(store, run, found):
    with write_transaction(store.path) as db:
        store_results(db, run, found)


def test_a_probe_run_again_says_whether_its_labels_are_the_recorded_ones(listed):
    run = listed.start_probe_run(Plan(probes=("gold_only",)), Settings(), ["a", "b"], None)
    same = Probes.model_validate({k: v for k, v in PROBED.items() if k in Probes.model_fields})
    other = same.model_copy(update={"gold_plus_noise": same.gold_plus_noise.model_copy(
        update={"correct": True})})  # fmt: skip
    store_found(listed, run, [("a", 1, same), ("elsewhere", 1, same)])
    assert find(listed, with_rerun="same") == ["a"]
    store_found(listed, run, [("a", 2, other)])
    assert (find(listed, with_rerun="differ"), find(listed, with_rerun="same")) == (["a"], [])


def test_a_new_version_of_a_case_leaves_its_old_values(listed):
    listed.import_file(as_file(make_case("a", effective_year=1999)), "again")
    assert (find(listed, year="2025"), find(listed, year="1999")) == ([], ["a"])
    assert find(listed, labels="Distraction") == ["b"]


ORDERED = {
    "imported": ["a", "b", "c", "d"],
    "newest": ["d", "c", "b", "a"],
    "informative": ["b", "c", "d"],
    "worked": ["c", "a"],
    "question": ["a", "b", "c", "d"],
    "queries": ["b", "a", "c", "d"],
    "pages": ["b", "a", "c", "d"],
}


@pytest.mark.parametrize("order", ORDERED)
def test_pages_of_every_order_follow_one_another_without_a_gap(listed, order):
    for case_id in ("a", "c"):
        listed.save_answers(case_id, "Ada", {"target_basis": "none"})
        with write_transaction(listed.path) as db:
            at = {"a": "2026-01-01", "c": "2026-01-02"}[case_id]
            db.execute("update judgements set saved_at = ? where case_id = ?", [at, case_id])
    whole = find(listed, order=order)
    seen, after = [], None
    while True:
        page = listed.list_cases(order=order, after=after, limit=1)
        seen += [row.case_id for row in page.rows]
        after = page.next_after
        if after is None:
            break
    assert seen == whole
    assert sorted(whole) == ["a", "b", "c", "d"]
    wanted = ORDERED[order]
    assert [each for each in whole if each in wanted] == wanted or order == "informative"


def test_every_order_of_the_table_is_tested():
    assert set(ORDERED) == {each.name for each in ORDERS}


def test_reading_order_begins_with_unjudged_failures_and_says_why(listed):
    listed.save_answers("b", "Ada", {"target_basis": "none"})
    rows = listed.list_cases(order="informative").rows
    assert {row.case_id for row in rows[:2]} == {"a", "c"}
    assert all(row.reading.low == 0 and row.reading.high == 1 for row in rows[:2])
    assert [(row.case_id, row.reading) for row in rows[2:]] == [("b", None), ("d", None)]


@pytest.mark.parametrize(
    "chosen", [{"state": "not_started"}, {"with_trektrace": ""}, {"outcome": ""}, {"cases": "3"}]
)
def test_reading_order_counts_what_was_judged_whatever_is_filtered(listed, chosen):
    listed.import_file(as_file(make_case("e", retrieved_urls=[], search_queries=[])), "more")
    listed.save_answers("e", "Ada", REFERENCE_WRONG)
    listed.submit("e", "Ada")
    rows = listed.list_cases(CaseFilter(**chosen), order="informative").rows
    (reading,) = (row.reading for row in rows if row.case_id == "c")
    assert (reading.stratum.judged, reading.stratum.agreeing) == (1, 0)
    assert reading.high < 1


def test_reading_order_tells_the_blind_nothing(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=4)
    start_round(store, n=2)
    rows = store.list_cases(visible_to="Ada", order="informative").rows
    assert [row.case_id for row in rows] == ["c2", "c3", "c0", "c1"]
    assert [row.reading is None for row in rows] == [False, False, True, True]


def test_latest_work_tells_the_blind_nothing_and_pages_without_a_gap(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=6)
    start_round(store, n=4)
    for case_id, name in (("c2", "Bo"), ("c1", "Bo"), ("c3", "Bo")):
        store.save_answers(case_id, name, {"target_basis": "none"}, round="r1")
    store.save_answers("c4", "Lea", {"target_basis": "none"})
    looks = {"visible_to": "Ada", "order": "worked"}
    before = [row.case_id for row in store.list_cases(**looks).rows]
    assert before == ["c4", "c5", "c0", "c1", "c2", "c3"]
    seen, after = [], None
    while len(seen) < len(before):
        page = store.list_cases(**looks, after=after, limit=1)
        seen += [row.case_id for row in page.rows]
        after = page.next_after
    assert (seen, after) == (before, None)
    others = [row.case_id for row in store.list_cases(order="worked").rows]
    assert set(others[:4]) == {"c1", "c2", "c3", "c4"}


@pytest.mark.parametrize("order", ORDERED)
def test_a_page_from_before_the_first_case_is_the_first_page(listed, order):
    assert find(listed, order=order) == [
        row.case_id for row in listed.list_cases(order=order, after=-5).rows
    ]


def test_blindness_ends_with_the_reveal_of_each_case_and_with_the_round(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=2)
    start_round(store, n=2, mode="blind_then_reveal")
    hand_in(store, "c0", "Ada", DISTRACTION)
    store.reveal("c0", "Ada", "r1")
    shown = {row.case_id: row.is_withheld for row in store.list_cases(visible_to="Ada").rows}
    assert shown == {"c0": False, "c1": True}
    store.close_round("r1", by="Lea")
    assert not any(row.is_withheld for row in store.list_cases(visible_to="Ada").rows)


def test_sets_hold_every_case_once_and_beyond_one_block(empty_store):
    lines = [make_case(f"c{n}", system=f"s{n % 3}") for n in range(40)]
    empty_store.import_file(as_file(*lines), "cases")
    with write_transaction(empty_store.path) as db:  # As if many cases had come before it.
        db.execute("update cases set position = 20000 where case_id = 'c39'")
        db.execute("delete from case_sets")
        db.execute("insert into changed_cases select case_id, 0 from cases")
    assert empty_store.count_cases()["system"] == {"s0": 14, "s1": 13, "s2": 13}
    assert find(empty_store, system="s0")[-1] == "c39"
    assert empty_store.list_cases(order="newest", limit=1).rows[0].position == 20000


def test_what_changed_is_forgotten_once_it_is_written_down(listed):
    with open_database(listed.path) as db:
        assert db.execute("select count(*) from changed_cases").fetchone()[0] == 0


def test_saved_filters_are_each_persons_own(listed):
    listed.save_filter("Ada", " Mine ", "label=Retrieval")
    listed.save_filter("Bo", "Mine", "state=draft")
    listed.save_filter("Ada", "Mine", "label=Distraction&order=pages")
    assert [(each.name, each.query) for each in listed.load_saved_filters("Ada")] == [
        ("Mine", "label=Distraction&order=pages")
    ]
    listed.rename_filter("Ada", "Mine", "Yours")
    listed.save_filter("Ada", "Other", "search=x")
    with pytest.raises(StoreError, match="already"):
        listed.rename_filter("Ada", "Other", "Yours")
    with pytest.raises(StoreError, match="renamed or deleted"):
        listed.rename_filter("Ada", "Mine", "Theirs")
    with pytest.raises(StoreError, match="characters long"):
        listed.save_filter("Ada", "Long", "x" * 20_001)
    with pytest.raises(StoreError, match="cannot be seen"):
        listed.save_filter("Ada", "\u200b\u202e", "search=x")
    listed.delete_filter("Ada", "Yours")
    assert [each.name for each in listed.load_saved_filters("Ada")] == ["Other"]
    assert [each.name for each in listed.load_saved_filters("Bo")] == ["Mine"]


def test_reference_errors_come_back_with_the_database(listed):
    listed.save_answers("c", "Ada", REFERENCE_WRONG)
    listed.submit("c", "Ada")
    assert find(ReviewStore(listed.path), cause="other") == ["c"]


def test_the_cases_beside_a_case_are_those_found(listed):
    for case_id, beside in (("b", ("a", None)), ("c", ("b", None)), ("a", (None, "b"))):
        found = listed.find_beside(case_id, CaseFilter(cases="1.2"))
        assert found == beside, case_id
    assert listed.find_beside("a", CaseFilter(cases="1.4")) == (None, "d")
    with pytest.raises(CaseNotFoundError):
        listed.find_beside("z", CaseFilter())
