"""Figures over many cases: shares of the right cases, each mark with exactly those behind it."""

import pytest

from tests.trek_core.figure_samples import BOTH, WRONG_REFERENCE, by_name, case
from trek_core.agreement.comparisons.sides import Conclusion
from trek_core.agreement.statistics.intervals import compute_wilson
from trek_core.figures.accuracy import MACRO, MICRO, compute_accuracy, compute_backends
from trek_core.figures.annotation_errors import SEVERAL, compute_annotation_errors
from trek_core.figures.costs import (
    COST,
    INPUT,
    ProbeSpending,
    compute_answer_costs,
    compute_probe_costs,
)
from trek_core.figures.distraction import compute_distraction
from trek_core.figures.domains import MOST, compute_domains
from trek_core.figures.label_shares import compute_label_shares
from trek_core.figures.labels_together import compute_labels_together
from trek_core.figures.named import Named
from trek_core.figures.page_ages import compute_page_ages
from trek_core.figures.search_effort import compute_search_effort, find_range, name_ranges
from trek_core.taxonomy import LABEL_SETS


def test_shares_are_of_the_cases_with_labels_of_a_source_and_incomplete_ones_stand_apart():
    cases = [
        case("a", reviewed=Conclusion("system_related", "none", "Interpretation")),
        case("b", BOTH),
        case("c", BOTH, complete=False, reviewed=WRONG_REFERENCE),
        case("d", None, verdict="correct"),
    ]
    figure = compute_label_shares(cases, "both", "system")
    recorded = by_name(figure, source="TrekTrace")
    assert recorded["s", "Distraction"].case_ids == ("a",)
    assert (recorded["s", "Retrieval"].value, recorded["s", "Retrieval"].of) == (0.5, 2)
    assert recorded["s", "Retrieval"].ci == compute_wilson(1, 2)
    alone = by_name(figure, source="TrekTrace, incomplete alone")["s", "Retrieval"]
    assert (alone.value, alone.of, alone.case_ids) == (1.0, 1, ("c",))
    together = by_name(figure, source="TrekTrace, with incomplete")["s", "Retrieval"]
    assert (together.of, together.case_ids, together.is_drawn) == (3, ("b", "c"), False)
    reviewed = by_name(figure, source="After review")["s", "Interpretation"]
    assert (reviewed.case_ids, reviewed.of) == (("a",), 1)
    assert any("Incomplete labels" in note for note in figure.notes)
    assert len(compute_label_shares(cases[:2], "both", "system").notes) == 1
    assert dict(figure.left_out) == {
        "No labels of TrekTrace": ("d",),
        "Not reviewed, or still open": ("b",),
        "After review: the reference or the judge is at fault": ("c",),
    }


@pytest.mark.parametrize("switch", ["recorded", "reviewed", "both"])
def test_every_failed_case_is_in_a_source_or_left_out_for_a_reason(switch):
    conclusions = [
        None, WRONG_REFERENCE, Conclusion("not_a_failure"), Conclusion("undecided"),
        Conclusion("system_related", "undetermined", "none"),
        Conclusion("system_related", "none", "none"),
    ]  # fmt: skip
    cases = [case(str(n), reviewed=each) for n, each in enumerate(conclusions)]
    figure = compute_labels_together(cases, switch)
    for source in figure.sources:
        inside = [ids for mark in figure.marks if mark.source == source for ids in mark.case_ids]
        outside = [ids for each in figure.left_out.values() for ids in each]
        if source == "After review":
            assert sorted(inside + outside) == [each.case_id for each in cases]
        else:
            assert sorted(inside) == [each.case_id for each in cases]


def test_the_nine_label_sets_are_the_cells_and_every_case_is_in_one():
    cases = [case(str(n), each) for n, each in enumerate(LABEL_SETS)]
    figure = compute_labels_together(cases, "recorded")
    assert [len(mark.case_ids) for mark in figure.marks] == [1] * 9
    assert by_name(figure)["Retrieval", "Interpretation"].case_ids == ("7",)


