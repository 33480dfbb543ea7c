"""Searching cases: what is found, where, and by whom."""

import pytest

from review_db.store import OWNER, CaseFilter
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case
from tests.review_db.round_steps import PROBED, WRONG, hand_in, make_round_store, start_round

TEXTS = {
    "cjk": make_case("cjk", question="現在の東京都知事は誰ですか"),
    "rtl": make_case("rtl", question="מי ראש העיר של חיפה?", prediction="ראש העיר 😀 הוא"),
    "thai": make_case("thai", question="นายกรัฐมนตรีของประเทศไทยคือใคร"),
    "accents": make_case("accents", question="Wer führt die STRASSE in Málaga?"),
    "fields": make_case(
        "fields",
        reference_answers=["Idony Vask"],
        prediction="Perrin <b>Aldmoor</b> is it",
        search_queries=["mayor lowmere"],
        key_evidence="took the oath in September",
        gold_only_correct=True,
    ),
}


@pytest.fixture
def searched(empty_store):
    empty_store.import_file(as_file(*TEXTS.values()), "cases")
    empty_store.add_annotator("Ada")
    return empty_store


def find(store, search, **options):
    rows = store.list_cases(CaseFilter(search=search), **options).rows
    return [row.case_id for row in rows]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("東京", ["cjk"]),
        ("知事", ["cjk"]),
        ("京東", []),
        ("ประเทศ", ["thai"]),
        ("חיפה", ["rtl"]),
        ("malaga straße", ["accents"]),
        ("STRAS", ["accents"]),
        ("traße", []),
        ("vask aldmoor lowmere oath", ["fields"]),
        ('"the oath"', ["fields"]),
        ('"oath the"', []),
        ('"the oat"', []),
        ("fields", ["fields"]),
        ("ｖａｓｋ　ｍａｙｏｒ", ["fields"]),
        ("  ", ["cjk", "rtl", "thai", "accents", "fields"]),
        ("?!", []),
        ("😀", []),
    ],
)
def test_words_are_found_by_their_beginning_in_any_script(searched, search, found):
    assert find(searched, search) == found


@pytest.mark.parametrize(
    "search",
    ['"', '""', '"a" OR', "NEAR(a b)", "a AND", "NOT", "-a", "^a", "a*", "question:a", "{a}:b", "(",
     "'; drop table cases", "a\x00b", "\ud83d", "x" * 100_000, "x " * 50_000, "東" * 100_000,
     "\u202eabc", "😀" * 400, "%_\\", "a:b:c", "＂", "\u2060", "ss" * 5000],
)  # fmt: skip
def test_no_search_is_an_error(searched, search):
    assert set(find(searched, search)) <= set(TEXTS)


@pytest.mark.parametrize(
    ("search", "field", "hit"),
    [("vask", "answers", "Vask"), ("mayor", "queries", "mayor"), ("oath", "evidence", "oath"),
     ("東京", "question", "東京")],
)  # fmt: skip
def test_a_snippet_says_which_field_was_hit_and_the_words(searched, search, field, hit):
    (row,) = searched.list_cases(CaseFilter(search=search)).rows
    assert row.snippet.field == field
    assert [text for text, is_hit in row.snippet.parts if is_hit] == [hit]
    assert "\u2060" not in "".join(text for text, _ in row.snippet.parts)


def test_a_new_version_is_found_by_its_words_alone(searched):
    changed = {**TEXTS["fields"], "prediction": "Somebody else"}
    searched.import_file(as_file(changed), "again")
    assert (find(searched, "aldmoor"), find(searched, "somebody")) == ([], ["fields"])


def test_notes_follow_what_people_wrote(searched):
    searched.save_answer("rtl", "Ada", "notes_1", "The harbour page is old")
    (row,) = searched.list_cases(CaseFilter(search="harbour")).rows
    assert (row.case_id, row.snippet.field) == ("rtl", "notes")
    searched.add_comment("cjk", "Ada", "harbour, too")
    assert find(searched, "harbour") == ["cjk", "rtl"]
    searched.undo("rtl", "Ada")
    assert find(searched, "harbour") == ["cjk"]


