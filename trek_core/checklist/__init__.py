"""The six-step review checklist: one definition that form, database and workbook share.

`fields` is the table, `facts` what it needs of a case, `evaluation` the reading of the answers,
`guideline` the words shown beside each step, `answers` the shape of a value and of a file's block.
"""

from trek_core.checklist.answers import check_answer, join_answers, split_answers
from trek_core.checklist.evaluation import (
    LAST_STEP,
    UNDETERMINED,
    Difference,
    Evaluation,
    Problem,
    Status,
    compute_claims,
    evaluate,
)
from trek_core.checklist.facts import Answers, CaseFacts, compute_facts
from trek_core.checklist.fields import (
    FIELDS,
    FIELDS_BY_NAME,
    GUIDELINE_VERSION,
    Field,
    Kind,
    Option,
    compute_options,
)
from trek_core.checklist.guideline import GUIDELINE, Guidance

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
    "compute_options",
    "evaluate",
    "join_answers",
    "split_answers",
]
