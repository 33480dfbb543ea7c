"""Compare: the cases of one question side by side, as text that nothing parses."""

import re
from urllib.parse import unquote_plus

from review_db.sample import ensure_sample
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text


def test_the_sample_s_questions_are_offered_and_each_compares_its_systems(store, show):
    ensure_sample(store.path)
    table = show("compare").dataframe[0].value
    assert (table["Cases"] > 1).all()
    page = show("compare", case="s01-a")
    text = shown_text(page)
    for name in ("s01-a", "s01-b", "s01-c"):
        assert name in text
    links = [each.value for each in page.text if each.value.startswith("All about ")]
    assert links == [f"All about {letter} -> case" for letter in "ABC"]


def test_cases_beside_the_first_are_chosen_in_the_url(store, show):
    import_lines(store, *(make_line(f"c{n}", question="Who?") for n in range(8)))
    page = show("compare", case="c3")
    box = page.multiselect[0]
    assert box.value == ["c0", "c1", "c2", "c4", "c5"]
    box.set_value(["c7"]).run()
    assert page.query_params["with"] in ("c7", ["c7"])
    assert "c0" not in "".join(each.proto.body for each in page.get("html"))


def test_case_text_is_escaped_and_what_is_not_recorded_is_said(store, show):
    line = make_line("x", question=HOSTILE, prediction=HOSTILE, retrieved_urls=[HOSTILE])
    import_lines(store, line)
    page = show("compare", case="x")
    assert HOSTILE not in shown_text(page)
    assert "&lt;script&gt;" in shown_text(page)
    assert "No other case here asks the same question" in shown_text(page)
    assert "not recorded" in shown_text(page)
    assert "There is no case" in shown_text(show("compare", case="gone"))


def test_without_repeated_questions_it_says_so(store, show):
    import_lines(store, make_line("x"))
    assert "No question has several cases" in shown_text(show("compare"))


def test_two_systems_have_shares_and_tests_whose_counts_open_their_cases(store, show):
    ensure_sample(store.path)
    page = show("compare", section="groups")
    text = shown_text(page)
    assert "Exact two-sided Fisher" in text
    assert "On the same questions" in text
    counts = re.findall(r'behind=(share-[^"&]+)[^>]*>[^<(]+\((\d+)\)', text)
    key, count = max(counts, key=lambda each: int(each[1]))
    opened = show("compare", section="groups", behind=unquote_plus(key))
    assert len(opened.dataframe[0].value) == int(count)


def test_two_datasets_have_shares_but_no_questions_in_common(store, show):
    ensure_sample(store.path)
    text = shown_text(show("compare", section="groups", by="dataset", source="reviewed"))
    assert "Exact two-sided Fisher" in text
    assert "On the same questions" not in text


def test_one_group_alone_is_not_compared(store, show):
    import_lines(store, make_line("x"))
    assert "There are no two systems" in shown_text(show("compare", section="groups"))
