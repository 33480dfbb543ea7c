"""The sections of the Agreement page: words for every figure, and exactly the cases behind it."""

import re
from collections import Counter

import pytest

from pages.parts.agreement import causes, matrix, questions, slices, summary, what_if
from pages.parts.agreement.case_groups import CaseGroup, compute_case_rows
from pages.parts.agreement.cells import find_cells
from pages.parts.agreement.headline import compute_headline
from pages.parts.agreement.readings import read_kappa_row
from pages.parts.agreement.shown import Raters, Shown
from pages.parts.agreement.tables import Line, explain_marks, find_marks
from pages.parts.agreement.words import say_category, say_cause, say_view
from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.pages.conftest import shown_text
from trek_core.agreement import CAUSES, VIEW_CATEGORIES, compute_report
from trek_core.agreement.comparisons.disagreements import find_disagreements
from trek_core.agreement.comparisons.paired import GROUPS
from trek_core.agreement.comparisons.questions import (
    ANSWER_CAUSES,
    OUTCOME_QUESTIONS,
    STEP_QUESTIONS,
)
from trek_core.agreement.comparisons.sides import CaseAttribution, HumanJudgement
from trek_core.agreement.statistics.results import Caution, Reason
from trek_core.taxonomy import LABEL_SETS, LabelSet

RANDOMNESS = LABEL_SETS[0]
DISTRACTION = LabelSet(post="Distraction")


@pytest.fixture
def sample(store) -> ReviewStore:
    ensure_sample(store.path)
    return store


def judged(case_id, label_set, annotator="Ada"):
    sides = (label_set.retrieval, label_set.post)
    return HumanJudgement(
        case_id, annotator, "default", "assisted", "submitted", "system_related", *sides
    )


def shown_on(*pairs):
    """TrekTrace's and a person's label set, case by case, as what the page shows."""
    cases = [CaseAttribution(str(n), first, True) for n, (first, _) in enumerate(pairs)]
    people = [judged(str(n), second) for n, (_, second) in enumerate(pairs) if second]
    report = compute_report(cases, people)
    return Shown(Raters(), report, report.headline)


def as_shown(store):
    report = store.load_agreement_report()
    return Shown(Raters(), report, report.headline)


def links_of(page):
    """Group of cases -> the number that opens it, over all links of the page."""
    found = re.findall(r'href="\?[^"]*?behind=([^"&]+)[^"]*"[^>]*>([\d,]+)<', shown_text(page))
    return dict(found)


def cases_shown(page):
    return sorted(page.dataframe[0].value["Case"])


def test_every_case_is_counted_or_left_out_for_a_cause_in_plain_words(sample):
    shown = as_shown(sample)
    *lines, total = summary.make_population_lines(shown)
    counts = [int(line.cells[1].text) for line in lines]
    assert sum(counts) == int(total.cells[1].text) == shown.comparison.population.cases
    names = " ".join(str(line.cells[0]) for line in lines)
    assert not any(cause in names for cause in CAUSES if "_" in cause)


def test_every_cause_view_and_answer_has_words():
    for cause in (*ANSWER_CAUSES, "no_verdict", "reference_not_valid", "disputed"):
        assert "_" not in say_cause(cause)
    for question in (*STEP_QUESTIONS, *OUTCOME_QUESTIONS):
        assert "_" not in say_view(question.view)
        for category in question.categories:
            assert "_" not in say_category(question.view, category)


def test_every_reason_and_warning_has_a_mark_and_a_sentence():
    from typing import get_args

    codes = (*get_args(Reason), *get_args(Caution))
    notes = explain_marks([Line([], codes)])
    assert len(notes) == len(codes)
    assert all(sentence.endswith(".") for _, sentence in notes)


def test_few_cases_mark_their_rows_or_are_said_once_of_all():
    few, firm = Line([], ["small_n", "rare_label"]), Line([], ["rare_label"])
    assert find_marks([few, firm]) == [["few cases", "rare answer"], ["rare answer"]]
    assert not any("All rows" in sentence for _, sentence in explain_marks([few, firm]))
    assert find_marks([few, few]) == [["rare answer"]] * 2
    sentences = dict(explain_marks([few, few]))
    assert sentences["few cases"].startswith("All rows. Fewer than 30 cases")
    assert "All rows" not in sentences["rare answer"]


