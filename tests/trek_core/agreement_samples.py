"""Small made-up cases and judgements for the tests of who agrees with whom."""

from dataclasses import replace

from trek_core.agreement import CaseAttribution, HumanJudgement, RoundMode
from trek_core.agreement.comparisons.closed_answers import read_closed_answers
from trek_core.agreement.comparisons.material import read_material
from trek_core.taxonomy import parse_label_set

WITHIN = RoundMode("default", "assisted")

TREKTRACE_SAYS = {
    "none": {"evidence_retrieved": "yes"},
    "Pre-retrieval": {"evidence_retrieved": "no", "queries_adequate": "no"},
    "Retrieval": {"evidence_retrieved": "no", "queries_adequate": "yes"},
}
POST_SAYS = {
    "none": {"gold_only_correct": "yes", "noise_correct": "yes"},
    "Interpretation": {"gold_only_correct": "no"},
    "Distraction": {"gold_only_correct": "yes", "noise_correct": "no"},
}
FAILED = {"target_basis": "none", "reference_valid": "yes", "response_correct": "no",
          "response_rule": "plain"}  # fmt: skip


def case(case_id, *labels, complete=True, **others):
    """A case with TrekTrace's labels; without any it has no attribution."""
    label_set = parse_label_set(labels) if labels else None
    judged = path(label_set) if label_set else {}
    return CaseAttribution(
        case_id, label_set, complete and bool(labels), judgements=judged, **others
    )


def path(label_set):
    """The judgements along the path that give a label set."""
    return {**TREKTRACE_SAYS[label_set.retrieval], **POST_SAYS[label_set.post]}


def blames(annotator, case_id, *labels, answers=None, **others):
    """A submitted judgement that blames the system, its answers those of the labels."""
    label_set = parse_label_set(labels)
    given = {**FAILED, **path(label_set), **(answers or {})}
    made = HumanJudgement(
        case_id, annotator, *WITHIN, "submitted", "system_related", str(label_set.retrieval),
        str(label_set.post), answers=read_closed_answers(given),
    )  # fmt: skip
    return replace(made, **others)


def clears(annotator, case_id, outcome, answers=None, **others):
    """A submitted judgement that does not blame the system."""
    default = {
        "reference_answer_error": {"reference_valid": "no"},
        "judge_error": {"reference_valid": "yes", "response_correct": "yes"},
        "not_a_failure": {"reference_valid": "yes", "response_correct": "yes"},
        "undecided": {"reference_valid": "unsure", "response_correct": "no"},
    }[outcome]
    made = HumanJudgement(
        case_id, annotator, *WITHIN, "submitted", outcome, None, None,
        answers=read_closed_answers({"target_basis": "none", **default, **(answers or {})}),
    )  # fmt: skip
    return replace(made, **others)


def material(cases, judgements, **options):
    return read_material(cases, judgements, **options)


def find(rows, **wanted):
    """The one row whose place and statistic are as wanted."""
    found = [
        row
        for row in rows
        if all({**row.place, "statistic": row.statistic}.get(k) == v for k, v in wanted.items())
    ]
    assert len(found) == 1, f"{len(found)} rows with {wanted}"
    return found[0]
