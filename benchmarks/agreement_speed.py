"""How quick agreement figures are at 100,000 cases.

    python -m benchmarks.agreement_speed [--cases 100000] [--resamples 2000] [--loop 20]

Three floors. All views with their intervals from the ready 9 x 9 table: at most 20 ms. Bootstrap
intervals of every view: at least 100 times faster than a loop that draws the cases again and asks
scikit-learn for the kappa of each view; that loop takes minutes, so it is measured on fewer
resamples, in the same run, and scaled up to the same number. The report of ten people who judged a
twentieth of the cases, with its 45 pairs of people: at most 8 times the report of one of them with
TrekTrace, which reads every case as well; with every case read for every pair it was 50 times. The
machine should have nothing else to do.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score

from trek_core.agreement import (
    VIEW_CATEGORIES,
    CaseAttribution,
    HumanJudgement,
    Resampling,
    compute_bootstrap,
    compute_report,
    compute_views,
)
from trek_core.agreement.statistics.tables import VIEW_INDICATORS
from trek_core.taxonomy import LABEL_SETS

VIEWS_FLOOR_MS = 20.0
RATIO_FLOOR = 100.0
REPORT_TIMES = 8.0
PEOPLE, JUDGED = 10, 20
"""How many people judge, and one case in so many."""
SEED = 20260101


def main() -> None:
    """Measure both and print each beside its floor."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--resamples", type=int, default=2000)
    parser.add_argument("--loop", type=int, default=20, help="resamples of the measured loop")
    args = parser.parse_args()
    table = draw_table(args.cases)
    compute_views(table)  # loads statsmodels, which is no part of a figure

    views = measure(lambda: compute_views(table), 20) * 1000
    print(
        f"all views with intervals, {args.cases:,} cases: {views:.1f} ms; at most "
        f"{VIEWS_FLOOR_MS:.0f} ms, {VIEWS_FLOOR_MS / views:.1f} times as quick as that"
    )
    resampling = Resampling(args.resamples)
    ours = measure(lambda: compute_bootstrap(table, resampling), 5)
    loop = measure(lambda: loop_over_sklearn(table, args.loop), 1)
    scaled = loop / args.loop * args.resamples
    print(f"bootstrap, {args.resamples:,} resamples, all views: {1000 * ours:.0f} ms")
    print(
        f"loop over scikit-learn: {loop:.1f} s for {args.loop} resamples, so {scaled:.0f} s for "
        f"{args.resamples:,} (scaled)"
    )
    print(f"{scaled / ours:,.0f} times faster; at least {RATIO_FLOOR:.0f}")
    cases, judgements = draw_judgements(args.cases)
    alone = [each for each in judgements if each.annotator == judgements[0].annotator]
    one = measure(lambda: compute_report(cases, alone), 5)
    everybody = measure(lambda: compute_report(cases, judgements), 5)
    print(
        f"report of {PEOPLE} people: {everybody:.2f} s, {everybody / one:.1f} times that of one of "
        f"them; at most {REPORT_TIMES:.0f}"
    )


def draw_judgements(cases: int) -> tuple[list[CaseAttribution], list[HumanJudgement]]:
    """Cases of every label set, and what everybody says of one in so many: nine times the same."""
    random = np.random.default_rng(SEED)
    drawn = [LABEL_SETS[each] for each in random.integers(0, len(LABEL_SETS), 2 * cases)]
    attributed = [
        CaseAttribution(f"c{n}", labels, complete=True) for n, labels in enumerate(drawn[:cases])
    ]
    judgements = []
    for n in range(0, cases, JUDGED):
        for person in range(PEOPLE):
            said = drawn[n] if random.random() < 0.9 else drawn[cases + n]
            judgements.append(
                HumanJudgement(
                    f"c{n}", f"Annotator {person}", "default", "assisted", "submitted",
                    "system_related", said.retrieval, said.post,
                )
            )  # fmt: skip
    return attributed, judgements


def draw_table(cases: int) -> NDArray[np.int64]:
    """A table in which the two raters agree on nine cases of ten."""
    random = np.random.default_rng(SEED)
    shares = random.dirichlet(np.ones(9))
    true = 0.9 * np.diag(shares) + 0.1 * np.outer(shares, shares)
    return random.multinomial(cases, true.ravel()).reshape(9, 9)


def measure(compute: Callable[[], object], times: int) -> float:
    """Seconds of the median run."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        compute()
        taken.append(time.perf_counter() - begun)
    return float(np.median(taken))


def loop_over_sklearn(table: NDArray[np.int64], resamples: int) -> list[float]:
    """Draw the cases anew, look up each view's category of each, ask for kappa."""
    rows, columns = np.indices(table.shape)
    first, second = np.repeat(rows, table.ravel()), np.repeat(columns, table.ravel())
    random = np.random.default_rng(SEED)
    categories = {view: VIEW_INDICATORS[view].argmax(axis=1) for view in VIEW_CATEGORIES}
    kappas = []
    for _ in range(resamples):
        drawn = random.integers(0, len(first), len(first))
        for view in VIEW_CATEGORIES:
            seen = categories[view]
            kappas.append(cohen_kappa_score(seen[first[drawn]], seen[second[drawn]]))
    return kappas


if __name__ == "__main__":
    main()
