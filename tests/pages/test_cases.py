"""The Cases page: filters, counts, pages, and what its table says."""

import json

import pytest

from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text


def box_of(page, title):
    return next(each for each in page.selectbox if each.label == title)


def options_of(page, title):
    return list(box_of(page, title).options)


def table_of(page):
    return page.dataframe[0].value


def test_without_cases_the_page_says_how_to_get_some(show):
    shown = shown_text(show("cases"))
    assert "There are no cases yet" in shown
    assert "Import cases -> start" in shown


def test_every_filter_counts_its_options_and_the_counts_add_up(show, store):
    import_lines(
        store,
        make_line("a", dataset="d1"),
        make_line("b", dataset="d1", verdict="correct"),
        make_line("c", dataset="d2"),
        make_line("d"),
    )
    page = show("cases")
    assert options_of(page, "Dataset") == ["All", "not recorded (1)", "d1 (2)", "d2 (1)"]
    assert options_of(page, "State") == ["All", "Not started (4)"]
    assert "no label: judged correct (1)" in options_of(page, "Label")


def test_a_filter_in_the_url_narrows_the_table_and_the_other_counts(show, store):
    import_lines(
        store,
        make_line("a", dataset="d1", system="s1"),
        make_line("b", dataset="d1", system="s2"),
        make_line("c", dataset="d2", system="s2"),
    )
    page = show("cases", dataset="d1")
    assert list(table_of(page)["Question"]) == ["Who is a?", "Who is b?"]
    assert options_of(page, "System") == ["All", "s1 (1)", "s2 (1)"]
    assert options_of(page, "Dataset") == ["All", "d1 (2)", "d2 (1)"], "its own filter"
    assert "2 cases" in shown_text(page)


def test_an_empty_parameter_asks_for_the_cases_where_nothing_is_recorded(show, store):
    import_lines(store, make_line("a", dataset="d1"), make_line("b"))
    assert list(table_of(show("cases", dataset=""))["Question"]) == ["Who is b?"]


def test_choosing_an_option_puts_it_into_the_url_and_goes_to_the_first_page(show, store):
    import_lines(store, make_line("a", dataset="d1"), make_line("b", dataset="d2"))
    page = show("cases", after="1")
    page.selectbox(key="choice-dataset").select("d2").run()
    assert page.query_params["dataset"] == "d2"
    assert "after" not in page.query_params
    page.selectbox(key="choice-dataset").select("\0").run()
    assert "dataset" not in page.query_params


def test_an_option_that_a_browser_names_with_an_old_count_is_still_that_option(show, store):
    import_lines(store, make_line("a", dataset="d1"), make_line("b", dataset="d2"))
    page = show("cases")
    for named, chosen in (("d2 (1,007)", {"dataset": "d2"}), ("All (7)", {})):
        box = page.selectbox(key="choice-dataset")
        box.options[1] = named
        box.select_index(1).run()
        assert {name: page.query_params[name] for name in page.query_params} == chosen


def test_a_choice_made_before_the_browser_heard_of_the_last_one_keeps_both(show, store):
    import_lines(store, make_line("a", dataset="d1"), make_line("b", dataset="d2"))
    page = show("cases")
    page.text_input(key="choice-search").input("who").run()
    del page.query_params["search"]  # as the browser still had it
    page.selectbox(key="choice-dataset").select("d2").run()
    assert page.query_params["search"] == "who"
    assert page.query_params["dataset"] == "d2"
    del page.query_params["search"]  # Back, and then another choice
    page.run()
    page.selectbox(key="choice-dataset").select("d1").run()
    assert "search" not in page.query_params


def test_a_box_shows_what_is_chosen_with_the_newest_count(show, store):
    import_lines(store, make_line("a", dataset="d1"), make_line("b", dataset="d1", system="s1"))
    page = show("cases", dataset="d1")
    assert box_of(page, "Dataset").key == "choice-dataset"
    box_of(page, "System").select("s1").run()
    assert options_of(page, "Dataset") == ["All", "d1 (1)"]
    assert box_of(page, "Dataset").key == "choice-dataset-1", "the same box keeps its text"


def test_a_search_finds_words_of_the_question(show, store):
    import_lines(store, make_line("a"), make_line("b", question="Where is the OLD bridge?"))
    page = show("cases")
    page.text_input(key="choice-search").input("old bridge").run()
    assert page.query_params["search"] == "old bridge"
    assert list(table_of(page)["Question"]) == ["Where is the OLD bridge?"]


