"""The six-step review checklist: one definition that form, database and workbook share.

`fields` is the table, over the values in `options`, the `conditions` under which a question is
asked and the `facts` of a case they look at. `evaluation` is the reading of the answers: `gating`
says which count, `conclusions` what follows from them, `problems` what is missing. `answers` is the
shape of a value and of a file's block, `guideline` the words shown beside each step.
"""

from trek_core.checklist.answers import check_answer, join_answers, split_answers
from trek_core.checklist.conclusions import UNDETERMINED, Difference, compute_claims
from trek_core.checklist.evaluation import LAST_STEP, Evaluation, evaluate
from trek_core.checklist.facts import Answers, CaseFacts, compute_facts, compute_side
from trek_core.checklist.fields import (
    FIELDS,
    FIELDS_BY_NAME,
    GUIDELINE_VERSION,
    Field,
    Kind,
    compute_offered,
    compute_options,
)
from trek_core.checklist.gating import Status
from trek_core.checklist.guideline import GUIDELINE, Guidance
from trek_core.checklist.options import Option
from trek_core.checklist.problems import Problem

__all__ = [
    "FIELDS",
    "FIELDS_BY_NAME",
    "GUIDELINE",
    "GUIDELINE_VERSION",
    "LAST_STEP",
    "UNDETERMINED",
    "Answers",
    "CaseFacts",
    "Difference",
    "Evaluation",
    "Field",
    "Guidance",
    "Kind",
    "Option",
    "Problem",
    "Status",
    "check_answer",
    "compute_claims",
    "compute_facts",
    "compute_offered",
    "compute_options",
    "compute_side",
    "evaluate",
    "join_answers",
    "split_answers",
]
