"""The Agreement page: the figures are the store's, and nothing is left unsaid."""

import re

import pytest

from pages.parts import cases_behind
from pages.parts.agreement.headline import find_joint
from pages.parts.agreement.sections import SECTIONS
from pages.parts.agreement.words import say_none_counts
from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text
from tests.review_db.case_lines import REFERENCE_WRONG, RESPONSE_WRONG, make_judgement
from trek_core.agreement import read_kappa

TABLES = ("shares", "stages", "systems", "bias")
VIEWS = [{"section": name} for name in SECTIONS] + [
    {"section": "labels", "table": table} for table in TABLES
]


@pytest.fixture
def sample(store) -> ReviewStore:
    ensure_sample(store.path)
    return store


def test_before_anybody_has_judged_the_page_says_what_it_will_show(show, store):
    import_lines(store, make_line("a"))
    shown = shown_text(show("agreement"))
    assert "Nobody has handed in a judgement yet" in shown
    assert "Choose a case to review -> cases" in shown


def test_the_page_shows_the_figures_of_the_report(show, sample):
    headline = sample.load_agreement_report().headline
    joint = find_joint(headline)
    shown = shown_text(show("agreement"))
    assert read_kappa(joint.value) in shown
    assert f"{joint.agreeing} of {joint.n} cases" in shown
    assert f"of {headline.population.cases}; " in shown
    assert "descriptive while reviewing goes on" in shown


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("people", [[], ["Sample Ada"], ["Sample Ada", "Sample Ben"]])
def test_no_missing_value_is_ever_shown_as_a_word_of_the_code(show, people):
    for view in VIEWS:
        shown = shown_text(show("agreement", people=people, incomplete="yes", **view))
        shown = re.sub(r'(title|aria-label)="[^"]*"', "", shown)
        assert re.search(r"\b(nan|None|null)\b", shown.replace(">None<", "><")) is None, view
        assert re.search(r'<td class="number">\s*</td>', shown) is None, view


@pytest.mark.parametrize("view", VIEWS)
def test_a_section_without_data_says_in_a_line_why(show, store, view):
    import_lines(store, make_line("a", verdict="correct"))
    judged = make_judgement(REFERENCE_WRONG, "Ada")
    import_lines(store, make_line("b", verdict="correct", judgements=[judged]))
    page = show("agreement", **view)
    reasons = re.compile("No |Only one person|so nothing parts them")
    assert any(reasons.match(each.value) for each in page.text)
    assert page.get("vega_lite_chart") == []


def test_incomplete_attributions_are_counted_only_when_asked_for(show, sample):
    page = show("agreement")
    page.toggle(key="choice-incomplete").set_value(True).run()
    shown = shown_text(page)
    more = next(
        each for each in sample.load_agreement_report().comparisons if "incomplete" in each.name
    )
    assert f">{more.population.n}<" in shown
    assert "attribution is incomplete" not in shown
    assert "Kappa without incomplete" in shown


def test_two_people_are_compared_under_their_own_names(show, sample):
    page = show("agreement")
    box = page.selectbox(key="choice-compare")
    assert box.options == [
        "TrekTrace and people, where people agree",
        "TrekTrace and Sample Ada",
        "TrekTrace and Sample Ben",
        "Sample Ada and Sample Ben",
    ]
    box.select_index(3).run()
    pair = sample.load_agreement_report().comparisons[-1]
    assert (pair.first, pair.second) == ("Sample Ada", "Sample Ben")
    shown = shown_text(page)
    assert read_kappa(find_joint(pair).value) in shown
    assert f">{pair.population.n}<" in shown


def test_one_person_can_be_compared_with_trektrace(show, sample):
    page = show("agreement")
    page.selectbox(key="choice-compare").select_index(1).run()
    alone = sample.load_agreement_report("Sample Ada").headline
    assert f"of {alone.population.cases}; " in shown_text(page)
    assert read_kappa(find_joint(alone).value) in shown_text(page)


@pytest.mark.usefixtures("sample")
def test_a_link_shows_the_comparison_and_section_that_it_names(show):
    page = show("agreement", people=["Sample Ada", "Sample Ben"], section="matrix", view="post")
    assert page.selectbox(key="choice-compare").value == "Sample Ada and Sample Ben"
    assert page.segmented_control(key="choice-section").value == "matrix"
    assert page.selectbox(key="choice-view").value == "post"
    assert "Rows: Sample Ada. Columns: Sample Ben." in shown_text(page)


@pytest.mark.usefixtures("sample")
def test_a_link_that_names_what_is_not_there_shows_the_first_choice(show):
    page = show("agreement", people=["Nobody"], round="gone", section="gone", behind="gone")
    assert page.selectbox(key="choice-compare").value.endswith("where people agree")
    assert page.segmented_control(key="choice-section").value == "summary"
    assert "The group of cases in this link is empty now" in shown_text(page)


