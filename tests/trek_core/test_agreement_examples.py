"""Every worked example, through the same table of statistics as `trek stats`."""

import json
from pathlib import Path

import pytest

from trek_core.agreement.statistics.registry import STATISTICS, compute_statistic

DATA = Path(__file__).parents[1] / "data" / "statistics"
EXAMPLES = [
    pytest.param(example, id=f"{example['statistic']}-{example['name']}")
    for path in sorted(DATA.glob("*.json"))
    for example in json.loads(path.read_text("utf-8"))
]


def check(found, expected, tolerance, where="value"):
    """Fail unless found is expected, numbers within the tolerance, keys beyond it allowed."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            check(found[key], value, tolerance, f"{where}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for position, value in enumerate(expected):
            check(found[position], value, tolerance, f"{where}[{position}]")
    elif isinstance(expected, int | float):
        assert found == pytest.approx(expected, abs=tolerance, rel=0), where
    else:
        assert found == expected, where


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_worked_example_comes_out(example):
    result = compute_statistic(example["statistic"], example["input"])
    check(result["value"], example["expected"], example["tolerance"])
    assert (result["value"] is None) == (result["reason"] is not None)
    json.dumps(result, allow_nan=False)


def test_all_166_examples_are_here_and_every_statistic_of_theirs_is_known():
    assert len(EXAMPLES) == 166
    assert {each.values[0]["statistic"] for each in EXAMPLES} <= set(STATISTICS)