def test_micro_accuracy_weights_cases_and_macro_accuracy_datasets():
    cases = [
        *(
            case(f"x{n}", dataset="x", verdict="correct" if n < 3 else "incorrect")
            for n in range(4)
        ),
        case("y", dataset="y", verdict="not_attempted"),
        case("z", dataset="y", verdict="unparseable"),
    ]
    figure = compute_accuracy(cases, "recorded")
    marks = by_name(figure)
    assert (marks["s", MICRO].value, marks["s", MICRO].of) == (3 / 5, 5)
    assert marks["s", MACRO].value == (3 / 4 + 0) / 2
    assert marks["s", "x"].case_ids == ("x0", "x1", "x2")
    assert [*figure.left_out.values()] == [("z",)]


def test_after_review_a_wrong_judge_is_right_and_a_wrong_reference_does_not_count():
    cases = [
        case("judge", reviewed=Conclusion("judge_error")),
        case("fine", reviewed=Conclusion("not_a_failure")),
        case("reference", reviewed=WRONG_REFERENCE),
        case("lenient", verdict="correct", reviewed=Conclusion("system_related", "none", "none")),
        case("open", verdict="correct", reviewed=Conclusion("undecided")),
    ]
    mark = by_name(compute_accuracy(cases, "reviewed"))["s", MICRO]
    assert (mark.case_ids, mark.of) == (("judge", "fine", "open"), 4)


def test_backends_are_compared_model_by_model():
    cases = [
        case("a", model="m", backend="one", verdict="correct"),
        case("b", model="m", backend="two"),
        case("c", model="m"),
    ]
    marks = by_name(compute_backends(cases, "recorded"))
    assert {part: mark.value for (_, part), mark in marks.items()} == {
        "one": 1.0, "two": 0.0, "not recorded": 0.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("n", "queries", "pages"),
    [
        (0, "0", "0"),
        (1, "1", "1–5"),
        (4, "3–4", "1–5"),
        (12, "12+", "11–20"),
        (9**9, "12+", "101+"),
    ],
)
def test_every_count_is_in_the_range_that_names_it(n, queries, pages):
    assert name_ranges("queries")[find_range("queries", n)] == queries
    assert name_ranges("pages")[find_range("pages", n)] == pages


def test_counts_that_are_not_recorded_are_in_no_range():
    cases = [case("a", queries=0), case("b", queries=4), case("c")]
    figure = compute_search_effort(cases, "recorded", "queries")
    marks = by_name(figure)
    assert (marks["Distraction", "0"].case_ids, marks["Distraction", "0"].of) == (("a",), 2)
    assert marks["Distraction", "3–4"].case_ids == ("b",)
    assert figure.left_out["Queries not recorded"] == ("c",)
    assert figure.beside["Distraction", "TrekTrace"] == "2 (1–3)"
    assert compute_search_effort([case("a")], "recorded", "pages").missing


def test_domains_are_ranked_by_cases_and_those_past_the_cut_are_kept_for_the_file():
    domains = {str(n): ("common", f"site{n}") for n in range(MOST + 5)}
    figure = compute_domains([*domains, "none"], "gold", {"Pages": domains})
    assert (len(figure.groups), len(figure.shown.groups)) == (MOST + 6, MOST)
    assert figure.shown.groups == figure.groups[:MOST]
    first = figure.marks[0]
    assert (first.group, len(first.case_ids), first.of) == ("common", MOST + 5, MOST + 5)
    assert compute_domains(["none"], "gold", {"Pages": domains}).missing


def test_domains_that_the_cut_parts_from_their_equals_are_counted():
    frequent = {f"f{n}-{k}": (f"often{n}",) for n in range(MOST) for k in range(2)}
    rare = {f"r{n}": (f"seldom{n}",) for n in range(2)}
    for domains, said in (
        (frequent | rare, "The 15 most frequent of 17 domains; Data (CSV) has them all."),
        (frequent | {"f0-0": ("often0", "more"), "f1-0": ("often1", "more")},
         "1 other occurs as often as the last of these, in 2 cases"),
    ):  # fmt: skip
        (note,) = [
            each for each in compute_domains([*domains], "gold", {"Pages": domains}).notes
            if "most frequent" in each
        ]  # fmt: skip
        assert said in note
        assert ("as often" in note) is ("as often" in said)
    assert not [note for note in compute_domains([*rare], "gold", {"Pages": rare}).notes
                if "most frequent" in note]  # fmt: skip


