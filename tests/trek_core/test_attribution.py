"""The rule: which labels the judgements lead to, and which are missing."""

from itertools import product
from pathlib import Path

import pytest

from tests.trek_core.attribution_samples import case, probes
from trek_core.attribution import attribute, compute_label_set
from trek_core.taxonomy import LABEL_SETS, Label

KNOWN = {"T": True, "F": False, "?": None}
ROWS = [
    line
    for line in (Path(__file__).parent / "attribution_rows.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def test_the_hand_written_table_has_every_combination_once():
    expected = {
        (*judgements, noise) for *judgements, noise in product(*["TF?"] * 4, ["run", "not"])
    }
    found = [tuple(row.partition("|")[0].split()) for row in ROWS]
    assert len(found) == 162
    assert set(found) == expected


@pytest.mark.parametrize("row", ROWS)
def test_labels_and_completeness_are_those_of_the_hand_written_table(row):
    judgements, labels, complete = (part.strip() for part in row.split("|"))
    *values, noise = judgements.split()
    e, q, g, n = (KNOWN[value] for value in values)
    found = attribute(
        case(),  # no gold URLs: the evidence match alone decides E
        probes(
            retrieval={"evidence_match": e},
            queries={"query_reasonable": q},
            gold_only={"correct": g},
            gold_plus_noise={"ran": noise == "run", "correct": n},
        ),
    )
    assert " + ".join(found.labels) == labels
    assert found.complete == (complete == "yes")
    assert found.complete == (not found.missing)
    assert set(found.grounds) == set(found.labels)


def test_the_rule_gives_each_of_the_nine_label_sets_and_no_other():
    found = {compute_label_set(*values) for values in product([True, False, None], repeat=4)}
    assert found == set(LABEL_SETS)


def test_missing_names_every_judgement_that_keeps_a_case_incomplete():
    assert attribute(case(), probes()).missing == (
        "retrieval.evidence_match",
        "queries.query_reasonable",
        "gold_only.correct",
    )
    never_run = probes(retrieval={"evidence_match": True}, gold_only={"correct": True})
    assert attribute(case(), never_run).missing == ("gold_plus_noise.correct",)


def test_a_noise_grade_counts_only_when_the_probe_was_run():
    def label(noise):
        recorded = {"retrieval": {"evidence_match": True}, "gold_only": {"correct": True}}
        return attribute(case(), probes(**recorded, gold_plus_noise=noise)).labels

    assert label({"correct": False}) == (Label.DISTRACTION,)
    assert label({"ran": False, "correct": False}) == (Label.RANDOMNESS,)
