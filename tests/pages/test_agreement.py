"""The Agreement page: the figures are the store's, and nothing is left unsaid."""

import re

import pytest

from pages.parts import agreement_figures as figures
from pages.parts.agreement_cases import compute_case_groups, compute_population_rows
from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text
from tests.review_db.case_lines import REFERENCE_WRONG
from trek_core.agreement import CAUSES, compute_report, read_kappa
from trek_core.agreement.sides import CaseAttribution, HumanJudgement
from trek_core.taxonomy import LABEL_SETS, LabelSet


@pytest.fixture
def sample(store) -> ReviewStore:
    ensure_sample(store.path)
    return store


def judged(case_id, label_set, annotator="Ada", mode="assisted", outcome="system_related"):
    sides = (label_set.retrieval, label_set.post)
    return HumanJudgement(case_id, annotator, "default", mode, "submitted", outcome, *sides)


def report_on(*pairs):
    """TrekTrace's and a person's label set, case by case."""
    cases = [CaseAttribution(str(n), first, True) for n, (first, _) in enumerate(pairs)]
    people = [judged(str(n), second) for n, (_, second) in enumerate(pairs) if second]
    return compute_report(cases, people)


def test_before_anybody_has_judged_the_page_says_what_it_will_show(show, store):
    import_lines(store, make_line("a"))
    shown = shown_text(show("agreement"))
    assert "Nobody has handed in a judgement yet" in shown
    assert "Choose a case to review -> cases" in shown


def test_the_page_shows_the_figures_of_the_report(show, sample):
    headline = sample.load_agreement_report().headline
    joint = figures.find_kappas(headline)["joint"]
    shown = shown_text(show("agreement"))
    assert read_kappa(joint.value) in shown
    assert f"{joint.agreeing} of {joint.n} cases" in shown
    assert f"of {headline.population.cases}; " in shown


@pytest.mark.usefixtures("sample")
def test_no_missing_value_is_ever_shown_as_a_word_of_the_code(show):
    for page in (show("agreement"), shown_with_incomplete(show)):
        assert re.search(r"\b(nan|None|null)\b", shown_text(page), re.IGNORECASE) is None


def shown_with_incomplete(show):
    page = show("agreement")
    return page.toggle(key="agreement-incomplete").set_value(True).run()


def test_incomplete_attributions_are_counted_only_when_asked_for(show, sample):
    shown = shown_text(shown_with_incomplete(show))
    more = next(
        each for each in sample.load_agreement_report().comparisons if "incomplete" in each.name
    )
    assert f">{more.population.n}<" in shown
    assert "attribution is incomplete" not in shown
    assert "Kappa without incomplete" in shown


def test_two_people_are_compared_under_their_own_names(show, sample):
    page = show("agreement")
    box = page.selectbox(key="agreement-compare")
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
    assert read_kappa(figures.find_kappas(pair)["joint"].value) in shown
    assert f">{pair.population.n}<" in shown


def test_one_person_can_be_compared_with_trektrace(show, sample):
    page = show("agreement")
    page.selectbox(key="agreement-compare").select_index(1).run()
    alone = sample.load_agreement_report("Sample Ada").headline
    assert f"of {alone.population.cases}; " in shown_text(page)
    assert read_kappa(figures.find_kappas(alone)["joint"].value) in shown_text(page)


def test_while_nothing_can_be_compared_the_page_says_so_and_why(show, store):
    import_lines(store, make_line("a"), make_line("b"))
    store.add_annotator("Ada")
    store.save_answers("a", "Ada", REFERENCE_WRONG)
    store.submit("a", "Ada")
    shown = shown_text(show("agreement"))
    assert "No case has been decided by both sides yet" in shown
    assert "reference or judge at fault" in shown


def test_a_hostile_name_stays_text(show, store):
    name = HOSTILE[:80].strip()
    import_lines(store, make_line("a"), make_line("b"))
    for person in (name, "Bo"):
        store.add_annotator(person)
        for case_id in "ab":
            store.save_answers(case_id, person, REFERENCE_WRONG)
            store.submit(case_id, person)
    page = show("agreement")
    box = page.selectbox(key="agreement-compare")
    page = box.select_index(len(box.options) - 1).run()
    assert not page.exception
    assert "<script>" not in shown_text(page)
    assert "beacon" not in "".join(str(each.value) for each in (*page.markdown, *page.caption))


def test_every_case_is_counted_or_left_out_for_a_cause_in_plain_words(sample):
    for comparison in sample.load_agreement_report().comparisons:
        rows = compute_population_rows(comparison)
        assert sum(count for _, count in rows) == comparison.population.cases
        assert not any(cause in name for name, _ in rows for cause in CAUSES if "_" in cause)


def test_the_grid_holds_the_sets_that_occur_and_on_request_all_nine():
    randomness, distraction = LABEL_SETS[0], LabelSet(post="Distraction")
    report = report_on((randomness, randomness), (distraction, randomness))
    cells = figures.compute_cells(report.headline, everything=False)
    assert len(cells) == 4
    assert cells["cases"].sum() == 2
    differing = cells[(cells["row"] == "Distraction") & (cells["column"] == "Randomness")]
    assert (differing["cases"].item(), differing["same"].item()) == (1, False)
    assert len(figures.compute_cells(report.headline, everything=True)) == 81


def test_a_kappa_that_does_not_exist_has_its_reason_instead_of_a_number():
    randomness = LABEL_SETS[0]
    comparison = report_on((randomness, randomness), (randomness, randomness)).headline
    joint = figures.compute_view_rows(comparison)[0]
    assert (joint.reason, joint.agreement) == ("single_category", "100.0 %")
    assert "one answer only" in joint.marks
    assert any(
        "kappa does not exist" in sentence for _, sentence in figures.compute_notes(comparison)
    )
    assert figures.compute_headline(comparison, None)[0].value == "–"
    assert figures.compute_interval_frame(comparison)["value"].isna().any()


def test_the_cases_behind_the_figures_are_the_ones_counted():
    randomness, distraction = LABEL_SETS[0], LabelSet(post="Distraction")
    report = report_on((randomness, randomness), (distraction, randomness), (randomness, None))
    groups = compute_case_groups(report.headline)
    assert {name: list(table["case_id"]) for name, table in groups.items()} == {
        "They differ (1)": ["1"],
        "They agree (1)": ["0"],
        "Left out: no submitted judgement (1)": ["2"],
    }
