"""Which case to judge next: by turns from where an interval shrinks most."""

from itertools import islice

import pytest

from trek_core.agreement.statistics.intervals import compute_wilson
from trek_core.reading_order import Stratum, compute_gain, order_readings


def stratum(name, waiting, judged=0, agreeing=0):
    return Stratum("s", name, waiting, judged, agreeing)


def test_the_gain_is_the_mean_of_both_ways_a_judgement_may_go():
    # By hand: before any judgement the interval is 0-1, and both ways are equally likely.
    low, high = compute_wilson(1, 1)
    assert compute_gain(0, 0) == pytest.approx(1 - (high - low))
    widths = [
        high - low for low, high in (compute_wilson(k, n) for k, n in ((3, 4), (4, 5), (3, 5)))
    ]
    assert compute_gain(4, 3) == pytest.approx(widths[0] - 4 / 6 * widths[1] - 2 / 6 * widths[2])


def test_the_stratum_with_the_fewest_judged_comes_first_and_larger_ones_before_smaller():
    strata = [stratum("a", 5, 20, 20), stratum("b", 3), stratum("c", 9), stratum("d", 5, 4, 2)]
    ordered = [each.stratum.labels for each in islice(order_readings(strata), 4)]
    assert ordered[:2] == ["c", "b"]
    assert "a" not in ordered


def test_each_waiting_case_is_given_once_and_by_turns():
    strata = [stratum("a", 3), stratum("b", 3), stratum("none", 0)]
    given = [each.stratum.labels for each in order_readings(strata)]
    assert given == ["a", "b", "a", "b", "a", "b"]


def test_a_reading_says_its_interval_now_and_what_it_is_expected_to_narrow():
    (reading,) = order_readings([stratum("a", 1, 10, 9)])
    assert (reading.low, reading.high) == compute_wilson(9, 10)
    assert reading.gain == compute_gain(10, 9) > 0
    given = [(each.given, each.gain) for each in order_readings([stratum("a", 2)])]
    assert given == [(0, compute_gain(0, 0)), (1, compute_gain(1, 0))]
