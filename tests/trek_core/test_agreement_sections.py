"""Every section as JSON: each figure whole, finite, and of one shape."""

import json
import math
from dataclasses import replace

from hypothesis import given, settings

from tests.trek_core.agreement_samples import blames, case, clears
from tests.trek_core.test_agreement_population import CASES as ANY_CASES
from tests.trek_core.test_agreement_population import JUDGEMENTS as ANY_JUDGEMENTS
from trek_core.agreement import compute_report
from trek_core.agreement.comparisons.sections import SECTIONS, compute_sections

ROW_KEYS = ("statistic", "view", "value", "n", "method", "ci", "ci_method", "reason", "warnings")
CASES = [
    case("c1", "Retrieval", system="one", dataset="fresh", question_key="Q1", verdict="incorrect"),
    case(
        "c2", "Distraction", system="two", dataset="fresh", question_key="Q1", verdict="incorrect"
    ),
    case("c3", "Randomness", complete=False, verdict="incorrect"),
    case("c4", verdict="correct"),
]
JUDGEMENTS = [
    blames("Ada", "c1", "Retrieval", submitted_at="2026-03-01T10:00:00Z"),
    blames("Bo", "c1", "Pre-retrieval", submitted_at="2026-03-01T10:05:00Z"),
    blames("Ada", "c2", "Distraction"), blames("Bo", "c2", "Distraction"),
    clears("Ada", "c4", "not_a_failure"),
]  # fmt: skip


def check_values(value):
    """No NaN, no empty text, no text that stands for a missing value, at any depth."""
    if isinstance(value, dict):
        for each in value.values():
            check_values(each)
    elif isinstance(value, list):
        for each in value:
            check_values(each)
    elif isinstance(value, float):
        assert math.isfinite(value)
    elif isinstance(value, str):
        assert value.lower() not in ("", "nan", "null")


def check_rows(sections):
    for name, rows in sections.items():
        for row in rows:
            assert set(ROW_KEYS) <= set(row), name
            assert (row["value"] is None) == (row["reason"] is not None), name
            assert row["n"] >= 0


def test_every_section_has_rows_of_one_shape():
    sections = compute_sections(compute_report(CASES, JUDGEMENTS))
    assert set(sections) == {*SECTIONS, "over_time"}
    assert all(sections.values())
    check_rows(sections)
    check_values(sections)
    assert json.loads(json.dumps(sections, allow_nan=False)) == sections


def test_no_two_rows_of_a_section_are_about_the_same_thing():
    report = compute_report(CASES, JUDGEMENTS)
    for name, compute in SECTIONS.items():
        rows = compute(report)
        about = [
            (row.statistic, str(row.details.get("distance")), *map(str, row.place.items()))
            for row in rows
        ]
        assert len(set(about)) == len(about), name


def test_before_any_case_the_sections_are_there_and_say_why_they_are_empty():
    sections = compute_sections(compute_report([], []))
    assert set(sections) == {*SECTIONS, "over_time"}
    check_rows(sections)
    assert {row["value"] for rows in sections.values() for row in rows} == {None}


@settings(deadline=None, max_examples=25)
@given(ANY_CASES, ANY_JUDGEMENTS)
def test_no_judgements_whatever_break_a_section(cases, judgements):
    sections = compute_sections(compute_report(cases, judgements))
    check_rows(sections)
    check_values(sections)
    for row in sections["steps"] + sections["outcomes"] + sections["undecided"]:
        if row["statistic"] == "cohen_kappa":
            assert row["n"] + sum(row["excluded"].values()) == len(cases)


def test_one_round_alone_has_the_figures_that_it_has_among_all():
    rounds = [
        *JUDGEMENTS,
        *(replace(given, round="r2") for given in JUDGEMENTS if given.annotator == "Ada"),
        blames("Ada", "c3", "Retrieval", round="r2", mode="blind"),
    ]
    report = compute_report(CASES, rounds)
    assert report.rounds == ("default", "r2")
    figures = report.to_json() | compute_sections(report)
    for name in report.rounds:
        own = report.of_round(name)
        alone = own.to_json() | compute_sections(own)
        for section in ("results", *SECTIONS, "over_time"):
            in_it = [row for row in figures[section] if row["round"] in (name, None)]
            assert alone[section] == in_it, section