def test_every_state_is_in_the_url_and_shown_as_what_is_in_force(show, store):
    import_lines(
        store,
        make_line("a", prediction="the harbour line", search_queries=["x"]),
        make_line("b", prediction="the harbour line", search_queries=["x", "y"]),
        make_line("c", search_queries=["x", "y"]),
    )
    page = show("cases", search="harb", queries="2-", label="Pre-retrieval", order="queries")
    (row,) = table_of(page).to_dict("records")
    assert (row["Question"], row["Queries"]) == ("Who is b?", "2")
    assert row["Found in"] == "answers: the ‹harbour› line"
    chips = page.multiselect[0]
    assert chips.options == ["Label: Pre-retrieval", "Search: harb", "Queries: 2-"]
    chips.unselect("queries").run()
    assert len(table_of(page)) == 2
    assert set(page.query_params) == {"search", "label", "order"}


def test_rows_have_several_lines_where_what_was_found_needs_them(show, store):
    import_lines(store, make_line("a", prediction=f"the harbour line {'goes on ' * 20}"))
    row_px = {search: show("cases", search=search).dataframe[0].proto.row_height
              for search in ("harb", "who")}  # fmt: skip
    # Streamlit breaks texts into lines from more than 4 rem on, 56 px with our font.
    assert row_px["harb"] > 56 > row_px["who"]


def test_a_case_id_is_whole_however_long(show, store):
    """In one line or two; 6.4 px are a letter's mean width, twice that an ideograph's."""
    for name in ("a", "freshqa/12/GPT-5.4/web_search/high", "y" * 60, "z" * 400, "例" * 90):
        import_lines(store, make_line(name))
        table = show("cases").dataframe[0].proto
        width = json.loads(table.columns)["Case"]["width"]
        lines = 2 if table.row_height > 56 else 1
        assert len(name) * (12.8 if name[0] == "例" else 6.4) < lines * width, name
        assert lines == 1 or len(name) > 40


def test_a_filter_that_no_case_can_match_is_named_with_the_way_out(show, store):
    import_lines(store, make_line("a"))
    page = show("cases", state="done", dataset="d")
    assert "The filter state is &#39;done&#39;: expected one of not_started" in shown_text(page)
    assert '<a href="?dataset=d">Take this filter away</a>' in shown_text(page)
    page = show("cases", pages="many", dataset="")
    assert "expected a number or a range" in shown_text(page)
    assert "The list is shown without it." in shown_text(page)
    assert len(table_of(page)) == 1


def test_the_most_informative_order_says_why(show, store):
    import_lines(store, make_line("a", verdict="correct"), make_line("b"), make_line("c"))
    page = show("cases")
    page.selectbox(key="choice-order").select("informative").run()
    assert page.query_params["order"] == "informative"
    first, second, last = table_of(page).to_dict("records")
    assert (first["Question"], last["Why next"]) == ("Who is b?", "")
    begins = "none judged, 2 waiting; agreement 0–100 %, "
    assert first["Why next"] == f"{begins}narrows by 20.7 points"
    assert second["Why next"].startswith(f"{begins}after 1 above narrows by 8.")


def test_the_most_informative_order_says_where_nothing_is_left_to_judge(show, store):
    import_lines(store, make_line("a", verdict="correct"), make_line("b"))
    said = "None of these is an unjudged failure"
    assert said not in shown_text(show("cases", order="informative"))
    assert said in shown_text(show("cases", order="informative", verdict="correct"))


def test_choosing_several_rows_opens_none_and_a_list_of_them_has_an_address(show, store, went_to):
    import_lines(store, *(make_line(name) for name in "abc"))
    page = show("cases", several="yes")
    assert "Tick the rows you want" in shown_text(page)
    assert list(table_of(show("cases", cases="1.3"))["Question"]) == ["Who is a?", "Who is c?"]
    assert went_to == []


