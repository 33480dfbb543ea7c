"""The Agreement sheet holds every figure of the report and its confusion matrices."""

import pytest

from tests.trek_core.workbook_samples import BLIND, as_rows, export
from trek_core.agreement import CaseAttribution, HumanJudgement, compute_report
from trek_core.taxonomy import LABEL_SETS, LabelSet


def judge(case_id, label_set, annotator="Ada"):
    return HumanJudgement(
        case_id,
        annotator,
        "default",
        "assisted",
        "submitted",
        "system_related",
        label_set.retrieval,
        label_set.post,
    )


def make_report(annotators=("Ada",)):
    """Every pair of label sets with a count of its own, 1 to 81."""
    cases, judgements = [], []
    for row, trektrace in enumerate(LABEL_SETS):
        for column, human in enumerate(LABEL_SETS):
            for number in range(9 * row + column + 1):
                case_id = f"{row}-{column}-{number}"
                cases.append(CaseAttribution(case_id, trektrace, complete=True))
                judgements += [judge(case_id, human, annotator) for annotator in annotators]
    cases.append(CaseAttribution("pending", LabelSet(), complete=True))
    return compute_report(cases, judgements)


def find_block(sheet, title):
    start = next(place for place, row in enumerate(sheet) if row[0] == title) + 1
    rows = [[value for value in row if value is not None] for row in sheet[start:]]
    return rows[: rows.index([])] if [] in rows else rows


def test_every_result_of_the_report_is_a_row_with_the_same_figures():
    report = make_report()
    _, sheets = export(report=report)
    rows = as_rows(sheets["Agreement"])
    figures = report.to_json()["results"]
    assert len(rows) == len(figures) > 0
    for row, figure in zip(rows, figures, strict=True):
        for name in ("comparison", "round", "mode", "statistic", "view", "n", "ci_method"):
            assert row[name] == figure[name]
        expected = [figure[name] for name in ("value", "p_o", "p_e", "se")] + figure["ci"]
        found = [row[name] for name in ("value", "p_o", "p_e", "se", "ci_low", "ci_high")]
        # The file carries 16 significant digits.
        assert found == [value and pytest.approx(value, rel=1e-15) for value in expected]
        assert (row["warnings"] or "").split() == figure["warnings"]


def test_the_confusion_matrix_is_nine_by_nine_with_trektrace_in_the_rows():
    _, sheets = export(report=make_report())
    heading, *rows = find_block(
        sheets["Agreement"], "Confusion matrix: trektrace_vs_human, default, assisted"
    )
    labels = [str(label_set) for label_set in LABEL_SETS]
    assert heading == ["TrekTrace ↓  people →", *labels]
    assert rows == [[label, *range(9 * row + 1, 9 * row + 10)] for row, label in enumerate(labels)]


def test_the_population_names_who_is_left_out_and_why():
    _, sheets = export(report=make_report())
    _, *rows = find_block(sheets["Agreement"], "Which cases count")
    assert [row[3:] for row in rows] == [[81 * 82 // 2, "counted"], [1, "human_pending"]]


def test_an_undefined_figure_is_an_empty_cell_with_its_reason_beside():
    _, sheets = export(report=compute_report([], []))
    rows = as_rows(sheets["Agreement"])
    assert {(row["value"], row["reason"], row["n"]) for row in rows} == {(None, "no_pairs", 0)}
    assert all("nothing to compare" in row["in_words"] for row in rows)


def test_a_blind_workbook_compares_only_people():
    _, sheets = export(report=make_report(("Ada", "Bo")), about=BLIND)
    assert {row["comparison"] for row in as_rows(sheets["Agreement"])} == {"Ada_vs_Bo"}
    assert not [row for row in sheets["Agreement"] if "trektrace" in str(row).lower()]


def test_without_a_report_the_sheet_has_its_headings_alone():
    _, sheets = export(report=None)
    assert as_rows(sheets["Agreement"]) == []
    assert sheets["Agreement"][0][:3] == ["comparison", "round", "mode"]