def test_a_blind_search_finds_and_shows_nothing_withheld(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=0)
    key = {"key_evidence": "zebrafish", "reason": "zebrafish"}
    fields = {**PROBED, "retrieval": {**PROBED.get("retrieval", {}), **key}}
    store.import_file(as_file(make_case("c0", **fields), make_case("c1", **fields)), "cases")
    start_round(store, n=1)
    hand_in(store, "c0", "Ada", {**WRONG, "notes_1": "walrus"})
    store.add_comment("c0", "Ada", "walrus", round="r1")
    store.save_answer("c0", "Bo", "notes_1", "my own pelican", round="r1")
    assert find(store, "zebrafish", visible_to="Bo") == ["c1"]
    assert find(store, "walrus", visible_to="Bo") == []
    assert find(store, "pelican", visible_to="Bo") == ["c0"]
    both = store.list_cases(CaseFilter(search="who zebrafish"), visible_to="Bo").rows
    assert [row.case_id for row in both] == ["c1"]
    shown = store.list_cases(CaseFilter(search="c0"), visible_to="Bo").rows[0]
    assert (shown.snippet.field, shown.is_withheld) == ("question", True)
    assert find(store, "zebrafish", visible_to="Lea") == ["c0", "c1"]
    assert find(store, "walrus", visible_to="Lea") == ["c0"]
    store.close_round("r1", by="Lea")
    assert find(store, "walrus", visible_to="Bo") == ["c0"]


def test_where_people_sign_in_others_notes_are_found_once_they_may_be_read(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=1)
    start_round(store, n=1, mode="assisted")
    hand_in(store, "c0", "Ada", {**REFERENCE_WRONG, **WRONG, "notes_1": "walrus"})
    store.set_roles("Lea", ["lead", "admin"], by=OWNER)
    store.set_roles("Bo", ["annotator"], by=OWNER)
    store.set_access_mode("users", by=OWNER)
    assert (find(store, "walrus", visible_to="Bo"), find(store, "walrus", visible_to="Lea")) == (
        [],
        ["c0"],
    )
    store.close_round("r1", by="Lea")
    assert find(store, "walrus", visible_to="Bo") == ["c0"]


def test_a_search_finds_of_others_what_their_pages_show_and_nothing_unfinished(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=5)
    start_round(store, n=5, mode="assisted")
    store.save_answer("c0", "Bo", "notes_1", "draftword", round="r1")
    store.flag("c1", "Bo", "flagword", round="r1")
    store.skip("c2", "Bo", "skipword", round="r1")
    store.add_comment("c3", "Bo", "commentword", round="r1")
    hand_in(store, "c4", "Bo", {**REFERENCE_WRONG, **WRONG, "notes_1": "finalword"}, "r1")
    store.set_roles("Lea", ["lead", "admin"], by=OWNER)
    store.set_roles("Ada", ["annotator"], by=OWNER)
    store.set_access_mode("users", by=OWNER)
    unfinished = ("draftword", "flagword", "skipword")
    for state, final in (("open", []), ("closed", ["c4"])):
        if state == "closed":
            store.close_round("r1", by="Lea")
        assert [find(store, word, visible_to="Ada") for word in unfinished] == [[], [], []], state
        assert find(store, "finalword", visible_to="Ada") == final
        assert find(store, "commentword", visible_to="Ada") == ["c3"]
        assert [each.text for each in store.load_comments("c3", "Ada", round=None)] == [
            "commentword"
        ]
    for case_id, word in zip(("c0", "c1", "c2"), unfinished, strict=True):
        assert (
            find(store, word, visible_to="Bo") == find(store, word, visible_to="Lea") == [case_id]
        )
