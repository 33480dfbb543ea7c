"""Cochran's Q: do several yes/no conditions on the same cases differ in how often they say yes?"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from trek_core.agreement.statistics.results import Figure

Answers = Sequence[Sequence[int]]


def compute_cochran_q(answers: Answers) -> Figure:
    """Cochran's Q (1950) of a matrix of 0 and 1: one row a case, one column a condition.

    Its degrees of freedom and p are in the details. Undefined without a case (`no_pairs`), with
    one condition (`fewer_than_two_raters`), and where every case has the same answer in all
    conditions (`all_rows_concordant`). Raises ValueError naming what is malformed.
    """
    from scipy.stats import chi2

    matrix = check_answers(answers)
    n, conditions = matrix.shape
    if n == 0:
        return Figure("cochran_q", None, 0, "no_pairs")
    if conditions < 2:
        return Figure("cochran_q", None, n, "fewer_than_two_raters")
    rows, columns = matrix.sum(axis=1), matrix.sum(axis=0)
    spread = int((rows * (conditions - rows)).sum())
    if spread == 0:
        return Figure("cochran_q", None, n, "all_rows_concordant")
    between = int((conditions * columns**2).sum() - columns.sum() ** 2)
    value = (conditions - 1) * between / spread
    df = conditions - 1
    return Figure("cochran_q", value, n, details={"df": df, "p": float(chi2.sf(value, df))})


def compute_cochran_p(answers: Answers) -> Figure:
    """The p of Cochran's Q from the chi-square distribution; undefined as Q is."""
    q = compute_cochran_q(answers)
    if q.value is None:
        return replace(q, statistic="cochran_q_p")
    details = {"df": q.details["df"], "q": q.value}
    return replace(q, statistic="cochran_q_p", value=q.details["p"], details=details)


def check_answers(answers: Answers) -> NDArray[np.int64]:
    """Take a matrix of 0 and 1, or raise ValueError naming what is wrong with it."""
    widths = {len(row) for row in answers}
    if len(widths) > 1:
        raise ValueError("matrix: found rows of different lengths, expected one answer a condition")
    for row, given in enumerate(answers):
        for column, answer in enumerate(given):
            if isinstance(answer, bool) or answer not in (0, 1):
                raise ValueError(f"matrix[{row}][{column}]: found {answer!r}, expected 0 or 1")
    return np.asarray(answers, dtype=np.int64).reshape(len(answers), max(widths, default=0))
