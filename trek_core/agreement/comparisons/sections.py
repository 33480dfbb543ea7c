"""Every figure beside the two-rater report, section by section: what the command adds to it."""

from collections.abc import Callable
from typing import Any

from trek_core.agreement.comparisons.disagreements import compute_disagreements
from trek_core.agreement.comparisons.judge_audit import compute_judge_audit
from trek_core.agreement.comparisons.over_time import compute_over_time
from trek_core.agreement.comparisons.paired import compute_bias, compute_stages, compute_systems
from trek_core.agreement.comparisons.prevalence import compute_exclusion, compute_prevalence
from trek_core.agreement.comparisons.raters import compute_all_annotators
from trek_core.agreement.comparisons.report import AgreementReport
from trek_core.agreement.comparisons.rows import Row
from trek_core.agreement.comparisons.slices import compute_slices
from trek_core.agreement.comparisons.steps import compute_outcomes, compute_steps
from trek_core.agreement.comparisons.undecided import compute_undecided

SECTIONS: dict[str, Callable[[AgreementReport], list[Row]]] = {
    "all_annotators": lambda report: compute_all_annotators(report.material),
    "slices": compute_slices,
    "undecided": lambda report: compute_undecided(report.material),
    "outcomes": lambda report: compute_outcomes(report.material),
    "steps": lambda report: compute_steps(report.material),
    "disagreements": lambda report: compute_disagreements(report.material),
    "judge": lambda report: compute_judge_audit(report.material),
    "prevalence": lambda report: compute_prevalence(report.material),
    "exclusion": lambda report: compute_exclusion(report.material),
    "stages": lambda report: compute_stages(report.material),
    "systems": lambda report: compute_systems(report.material),
    "bias": compute_bias,
}
"""Section name -> its rows; each is computed only when asked for."""


def compute_sections(report: AgreementReport) -> dict[str, list[dict[str, Any]]]:
    """Every section as plain JSON values, and kappa over time for each round and mode."""
    sections = {
        name: [row.to_json() for row in compute(report)] for name, compute in SECTIONS.items()
    }
    material = report.material
    over_time = [compute_over_time(material, within).to_json() for within in material.rounds]
    return {**sections, "over_time": over_time}
