"""Kappa as judgements come in: the table built step by step, on sequences worked out by hand."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trek_core.agreement_samples import WITHIN, blames, case, clears, material
from trek_core.agreement import compute_report
from trek_core.agreement.comparisons.over_time import MOST_POINTS, Margins, compute_over_time
from trek_core.taxonomy import LABEL_SETS


def at(minute):
    return (datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=minute)).isoformat()


def follow(cases, judgements):
    return compute_over_time(material(cases, judgements), WITHIN)


CASES = [case("c1", "Retrieval"), case("c2", "Distraction"), case("c3", "Distraction")]


def test_there_is_a_point_each_time_a_judgement_changes_the_table():
    found = follow(CASES, [
        blames("Ada", "c2", "Distraction", submitted_at=at(2)),
        blames("Ada", "c1", "Retrieval", submitted_at=at(1)),
        blames("Ada", "c3", "Retrieval", submitted_at=at(3)),
    ])  # fmt: skip
    assert [(p.submitted_at, p.n) for p in found.points] == [(at(1), 1), (at(2), 2), (at(3), 3)]
    one, two, three = found.points
    assert (one.value, one.reason) == (None, "single_category")
    # Two of two agree in two categories, p_e = 1/2: kappa 1.
    assert two.value == 1.0
    # Two of three agree; p_e = (1 x 2 + 2 x 1) / 9 = 4/9; kappa = (2/3 - 4/9) / (5/9) = .4.
    assert three.value == pytest.approx(0.4)
    assert three.ci[0] < 0.4 < three.ci[1]


def test_a_second_judgement_that_disputes_a_case_takes_it_out_again():
    found = follow(CASES[:1], [
        blames("Ada", "c1", "Retrieval", submitted_at=at(1)),
        blames("Bo", "c1", "Randomness", submitted_at=at(2)),
    ])  # fmt: skip
    assert [point.n for point in found.points] == [1, 0]
    assert found.points[-1].reason == "no_pairs"


def test_a_judgement_that_changes_nothing_is_no_point():
    found = follow(CASES[:1], [
        blames("Ada", "c1", "Retrieval", submitted_at=at(1)),
        blames("Bo", "c1", "Retrieval", submitted_at=at(2)),
    ])  # fmt: skip
    assert (len(found.points), found.changes) == (1, 1)


def test_times_are_compared_as_times_and_undated_judgements_come_first():
    found = follow(CASES, [
        blames("Ada", "c1", "Retrieval", submitted_at="2026-03-01T10:00:00+02:00"),
        blames("Ada", "c2", "Distraction", submitted_at="2026-03-01T09:00:00Z"),
        blames("Ada", "c3", "Distraction", submitted_at=None),
    ])  # fmt: skip
    assert [point.submitted_at for point in found.points] == [
        None, "2026-03-01T10:00:00+02:00", "2026-03-01T09:00:00Z"
    ]  # fmt: skip
    assert found.undated == 1


def test_it_is_descriptive_until_every_attributed_case_is_settled():
    accepted = case("c9")
    done = [blames("Ada", "c1", "Retrieval", submitted_at=at(1))]
    assert not follow([CASES[0], accepted], done).is_open
    assert follow(CASES, done).is_open
    disputed = [*done, clears("Bo", "c1", "judge_error", submitted_at=at(2))]
    assert follow(CASES[:1], disputed).is_open


def test_before_any_judgement_the_figure_says_that_there_is_none():
    found = follow(CASES, []).to_json()
    assert (found["points"], found["value"], found["n"], found["reason"]) == (
        [],
        None,
        0,
        "no_pairs",
    )


def test_a_long_sequence_keeps_its_first_and_last_points():
    cases = [case(f"c{n}", *LABEL_SETS[n % 9].labels) for n in range(MOST_POINTS + 300)]
    judgements = [
        blames("Ada", each.case_id, *LABEL_SETS[n % 8].labels, submitted_at=at(n))
        for n, each in enumerate(cases)
    ]
    found = follow(cases, judgements)
    assert (len(found.points), found.changes) == (MOST_POINTS, len(cases))
    assert (found.points[0].n, found.points[-1].n) == (1, len(cases))


CELLS = st.tuples(st.integers(0, 8), st.integers(0, 8))


@given(st.lists(CELLS, max_size=30), st.data())
def test_margins_kept_step_by_step_are_those_of_the_table(added, data):
    removed = data.draw(st.lists(st.sampled_from(added), unique=True)) if added else []
    margins = Margins()
    for cell in added:
        margins.add(*cell, 1)
    for cell in removed:
        margins.add(*cell, -1)
    left = list(added)
    for cell in removed:
        left.remove(cell)
    rows = [sum(row == each for row, _ in left) for each in range(9)]
    columns = [sum(column == each for _, column in left) for each in range(9)]
    assert (margins.rows, margins.columns, margins.n) == (rows, columns, len(left))
    assert margins.agreeing == sum(row == column for row, column in left)
    assert margins.products == sum(r * c for r, c in zip(rows, columns, strict=True))


JUDGED = st.lists(
    st.tuples(
        st.integers(0, 7), st.sampled_from(["Ada", "Bo"]), st.sampled_from(LABEL_SETS),
        st.integers(0, 50),
    ),
    max_size=16, unique_by=lambda each: each[:2],
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(LABEL_SETS), min_size=8, max_size=8), JUDGED)
def test_the_last_point_is_the_figure_of_the_table_built_at_once(label_sets, judged):
    cases = [case(f"c{n}", *label_set.labels) for n, label_set in enumerate(label_sets)]
    judgements = [
        blames(name, f"c{n}", *label_set.labels, submitted_at=at(minute))
        for n, name, label_set, minute in judged
    ]
    last = follow(cases, judgements).to_json()
    joint = compute_report(cases, judgements).headline.results[0]
    assert (last["n"], last["reason"]) == (joint.n, joint.reason)
    if joint.value is None:
        assert last["value"] is None
    else:
        assert last["value"] == pytest.approx(joint.value)
        assert last["ci"] == pytest.approx(joint.ci)