def test_both_kinds_of_labels_together_are_a_line_only_where_there_are_both():
    cases = [
        case("a", system="x", queries=1), case("b", system="x", queries=1, complete=False),
        case("c", system="y", queries=1), case("d", BOTH, system="z", queries=1, complete=False),
    ]  # fmt: skip
    shares = compute_label_shares(cases, "recorded", "system")
    assert {mark.group for mark in shares.marks if mark.source == "TrekTrace, with incomplete"} == {
        "x"
    }
    effort = compute_search_effort(cases, "recorded", "queries")
    groups = {mark.group for mark in effort.marks if mark.source == "TrekTrace, with incomplete"}
    assert groups == {"Distraction"}


@pytest.mark.parametrize(
    "figure",
    [
        compute_search_effort([case("a", queries=0), case("b", queries=4)], "recorded", "queries"),
        compute_labels_together([case("a"), case("b", BOTH)], "recorded"),
        compute_page_ages({"a": {"gold": [0]}, "b": {"gold": [12]}}),
    ],
)
def test_nothing_is_drawn_for_a_range_or_a_pair_without_a_case(figure):
    assert figure.parts_title
    assert {bool(mark.case_ids) for mark in figure.marks} == {True, False}
    assert all(mark.is_drawn == bool(mark.case_ids) for mark in figure.marks)


def test_ages_count_the_cases_with_such_a_page():
    ages = {"a": {"gold": [0, 0], "retrieved": [-1, 7]}, "b": {"gold": [12], "retrieved": []}}
    marks = by_name(compute_page_ages(ages))
    same = marks["Gold pages", "Same year"]
    assert (same.value, same.case_ids, same.of) == (1 / 2, ("a",), 2)
    assert marks["Gold pages", "10+ years"].case_ids == ("b",)
    assert marks["Retrieved pages", "Later"].value == 1.0, "b came with no retrieved page"
    assert marks["Retrieved pages", "5–9 years"].case_ids == ("a",)
    assert compute_page_ages({}).missing


def test_kinds_of_distraction_are_of_the_cases_on_which_a_page_was_named():
    named = [
        Named("a", {"u": "outdated", "v": "fabricated"}),
        Named("a", {"u": "outdated"}),
        Named("b", {"u": "outdated"}),
        Named("elsewhere", {"u": "other"}),
    ]
    marks = by_name(compute_distraction(["a", "b"], named))
    assert marks["Outdated", "Cases"].case_ids == ("a", "b")
    assert (marks["Fabricated", "Cases"].value, marks["Other", "Cases"].value) == (0.5, 0)


def test_wrong_references_are_split_by_the_cause_that_people_agree_on():
    cases = [case(str(n), reviewed=WRONG_REFERENCE) for n in range(3)]
    cases += [case("judge", reviewed=Conclusion("judge_error")), case("open")]
    named = [Named("0", cause="answer_changed"), Named("0", cause="answer_changed"),
             Named("1", cause="answer_changed"), Named("1", cause="other")]  # fmt: skip
    marks = by_name(compute_annotation_errors(cases, named))
    causes = {group: mark for (group, part), mark in marks.items() if part.startswith("Of wrong")}
    assert causes["Answer changed"].case_ids == ("0",)
    # Different causes, or none, are no cause.
    assert causes[SEVERAL].case_ids == ("1", "2")
    assert sum(len(mark.case_ids) for mark in causes.values()) == 3
    errors = marks["Judge error", "Of reviewed cases"]
    assert (errors.case_ids, errors.of) == (("judge",), 4)
    assert compute_annotation_errors([case("open")], []).missing


def test_costs_are_sums_over_the_cases_that_record_them():
    cases = [case("a", input_tokens=1500, cost=0.5), case("b", input_tokens=500), case("c")]
    marks = by_name(compute_answer_costs(cases))
    assert (marks["s", INPUT].value, marks["s", INPUT].case_ids) == (2.0, ("a", "b"))
    assert (marks["s", COST].value, marks["s", COST].case_ids) == (0.5, ("a",))
    spent = [
        ProbeSpending("a", "gold-only", "m", 800, None),
        ProbeSpending("x", "gold-only", "m", 1, 9),
    ]
    (mark,) = compute_probe_costs(["a"], spent).marks
    assert (mark.value, mark.case_ids) == (0.8, ("a",))