def test_the_matrix_holds_every_case_in_the_cell_of_what_both_say(sample):
    shown = as_shown(sample)
    for view in VIEW_CATEGORIES:
        pairing = find_cells(shown.comparison, view)
        assert pairing.table.sum() == shown.comparison.population.n
        for (row, column), case_ids in pairing.cells.items():
            assert len(case_ids) == pairing.table[row, column]


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("view", ["joint", "retrieval", "post", "label:Retrieval"])
def test_a_cell_opens_exactly_its_cases(show, store, view):
    pairing = find_cells(store.load_agreement_report().headline, view)
    links = links_of(show("agreement", section="matrix", view=view))
    assert len(links) == len(pairing.cells)
    for (row, column), case_ids in pairing.cells.items():
        key = matrix.cell_key(row, column)
        assert links[key] == str(len(case_ids))
        page = show("agreement", section="matrix", view=view, behind=key)
        assert cases_shown(page) == sorted(case_ids)
        said = page.dataframe[0].value[["TrekTrace", "People"]].drop_duplicates()
        titles = [say_category(view, pairing.categories[place]) for place in (row, column)]
        assert said.values.tolist() == [titles]


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    "view",
    [
        {"section": "summary"},
        {"section": "causes"},
        {"section": "questions"},
        {"section": "everyone"},
        {"section": "slices"},
        {"section": "what-if"},
        {"section": "judge"},
        {"section": "labels", "table": "stages"},
        {"section": "labels", "table": "systems"},
        {"section": "labels", "table": "bias"},
    ],
)
def test_every_number_opens_as_many_cases_as_it_says(show, view):
    from urllib.parse import unquote_plus

    links = links_of(show("agreement", **view))
    assert links
    for key, count in list(links.items())[::7]:
        page = show("agreement", behind=unquote_plus(key), **view)
        assert len(page.dataframe[0].value) == int(count), key


@pytest.mark.usefixtures("sample")
def test_the_share_of_a_label_opens_the_cases_that_have_it(show, store):
    systems = Counter(
        case.system
        for case in store.load_agreement_report().material.cases
        if case.label_set and "Distraction" in case.label_set.labels
    )
    for system, count in systems.items():
        page = show("agreement", section="labels", behind=f"Distraction-{system}")
        assert len(page.dataframe[0].value) == count


def test_each_disagreement_is_listed_with_the_judgement_that_caused_it(sample):
    shown = as_shown(sample)
    found = {one.case_id: one for one in find_disagreements(shown.report.material, shown.within)}
    everything, *groups = causes.make_groups(shown.find_rows("disagreements"), shown)
    rows = compute_case_rows(everything, shown)
    assert sorted(rows["Case"]) == sorted(found)
    first = {group.key: group.case_ids for group in groups if group.key.startswith("first-")}
    for case_id, one in found.items():
        assert case_id in first[f"first-{one.field}"]
    assert sum(map(len, first.values())) == len(found)


def test_a_question_is_compared_once_with_unsure_and_once_without(sample):
    shown = as_shown(sample)
    rows = shown.find_rows("steps", "trektrace_vs_human")
    for counted in (True, False):
        views = [row.place["view"] for row in questions.pick(rows, counted=counted)]
        assert max(Counter(views).values()) == 2  # kappa and percent agreement
        assert set(views) == {row.place["view"] for row in rows}


@pytest.mark.usefixtures("sample")
def test_the_judge_is_compared_as_a_whole_and_slice_by_slice(show):
    shown = shown_text(show("agreement", section="judge"))
    assert re.search(r">\s*All cases\s*<", shown)
    assert "System: sample-model-a" in shown
    assert "Dataset: sample_sealqa" in shown
    assert "All: " not in shown


def test_slices_add_up_to_the_whole(sample):
    shown = as_shown(sample)
    for by in slices.BY:
        rows = slices.find_slices(shown, by, "joint")
        assert sum(row.n for row in rows) == shown.comparison.population.n


def test_what_if_starts_with_the_published_figure(sample):
    shown = as_shown(sample)
    joint = what_if.find_variants(shown)[0]
    assert joint.value == shown.comparison.results[0].value


def test_a_kappa_that_does_not_exist_has_its_reason_instead_of_a_number():
    shown = shown_on((RANDOMNESS, RANDOMNESS), (RANDOMNESS, RANDOMNESS))
    rows = summary.make_view_rows(shown)
    line = summary.make_view_table(shown, rows, with_others=False).lines[0]
    assert line.cells[1].text == "undefined"
    assert "one answer only" in line.marks
    assert "kappa does not exist" in line.words
    assert compute_headline(shown)[0].value == "undefined"


def test_a_figure_of_few_cases_is_faint():
    shown = shown_on((RANDOMNESS, RANDOMNESS), (DISTRACTION, RANDOMNESS))
    rows = summary.make_view_rows(shown)
    assert all(line.faint for line in summary.make_view_table(shown, rows, with_others=False).lines)
    assert compute_headline(shown)[0].faint


def test_a_reading_says_agreement_chance_and_interval():
    shown = shown_on(*[(RANDOMNESS, RANDOMNESS), (DISTRACTION, DISTRACTION)] * 3)
    text = read_kappa_row(summary.make_view_rows(shown)[0], shown.spoken)
    assert "TrekTrace and people give the same answer on 6 of 6 cases (100.0 %)" in text
    assert "they would on 50.0 %" in text
    assert "Kappa, 1.000," in text


def test_a_person_called_like_a_column_keeps_a_column_of_their_own():
    shown = shown_on((RANDOMNESS, RANDOMNESS))
    group = CaseGroup("k", "t", ["0"], lambda: {"0": ("a", "b")}, ("System", "Case"))
    rows = compute_case_rows(group, shown)
    assert rows["Case"].tolist() == ["0"]
    assert rows["Case (side 2)"].tolist() == ["b"]


def test_the_four_groups_of_a_test_are_all_named():
    from pages.parts.agreement import stages, systems

    for flags in (stages.FLAGS, systems.FLAGS):
        assert tuple(flags) == GROUPS
