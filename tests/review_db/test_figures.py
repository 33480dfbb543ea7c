"""What figures read of a database: narrow facts, and what people concluded on each case."""

import sqlite3

import pytest

from review_db.merge import merge
from review_db.sample import ensure_sample
from review_db.schema import STEPS
from review_db.store import ReviewStore, RoundPlan, WorkbookChoice
from review_db.workbook_export import build_lines
from tests.review_db.case_lines import REFERENCE_WRONG, UNSURE, as_file, make_case, make_judgement
from trek_core.agreement.comparisons.sides import Conclusion

PAGES = {
    "effective_year": 2024,
    "gold_urls": ["https://gold.example/1"],
    "retrieved_urls": ["https://gold.example/1", "https://news.example/2"],
    "documents": [{"url": "https://news.example/2", "date": "2021-04-01"}],
    "search_queries": ["one"],
    "system": {"model": "m", "search": {"backend": "serp"}},
    "usage": {"input_tokens": 10, "output_tokens": 4},
}
SIDES = ("retrieval_side", "post_side")
WRONG = Conclusion("reference_answer_error")


def facts_of(store):
    with sqlite3.connect(store.path) as connection:
        rows = connection.execute("select * from figure_facts order by case_id").fetchall()
    connection.close()
    return rows


def reviewed_of(store):
    return {case.case_id: case.reviewed for case in store.load_figure_cases()}


def test_facts_follow_the_latest_version_of_a_case(empty_store):
    empty_store.import_file(as_file(make_case("a", **PAGES), make_case("b")), "cases")
    first, second = empty_store.load_figure_cases()
    assert (first.model, first.backend, first.queries, first.pages) == ("m", "serp", 1, 2)
    assert (first.input_tokens, first.cost) == (10, None)
    assert (second.model, second.queries, second.pages) == ("", None, None)
    assert empty_store.load_domains("retrieved") == {"a": ("gold.example", "news.example")}
    assert empty_store.load_page_ages() == {"a": {"gold": [], "retrieved": [3], "misleading": []}}
    changed = PAGES | {"search_queries": ["one", "two"], "documents": []}
    empty_store.import_file(as_file(make_case("a", **changed)), "cases")
    assert empty_store.load_figure_cases()[0].queries == 2
    assert empty_store.load_page_ages() == {}


def test_cases_of_an_older_file_get_their_facts_when_it_is_opened(empty_store):
    empty_store.import_file(as_file(make_case("a", **PAGES), make_case("b")), "cases")
    before = facts_of(empty_store)
    assert len(before) == 2
    with sqlite3.connect(empty_store.path) as connection:
        connection.execute("drop table figure_facts")
        connection.execute("drop index judgements_by_outcome")
        step = next(each.__name__ for each in STEPS if each.__name__.endswith("_figures"))
        connection.execute("delete from _sqlite_migrations where name = ?", [step])
    connection.close()
    assert facts_of(ReviewStore(empty_store.path)) == before


def test_facts_come_along_in_a_merge(empty_store, tmp_path):
    theirs = ReviewStore(tmp_path / "theirs.db")
    theirs.import_file(as_file(make_case("a", **PAGES)), "cases")
    assert merge(empty_store.path, theirs.path).conflicts == []
    assert facts_of(empty_store) == facts_of(theirs) != []


def test_a_case_comes_to_what_all_agree_on_or_to_what_was_decided(empty_store):
    wrong, unsure = make_judgement(REFERENCE_WRONG), make_judgement(UNSURE)
    another = make_judgement(UNSURE, "Bo")
    empty_store.import_file(
        as_file(
            make_case("agreed", judgements=[wrong, make_judgement(REFERENCE_WRONG, "Bo")]),
            make_case("unsure", judgements=[unsure]),
            make_case("disputed", judgements=[wrong, another]),
            make_case("decided", judgements=[wrong, another]),
            make_case("nobody"),
        ),
        "cases",
    )
    empty_store.decide("decided", "default", reason="Clear.", by="Ada", adopt="Ada")
    assert reviewed_of(empty_store) == {
        "agreed": WRONG, "unsure": None, "disputed": None, "decided": WRONG, "nobody": None,
    }  # fmt: skip


def test_the_sample_s_cases_come_to_what_the_file_of_conclusions_says(empty_store):
    ensure_sample(empty_store.path)
    lines = list(build_lines(empty_store, "reviewed", WorkbookChoice()))
    said = {line["case_id"]: tuple(map(line.get, ("outcome", *SIDES))) for line in lines}
    assert len(said) == len(lines) > 20
    reviewed = reviewed_of(empty_store)
    assert {case_id for case_id, found in reviewed.items() if found} == set(said)
    for case_id, (outcome, *sides) in said.items():
        assert reviewed[case_id] == Conclusion(outcome, *sides)


def test_training_is_in_no_figure(empty_store):
    empty_store.import_file(as_file(make_case("a")), "cases")
    empty_store.add_annotator("Ada")
    empty_store.create_round(RoundPlan("learn", ("a",), ("Ada",), kind="training"))
    empty_store.save_answers("a", "Ada", REFERENCE_WRONG, round="learn")
    empty_store.submit("a", "Ada", round="learn")
    assert reviewed_of(empty_store) == {"a": None}
    assert empty_store.load_reference_issues() == []


@pytest.mark.parametrize("is_decided", [False, True])
def test_causes_are_those_of_everybody_or_of_the_decision_that_stands_for_them(
    empty_store, is_decided
):
    changed = REFERENCE_WRONG | {"reference_issue": "answer_changed"}
    judgements = [make_judgement(REFERENCE_WRONG), make_judgement(changed, "Bo")]
    empty_store.import_file(as_file(make_case("a", judgements=judgements)), "cases")
    if is_decided:
        empty_store.decide("a", "default", reason="Clear.", by="Ada", adopt="Bo")
    causes = sorted(each.cause for each in empty_store.load_reference_issues())
    assert causes == (["answer_changed"] if is_decided else ["answer_changed", "other"])
