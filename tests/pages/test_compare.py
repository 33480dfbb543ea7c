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
    import_lines(store, *(make_line(f"c{n}", question="Who?", system="m") for n in range(10)))
    page = show("compare", case="c3")
    box = page.multiselect[0]
    assert box.value == ["c0", "c1", "c2", "c4", "c5", "c6", "c7"]
    assert box.options[0] == "c0 · m"
    box.set_value(["c9"]).run()
    assert page.query_params["with"] in ("c9", ["c9"])
    assert "c0" not in "".join(each.proto.body for each in page.get("html"))


def test_two_runs_are_held_against_what_each_was_asked(store, show):
    import_lines(
        store,
        make_line("old", question="Who?", reference_answers=["Ann"], effective_year=2024,
                  retrieved_urls=["https://a.org"]),
        make_line("new", question="who", reference_answers=["Bea"], effective_year=2025),
    )  # fmt: skip
    text = shown_text(show("compare", case="old"))
    assert text.count("Ann") == text.count("Bea") == 1
    # Nothing is said of pages that a run did not record.
    assert "that no other" not in text
    assert "retrieved in every case" not in text
    assert "label sets differ on 0 of 1 question, verdicts on 0" in shown_text(show("compare"))


def test_filters_of_charts_hold_in_both_sections_and_are_shown(store, show, monkeypatch):
    lines = [make_line(f"{name}{n}", question=f"Who is {n}?", dataset=name, system=name)
             for name in ("d", "e") for n in range(2)]  # fmt: skip
    import_lines(store, *lines)
    for section in ("question", "groups"):
        page = show("compare", section=section, dataset="d")
        assert page.multiselect[0].value == ["dataset"]
        text = shown_text(page)
        assert "No question of this kind" in text or "There are no two systems" in text
    links = {}
    monkeypatch.setattr(
        "pages.charts.page_link", lambda page, _, **query: links.update({page: query})
    )
    show("charts", dataset="d")
    assert links["compare"]["dataset"] == "d"


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
    assert "question by question" not in text


def test_shares_say_how_many_incomplete_cases_they_leave_out(store, show):
    import_lines(
        store, *(make_line(name, system=name, dataset="d") for name in ("a", "b")),
        make_line("c", system="a", verdict="correct"),
    )  # fmt: skip
    left_out = "2 cases with incomplete labels are left out."
    assert left_out in shown_text(show("compare", section="groups"))
    assert left_out not in shown_text(show("compare", section="groups", source="attributed"))


def test_of_two_runs_of_a_system_one_counts_and_the_page_says_which(store, show):
    first_run = [
        make_line(f"{system}{n}", question=f"Who is {n}?", system=system)
        for system in ("a", "b") for n in range(3)
    ]  # fmt: skip
    import_lines(store, *first_run)
    text = shown_text(show("compare", section="groups", source="attributed"))
    assert "3 questions on which both failed" in text
    assert "several cases of one question" not in text
    second_run = [make_line(f"a{n}-2", question=f"Who is {n}?", system="a") for n in range(2)]
    import_lines(store, *second_run)
    for run, imported, counting in (
        ("latest", "last", {"a0-2", "a1-2", "a2"}),
        ("first", "first", {"a0", "a1", "a2"}),
    ):
        page = show("compare", section="groups", source="attributed", run=run)
        text = shown_text(page)
        assert "2 times a system has several cases of one question" in text
        assert f"the one imported {imported} counts, 2 others are left out" in text
        assert "3 questions on which both failed" in text
        assert "Exact two-sided McNemar test" in text
        assert "Shares of the cases with labels, 3 in the first and 3 in the second" in text
        (key, *_) = re.findall(r'behind=(share-first-[^"&]+)', text)
        behind = show(
            "compare", section="groups", source="attributed", run=run, behind=unquote_plus(key)
        )
        assert set(behind.dataframe[0].value["Case"]) == counting


def test_questions_that_do_not_count_are_counted_by_the_reason_where_none_is_left(store, show):
    import_lines(
        store,
        *(make_line(name, question="Who?", system=name, verdict=verdict)
          for name, verdict in (("a", "incorrect"), ("b", "correct"))),
        make_line("c", question="Where?", system="c"),
    )  # fmt: skip
    text = shown_text(show("compare", section="groups", first="a", second="b"))
    assert "0 questions on which both failed" in text
    assert "Left out: not both with labels: 1." in text
    assert "question by question" not in text  # There is no such table to point to.
    text = shown_text(show("compare", section="groups", first="a", second="c"))
    assert "No question was put to both." in text


def test_one_group_alone_is_not_compared(store, show):
    import_lines(store, make_line("x"))
    assert "There are no two systems" in shown_text(show("compare", section="groups"))
