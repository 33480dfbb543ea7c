"""The cases behind a figure as a table: what was asked of whom, and what either side says."""

from collections.abc import Sequence

import pandas as pd

from pages.parts.agreement.words import NO_VALUE
from pages.parts.figures.reads import load_figure_cases
from pages.parts.filters import NOT_RECORDED
from pages.parts.store import current_store
from pages.parts.words import OUTCOME_WORDS
from review_db.store import CaseFilter
from trek_core.agreement.comparisons.sides import read_conclusion
from trek_core.figures.cases import FigureCase
from trek_core.taxonomy import LabelSet


def make_case_rows(case_ids: Sequence[str], chosen: CaseFilter) -> pd.DataFrame:
    """A row for each of these cases, which are among those of the filter."""
    questions = current_store().load_questions(case_ids)
    wanted = set(case_ids)
    cases = {each.case_id: each for each in load_figure_cases(chosen) if each.case_id in wanted}
    return pd.DataFrame(
        [
            {
                "Case": case_id,
                "Question": questions[case_id].strip(),
                "System": cases[case_id].system or NOT_RECORDED,
                "Dataset": cases[case_id].dataset or NOT_RECORDED,
                "TrekTrace": str(cases[case_id].recorded or NO_VALUE),
                "After review": _say_reviewed(cases[case_id]),
            }
            for case_id in case_ids
        ],
        dtype=str,
    )


def _say_reviewed(case: FigureCase) -> str:
    if case.reviewed is None:
        return NO_VALUE
    reading = read_conclusion(case.reviewed)
    if isinstance(reading, LabelSet):
        return str(reading)
    return OUTCOME_WORDS.get(case.reviewed.outcome, NO_VALUE)
