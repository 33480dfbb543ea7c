"""An answer of the checklist on screen, as the browser and Streamlit tell of it."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import import_lines, make_line, run_with, shown_text

SCRIPT = """
import streamlit as st
from pages.parts.answers import Slot, make_place, save_from_widget, seen_values, take_said
from pages.parts.conflict import render_conflict
from pages.parts.store import current_store

store = current_store()
judgement = store.load_judgement("c1", "Ada")
place = make_place(judgement, "c1")
slot = Slot("target_basis", None, place.key("target_basis"))
stored = judgement.answers.get("target_basis")
st.segmented_control(
    "Basis", ["none", "explicit"], default=stored, key=slot.key,
    on_change=save_from_widget, args=(place, slot),
)
seen_values()[slot.key] = stored
said = take_said(place.case_key)
st.text(said.sentence if said else "")
render_conflict(place)
st.button("Undo", on_click=store.undo, args=("c1", "Ada"))
"""


@pytest.fixture
def form(store):
    store.add_annotator("Ada")
    import_lines(store, make_line("c1"))
    return AppTest.from_string(SCRIPT, default_timeout=30).run()


EVIDENCE = """
from pages.parts.answers import make_place, take_said
from pages.parts.evidence_entries import render_entries
from pages.parts.store import current_store
from trek_core.checklist import FIELDS_BY_NAME
import streamlit as st

judgement = current_store().load_judgement("c1", "Ada")
place = make_place(judgement, "c1")
field = FIELDS_BY_NAME["reference_evidence"]
entries = judgement.answers.get(field.name) or []
render_entries(place, field, entries, ["https://known.example"], locked=False)
said = take_said(place.case_key)
st.text(said.sentence if said else "")
"""


def test_evidence_is_a_page_typed_or_chosen_and_not_two(store):
    import_lines(store, make_line("c1"))
    store.add_annotator("Ada")

    def add(page, chosen):
        app = AppTest.from_string(EVIDENCE, default_timeout=30).run()
        app.text_input[0].set_value(page)
        app.selectbox[0].set_value(chosen)
        app.text_area[0].set_value("Oslo.")
        app.button[-1].click().run()
        given = store.load_judgement("c1", "Ada").answers.get("reference_evidence", [])
        return [each["url"] for each in given], shown_text(app)

    given, said = add("https://other.example", "https://known.example")
    assert given == []
    assert "about one page" in said
    assert add("https://other.example", None)[0] == ["https://other.example"]
    assert add("", "https://known.example")[0][1:] == ["https://known.example"]
    assert "needs a page" in add(" ", None)[1]
    given, said = add("the office's register", None)
    assert (len(given), "no address" in said) == (2, True)


def test_a_date_of_evidence_that_is_none_is_named_beside_its_box_and_nothing_typed_is_lost(store):
    import_lines(store, make_line("c1"))
    store.add_annotator("Ada")
    app = AppTest.from_string(EVIDENCE, default_timeout=30).run()
    page, happened, _, published, _ = app.text_input
    assert (happened.label, published.label) == ("Happened or was valid at", "Page published")
    page.set_value("https://a.example")
    app.text_area[0].set_value("Oslo.")
    happened.set_value("spring 2024")
    published.set_value("14 March 2024")
    app.button[-1].click().run()
    assert "No date. Give a year, month or day such as 2025, 2025-03, 2025-03-14" in shown_text(app)
    assert store.load_judgement("c1", "Ada").answers == {}
    assert [each.value for each in (*app.text_input[:2], app.text_area[0])] == [
        "https://a.example", "spring 2024", "Oslo.",
    ]  # fmt: skip
    app.text_input[1].set_value("2024-3")
    app.button[-1].click().run()
    assert "No date." not in shown_text(app)
    assert store.load_judgement("c1", "Ada").answers["reference_evidence"] == [
        {
            "url": "https://a.example",
            "quote": "Oslo.",
            "event_at": "2024-03",
            "published_at": "2024-03-14",
        }
    ]


def test_an_answer_taken_back_is_no_conflict_while_the_browser_still_tells_of_it(form, store):
    form.button_group[0].set_value("none").run()
    assert store.load_judgement("c1", "Ada").answers == {"target_basis": "none"}
    old = form.button_group[0]._widget_state
    form.button[-1].click().run()
    assert store.load_judgement("c1", "Ada").answers == {}
    assert form.button_group[0]._widget_state.id != old.id
    run_with(form, old)
    assert "answered elsewhere" not in shown_text(form)
    assert store.load_judgement("c1", "Ada").answers == {}


PAGES = """
from pages.parts.answers import make_place
from pages.parts.checklist_form import Form
from pages.parts.store import current_store
from trek_core.checklist import FIELDS_BY_NAME, evaluate

judgement = current_store().load_judgement("c1", "Ada")
facts = current_store().load_case_for("c1", "Ada").facts
form = Form(
    make_place(judgement, "c1"), judgement.answers, facts, evaluate(judgement.answers, facts),
    {}, False, False,
)
choose = form._choose_stretch(FIELDS_BY_NAME["page_marks"], list(facts.retrieved_urls))
for place in choose:
    form._render_page_choice(FIELDS_BY_NAME["page_marks"], facts.retrieved_urls[place], place)
"""


def test_of_many_pages_to_mark_some_are_drawn_and_each_can_be_reached_and_marked(store):
    urls = [f"https://p{number}.example/" for number in range(1, 251)]
    import_lines(store, make_line("c1", retrieved_urls=urls))
    store.add_annotator("Ada")
    app = AppTest.from_string(PAGES, default_timeout=30).run()
    assert not app.exception
    stretch, *marks = app.selectbox
    assert (stretch.label, stretch.options) == (
        "Pages shown, of 250", ["1–100", "101–200", "201–250"],
    )  # fmt: skip
    assert len(marks) == 100
    stretch.select_index(2).run()
    _, *marks = app.selectbox
    assert len(marks) == 50
    marks[-1].select_index(0).run()
    assert list(store.load_judgement("c1", "Ada").answers["page_marks"]) == [urls[-1]]
