"""docs/probes.md says of every probe and outcome what the code does."""

import re
from pathlib import Path
from typing import get_args

from trek_core.probes.calls import Outcome
from trek_core.probes.contracts import CONTRACTS
from trek_core.probes.retries import Retries

PAGE = (Path(__file__).parents[3] / "docs" / "probes.md").read_text(encoding="utf-8")


def rows(first_cell):
    """The rows of the table whose heading begins with this cell, as the names in their cells."""
    table = PAGE.partition(f"| {first_cell} |")[2].partition("\n\n")[0]
    return [
        [re.findall(r"`(\w+)`", cell) for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("| `")
    ]


def test_the_table_of_probes_is_that_of_the_contracts():
    documented = [
        (name, role, set(sees), answers) for (name,), (role,), sees, answers, _ in rows("probe")
    ]
    assert documented == [
        (each.name, each.role, set(each.inputs), list(each.answer.model_fields))
        for each in CONTRACTS.values()
    ]


def test_every_outcome_is_explained():
    assert [outcome for (outcome,), *_ in rows("outcome")] == list(get_args(Outcome))


def test_the_waits_are_those_of_the_client():
    retries = Retries()
    assert f"up to {retries.attempts} attempts" in PAGE
    assert f"after {retries.first_wait} s, doubling up to {retries.longest_wait:g} s" in PAGE
