"""How often a failure comes back."""

import pytest

from trek_core.probes.repeats import compute_reproduction, tell_reproductions
from trek_core.recorded_probes import Probes


def graded(probe, *grades):
    return [Probes.model_validate({probe: {"correct": grade}}) for grade in grades]


def test_none_of_ten_is_not_reproduced_with_an_interval():
    found = compute_reproduction(graded("gold_plus_noise", *[True] * 10), "gold_plus_noise")
    # Wilson, by hand: z^2 / (n + z^2) = 3.8415 / 13.8415.
    assert found.interval == pytest.approx((0.0, 0.2775), abs=5e-4)
    assert found.sentence == "not reproduced (0 of 10, 95 % CI 0-28 %)"


def test_failures_are_counted_not_called_reproduced():
    found = compute_reproduction(graded("gold_only", *[False] * 3, *[True] * 7), "gold_only")
    assert (found.failures, found.graded) == (3, 10)
    # Newcombe (1998) and others print .108 to .603 for 3 of 10.
    assert found.interval == pytest.approx((0.108, 0.603), abs=5e-4)
    assert found.sentence == "failed 3 of 10 (95 % CI 11-60 %)"


def test_a_repeat_without_a_grade_is_in_neither_count():
    repeats = [*graded("gold_only", False, None), Probes()]
    found = compute_reproduction(repeats, "gold_only")
    assert (found.failures, found.graded, found.ungraded) == (1, 1, 2)
    assert found.sentence.endswith("; 2 not graded)")


def test_without_a_grade_nothing_is_measured():
    found = compute_reproduction([Probes(), Probes()], "gold_only")
    assert found.interval is None
    assert found.sentence == "not measured (none of 2 graded)"


def test_gold_plus_noise_that_was_not_run_has_no_grade():
    not_run = Probes.model_validate({"gold_plus_noise": {"ran": False, "correct": False}})
    assert compute_reproduction([not_run], "gold_plus_noise").graded == 0


def test_answers_to_other_pages_are_counted_by_themselves():
    def asked(question, *grades):
        return [
            Probes.model_validate(
                {
                    "gold_only": {"correct": grade},
                    "provenance": {"questions": {"gold_only": question}},
                }
            )
            for grade in grades
        ]

    before, after = asked("text before", True, True), asked("text after", False)
    assert tell_reproductions([*before, *after], "gold_only") == (
        "not reproduced (0 of 2, 95 % CI 0-66 %); "
        "with other pages or prompt: failed 1 of 1 (95 % CI 21-100 %)"
    )
    assert tell_reproductions(before, "gold_only") == "not reproduced (0 of 2, 95 % CI 0-66 %)"
