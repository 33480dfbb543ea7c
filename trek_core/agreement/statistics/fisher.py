"""Fisher's exact test: does a share differ between two groups of different cases?"""

from numpy.typing import ArrayLike

from trek_core.agreement.statistics.results import Figure
from trek_core.agreement.statistics.tables import check_fourfold


def compute_fisher_exact(table: ArrayLike) -> Figure:
    """The two-sided p of a 2 x 2 table: rows are the groups, columns those with and without.

    The tables that are no likelier than this one, with the same margins, are counted (Fisher 1935).
    Where every case or none has it p is 1; without a case in a group undefined (`empty_group`).
    Raises ValueError for a malformed table.
    """
    from scipy.stats import fisher_exact

    counts = check_fourfold(table)
    n = int(counts.sum())
    if 0 in counts.sum(axis=1):
        return Figure("fisher_exact_p", None, n, "empty_group")
    if 0 in counts.sum(axis=0):
        return Figure("fisher_exact_p", 1.0, n)
    return Figure("fisher_exact_p", min(float(fisher_exact(counts.tolist()).pvalue), 1.0), n)
