"""Probes and figures in words: one name for each probe, and money that hides nothing."""

from pathlib import Path

from pages.parts.probe_words import PROBE_TITLES, name_probes, say_cost
from trek_core.probes.contracts import PROBE_NAMES

PAGE = (Path(__file__).parents[2] / "docs" / "probes.md").read_text(encoding="utf-8")


def test_the_documentation_has_the_names_of_the_screen():
    rows = [line for line in PAGE.splitlines() if line.startswith("| `") and line.count("|") == 6]
    documented = {line.split("`")[1]: line.split("|")[5].strip() for line in rows}
    assert documented == PROBE_TITLES


def test_a_grade_that_comes_with_its_answer_is_not_named_beside_it():
    assert name_probes(("gold_only", "analysis")) == "Gold-only"
    assert name_probes(("analysis",)) == "Queries and gold-only grade"
    assert name_probes(PROBE_NAMES) == name_probes(tuple(PROBE_TITLES)) == "All probes"
    assert name_probes(("judge_sealqa",)) == "Judge (SealQA)"


def test_calls_without_a_price_stand_beside_what_the_others_cost():
    assert say_cost(0.0008, 9) == "0.0008 and 9 calls without a price"
    assert say_cost(None, 9) == "no price set"
    assert say_cost(0.0008, 0) == "0.0008"
    assert say_cost(None, 0) == "–"
