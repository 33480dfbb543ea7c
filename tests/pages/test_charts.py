"""Charts: each number of a section opens exactly its cases, or the section says why it has none."""

import re
from urllib.parse import unquote_plus

import pytest

from pages.parts.figures.plots import MOST_GROUPS, compute_rows, name_sources
from pages.parts.figures.sections import SECTIONS
from pages.parts.figures.shown import make_figure_table, make_groups, say_drawn
from pages.parts.figures.words import make_table, say_value
from review_db.sample import ensure_sample
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text
from trek_core.figures.costs import MISSING_ANSWERS, MISSING_PROBES
from trek_core.figures.domains import compute_domains
from trek_core.figures.label_shares import compute_label_shares
from trek_core.figures.marks import Figure, Mark


def links_of(page):
    """Group of cases -> how many cases its link says it opens, over all links of the page."""
    found = re.findall(
        r'href="\?[^"]*?behind=([^"&]+)[^"]*"[^>]*>[^<(]+\(([\d,]+)\)', shown_text(page)
    )
    return {unquote_plus(key): int(count.replace(",", "")) for key, count in found}


@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "cost"])
def test_a_number_of_each_section_opens_as_many_cases_as_it_says(store, show, section):
    ensure_sample(store.path)
    counts = links_of(show("charts", section=section, labels_of="both"))
    key, count = max(counts.items(), key=lambda each: each[1])
    page = show("charts", section=section, labels_of="both", behind=key)
    assert len(page.dataframe[0].value) == count
    # The box names the group with the same count.
    assert page.selectbox(key="choice-behind").value == key


def test_every_mark_has_a_cell_a_group_of_cases_and_a_row_of_the_file(store):
    ensure_sample(store.path)
    figure = compute_label_shares(store.load_figure_cases(), "both", "system")
    groups = {group.key: len(group.case_ids) for group in make_groups(figure)}
    assert groups == {mark.key: len(mark.case_ids) for mark in figure.marks}
    cells = [cell for line in make_figure_table(figure, "System").lines for cell in line.cells]
    linked = [cell.text for cell in cells if getattr(cell, "href", None)]
    assert len(linked) == sum(1 for count in groups.values() if count)
    assert list(make_table(figure, "System")["cases"]) == [*groups.values()]
    # Labels with and without incomplete ones would count cases twice if both were drawn.
    assert set(compute_rows(figure)["source"]) == {
        "TrekTrace", "TrekTrace, incomplete alone", "After review",
    }  # fmt: skip


def test_a_source_keeps_its_colour_and_incomplete_labels_are_named_even_where_they_are_alone():
    together = name_sources(("TrekTrace", "TrekTrace, incomplete alone", "After review"))
    for alone, is_named in (("After review", False), ("TrekTrace, incomplete alone", True)):
        domain, named = name_sources((alone,))
        assert len(set(domain)) == len(domain) == 3
        assert domain.index(alone) == together[0].index(alone)
        assert bool(named) is is_named
    assert together[1] == ["TrekTrace", "TrekTrace, incomplete alone", "After review"]


def test_what_is_not_recorded_is_said_in_a_sentence_in_place_of_an_empty_chart(store, show):
    import_lines(store, make_line(system={"model": HOSTILE}))
    for section, sentence in (
        ("cost", MISSING_ANSWERS),
        ("distraction", "Nobody has named a page"),
        ("backends", "No search backend is recorded"),
        ("ages", "there are no ages"),
        ("errors", "Nobody's review"),
    ):
        page = show("charts", section=section)
        assert sentence in shown_text(page)
        assert not page.get("arrow_vega_lite_chart")
    assert MISSING_PROBES in shown_text(show("charts", section="cost", spent="probes"))
    assert HOSTILE not in shown_text(show("charts"))  # escaped wherever it stands


def test_tokens_and_costs_that_a_file_records_are_summed_by_system(store, show):
    usage = {"usage": {"input_tokens": 1500, "output_tokens": 500}, "cost": 0.25}
    lines = [make_line(f"c{n}", system={"model": "m"}, **usage) for n in range(3)]
    import_lines(store, *lines, make_line("silent", system={"model": "m"}))
    page = show("charts", section="cost")
    assert set(links_of(page).values()) == {3}
    for cell in ("4.50 (3)", "1.50 (3)", "0.75 (3)"):
        assert cell in shown_text(page)


def test_numbers_of_one_column_have_the_same_decimals_and_small_ones_keep_two_digits():
    marks = [
        Mark(str(n), part, "Answers", value, ("a",))
        for part, values in (("k tokens", (1234.5, 8.92, 1, 0)), ("Cost", (1.0, 0.00123)))
        for n, value in enumerate(values)
    ]
    figure = Figure(tuple(marks), measure="number")
    assert [say_value(mark, figure) for mark in marks] == [
        "1,234.50", "8.92", "1.00", "0.00", "1.0000", "0.0012",
    ]  # fmt: skip


def test_charts_are_of_the_cases_of_the_filters(store, show):
    import_lines(store, make_line("a", dataset="x"), make_line("b", dataset="y"))
    page = show("charts", dataset="x", by="dataset")
    assert "1 case" in [each.value for each in page.text]
    assert set(links_of(page).values()) == {1}
    assert {key.rpartition("-")[2] for key in links_of(page)} == {"x"}


def test_a_range_that_is_none_is_named_and_can_be_cleared(show, store):
    import_lines(store, make_line("a"))
    page = show("charts", queries="abc")
    assert "expected a number or a range" in shown_text(page)
    page.button(key="charts-clear").click().run()
    assert "1 case" in shown_text(page)


def test_without_cases_there_is_a_way_to_import_some(show):
    page = show("charts")
    assert "There are no cases yet" in shown_text(page)
    assert "Import cases -> start" in [each.value for each in page.text]


def test_a_group_that_the_filters_have_emptied_is_said_to_be_empty(store, show):
    import_lines(store, make_line("a"))
    page = show("charts", behind="gone")
    assert "empty now, or was never there" in shown_text(page)


def test_what_is_not_drawn_or_drawn_pale_is_said(store, show):
    import_lines(store, *(make_line(f"c{n}", search_calls=[{"query": "q"}] * n) for n in (1, 4)))
    page = show("charts", section="effort")
    text = shown_text(page)
    assert "Not drawn, as there is no case: 0, 2, 5–7, 8–11, 12+." in text
    assert "Pale bars and grey rows of the table are shares of fewer than 30 cases." in text
    import_lines(store, *(make_line(f"d{n}", search_calls=[{"query": "q"}]) for n in range(30)))
    page = show("charts", section="effort")
    assert "Pale bars" not in shown_text(page)


def test_domains_past_the_cut_are_in_the_file_and_neither_in_the_chart_nor_in_the_table():
    domains = {str(n): (f"site{n}",) for n in range(MOST_GROUPS + 2)}
    figure = compute_domains([*domains], "gold", {"Pages": domains})
    assert len(make_table(figure, "Domain")) == MOST_GROUPS + 2
    assert len(make_figure_table(figure.shown, "Domain").lines) == MOST_GROUPS
    assert [*say_drawn(figure.shown)] == [
        "Pale bars and grey rows of the table are shares of fewer than 30 cases."
    ]


def test_a_figure_without_marks_has_no_groups():
    assert make_groups(Figure(missing="Nothing.")) == []