def test_a_view_is_saved_opened_renamed_and_deleted(show, store):
    import_lines(store, make_line("a"), make_line("b", verdict="correct"))
    store.add_annotator("Ada")
    page = show("cases", who="Ada", verdict="correct", order="newest")
    page.text_input(key="saved-filters-name").input("Right ones")
    assert page.text_input(key="saved-filters-name").form_id  # so that Enter saves
    page.button(key="saved-filters-save").click().run()
    (saved,) = store.load_saved_filters("Ada")
    assert (saved.name, saved.query) == ("Right ones", "verdict=correct&order=newest")
    page = show("cases", who="Ada", after="1")
    page.selectbox(key="choice-saved-filter").select("Right ones").run()
    assert dict(page.query_params) == {"verdict": "correct", "order": "newest"}
    page.text_input(key="saved-filters-name").input("Accepted")
    page.button(key="saved-filters-rename").click().run()
    assert [each.name for each in store.load_saved_filters("Ada")] == ["Accepted"]
    page.button(key="saved-filters-delete").click().run()
    assert store.load_saved_filters("Ada") == []


def test_when_nothing_is_found_the_filters_can_be_cleared(show, store):
    import_lines(store, make_line("a"))
    page = show("cases", search="zebra", state="submitted")
    assert "No case matches these filters" in shown_text(page)
    page.button(key="cases-clear").click().run()
    assert page.query_params == {}
    assert len(table_of(page)) == 1


def test_pages_of_a_hundred_meet_without_a_gap_or_a_repetition(show, store):
    import_lines(store, *(make_line(f"c{number}") for number in range(250)))
    page = show("cases")
    seen = list(table_of(page)["Question"])
    assert "1–100 of 250 cases" in shown_text(page)
    for words in ("101–200 of 250 cases", "201–250 of 250 cases"):
        page.button(key="cases-following").click().run()
        assert words in shown_text(page)
        seen += list(table_of(page)["Question"])
    assert seen == [f"Who is c{number}?" for number in range(250)]
    assert page.button(key="cases-following").disabled
    page.button(key="cases-previous").click().run()
    assert "101–200 of 250 cases" in shown_text(page)


@pytest.mark.parametrize("after", ["x", "-5", "1e9", "9" * 40, "1..2", "٣"])
def test_a_page_number_that_is_none_is_not_taken_for_one(show, store, after):
    import_lines(store, make_line("a"), make_line("b"))
    assert not show("cases", after=after).exception


@pytest.mark.parametrize("order", ["imported", "newest", "informative", "question"])
def test_a_page_beyond_the_end_is_the_first(show, store, order):
    import_lines(store, make_line("a"), make_line("b"))
    page = show("cases", after="0" if order == "newest" else "99999999999999", order=order)
    assert len(table_of(page)) == 2
    assert "after" not in page.query_params


def test_the_table_marks_incomplete_labels_and_names_what_is_not_recorded(show, store):
    import_lines(store, make_line("a"), make_line("b", verdict="correct"))
    first, second = table_of(show("cases")).to_dict("records")
    assert first["Labels"] == "Pre-retrieval · incomplete"
    assert second["Labels"] == "–"
    assert first["System"] == "not recorded"


def test_my_own_state_stands_beside_the_state_of_the_case(show, store):
    import_lines(store, make_line("a"))
    store.add_annotator("Ada")
    store.save_answer("a", "Ada", "target_basis", "none")
    page = show("cases")
    page.session_state["annotator"] = "Ada"
    row = table_of(page.run()).to_dict("records")[0]
    assert (row["State"], row["You"]) == ("In progress", "Draft")


def test_case_text_reaches_options_and_cells_alone_and_verbatim(show, store):
    import_lines(store, make_line("a", question=HOSTILE, dataset=HOSTILE, system=HOSTILE))
    page = show("cases")
    assert table_of(page).loc[0, "Question"] == HOSTILE
    assert f"{HOSTILE} (1)" in options_of(page, "Dataset")
    assert "beacon" not in shown_text(page)
    assert "beacon" not in "".join(str(each.value) for each in (*page.markdown, *page.caption))


def test_a_question_that_is_cut_says_so(show, store):
    import_lines(store, make_line("a", question="Why? " * 60), make_line("b", question="Why?"))
    cut, whole = table_of(show("cases"))["Question"]
    assert cut.endswith("…")
    assert whole == "Why?"


def test_what_is_opened_from_a_list_keeps_its_filters_so_that_back_finds_them(show, store, went_to):
    import_lines(store, make_line("a", dataset="d1"), make_line("b"))
    page = show("cases", dataset="d1", order="newest", case="b", round="x")
    page.button(key="cases-next").click().run()
    ((name, query),) = went_to
    assert (name, set(query)) == ("review", {"dataset", "order"})