def test_rounds_and_modes_are_chosen_and_never_pooled(show, store):
    blind = make_judgement(RESPONSE_WRONG, "Bo", round="second", mode="blind")
    import_lines(
        store,
        make_line("a", judgements=[make_judgement(RESPONSE_WRONG, "Ada"), blind]),
        make_line("b", judgements=[make_judgement(RESPONSE_WRONG, "Ada")]),
    )
    page = show("agreement", section="judge")
    box = page.selectbox(key="choice-round")
    assert box.options == ["Round default · TrekTrace's labels in sight", "Round second · blind"]
    assert "of 2 cases" in shown_text(page)
    box.select_index(1).run()
    assert "of 1 cases" in shown_text(page)
    assert "Round second · blind" in shown_text(page)
    compared = page.selectbox(key="choice-compare").options
    assert [each for each in compared if each.endswith(("Ada", "Bo"))] == ["TrekTrace and Bo"]


def test_the_boxes_follow_the_address_back(show, store):
    seen = make_judgement(RESPONSE_WRONG, "Bo")
    import_lines(store, make_line("a", judgements=[make_judgement(RESPONSE_WRONG, "Ada"), seen]))
    page = show("agreement", section="matrix")
    page.selectbox(key="choice-view").set_value("post").run()
    page.toggle(key="choice-all").set_value(True).run()
    page.selectbox(key="choice-compare").set_value("Ada and Bo").run()
    for name in ("view", "all", "people"):
        del page.query_params[name]
    page.query_params["section"] = "summary"
    page.run()
    assert page.segmented_control(key="choice-section-1").value == "summary"
    assert page.selectbox(key="choice-compare-1").value.endswith("where people agree")
    page.query_params["section"] = "matrix"
    page.run()
    assert page.selectbox(key="choice-view").value == "joint"
    assert page.toggle(key="choice-all").value is False


def test_the_cases_behind_a_figure_open_in_the_round_that_it_is_of(show, store, monkeypatch):
    opened = []
    monkeypatch.setattr(
        cases_behind, "render_case_table", lambda *_, query, **__: opened.append(query)
    )
    again = make_judgement(RESPONSE_WRONG, "Ada", round="second")
    import_lines(store, make_line("a", judgements=[make_judgement(RESPONSE_WRONG, "Ada"), again]))
    for each in store.load_agreement_report().comparisons[:2]:
        (cause,) = each.population.left_out
        show("agreement", behind=f"left-out-{cause}", round=each.within.round)
    assert opened == [{}, {"round": "second"}]


@pytest.mark.usefixtures("sample")
def test_nothing_is_computed_for_a_section_that_is_not_shown(show, monkeypatch):
    def refuse(*_):
        raise AssertionError("computed without being shown")

    for name in ("slices", "prevalence", "steps", "judge"):
        monkeypatch.setitem(__import__("pages.parts.reads", fromlist=["x"]).SECTIONS, name, refuse)
    assert not show("agreement").exception


def test_while_nothing_can_be_compared_the_page_says_so_and_why(show, store):
    import_lines(store, make_line("a"), make_line("b"))
    store.add_annotator("Ada")
    store.save_answers("a", "Ada", REFERENCE_WRONG)
    store.submit("a", "Ada")
    shown = shown_text(show("agreement"))
    causes = "no submitted judgement: 1; reference or judge at fault: 1"
    assert f"No case counts yet: all 2 are left out ({causes})" in shown


def test_cases_that_are_settled_and_left_out_are_not_called_undecided():
    settled = say_none_counts({"system_independent": ("a", "b", "c")})
    assert settled == "No case counts: all 3 are left out (reference or judge at fault: 3)"
    waiting = say_none_counts({"human_pending": ("a",), "disputed": ("b",)})
    assert waiting == say_none_counts({}) == "No case has been decided by both sides yet"


@pytest.mark.parametrize("view", VIEWS)
def test_a_hostile_name_stays_text(show, store, view):
    name = HOSTILE[:80].strip()
    import_lines(
        store,
        *(make_line(each, system=HOSTILE, dataset=HOSTILE, question=HOSTILE) for each in "ab"),
    )
    for person in (name, "Bo"):
        store.add_annotator(person)
        for case_id in "ab":
            store.save_answers(case_id, person, REFERENCE_WRONG)
            store.submit(case_id, person)
    for people in ([], [name], [name, "Bo"]):
        page = show("agreement", people=people, behind="differing", **view)
        assert "<script>" not in shown_text(page)
        parsed = (*page.markdown, *page.caption, *page.button, *page.toggle)
        assert "beacon" not in "".join(
            str(getattr(each, "label", "")) + str(each.value) for each in parsed
        )
