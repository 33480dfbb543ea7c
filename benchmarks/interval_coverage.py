"""How often the default interval of kappa holds the true kappa, over simulated rounds of review.

    python -m benchmarks.interval_coverage [--draws 4000] [--seed 20260101]

Each setting is a true table of two raters with a known kappa. Every draw takes n cases from it and
asks whether the interval of `compute_agreement` holds that kappa; beside it, whether the Wald
interval would. A draw in which kappa does not exist has no interval: such draws are left out and
their share is shown. With 4,000 draws the figure itself is good to about half a percent.
"""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trek_core.agreement import compute_agreement

Table = NDArray[np.float64]

SIZES = (20, 44, 94, 200)
KAPPAS = (0.6, 0.75, 0.85, 0.95)
Z = 1.959964
FLOOR = 0.93

SHARES: dict[str, tuple[float, ...]] = {
    "two even labels": (0.5, 0.5),
    "one label at 20 %": (0.8, 0.2),
    "rare label at 10 %": (0.9, 0.1),
    "three, as the retrieval side": (0.72, 0.08, 0.2),
    # None, I, D; P, P+I, P+D; R, R+I, R+D: about as in the failures of TrekTrace A.4.2.
    "nine label sets": (0.02, 0.15, 0.57, 0.04, 0.01, 0.04, 0.02, 0.03, 0.12),
}


class Setting(NamedTuple):
    """A true table, by what it stands for and its kappa."""

    name: str
    kappa: float
    table: Table


class Coverage(NamedTuple):
    """Shares of draws: default interval right, Wald interval right, kappa undefined."""

    score: float
    wald: float
    undefined: float


def list_settings() -> Iterator[Setting]:
    """Even-handed raters for each kind of shares, then a rater that only ever adds a rare label."""
    for name, shares in SHARES.items():
        for kappa in KAPPAS:
            yield Setting(name, kappa, mix(np.array(shares), kappa))
    for kappa in KAPPAS:
        yield Setting("label at 10 %, one adds to it", kappa, add_one_sided(0.1, kappa))


def mix(shares: Table, kappa: float) -> Table:
    """Both raters have these shares: they agree outright on `kappa` of cases, else by chance."""
    return kappa * np.diag(shares) + (1 - kappa) * np.outer(shares, shares)


def add_one_sided(share: float, kappa: float) -> Table:
    """One rater gives the label to all cases that the other does, and to some more."""
    low, high = 0.0, 1 - share
    for _ in range(60):
        added = (low + high) / 2
        table = np.array([[1 - share - added, 0.0], [added, share]])
        low, high = (added, high) if measure_kappa(table) > kappa else (low, added)
    return table


def measure_kappa(table: Table) -> float:
    """Kappa of a true table."""
    p_e = float(table.sum(axis=0) @ table.sum(axis=1))
    return (float(table.trace()) - p_e) / (1 - p_e)


def measure_coverage(setting: Setting, n: int, draws: int, random: np.random.Generator) -> Coverage:
    """Draw n cases again and again; equal draws are computed once."""
    drawn = random.multinomial(n, setting.table.ravel() / setting.table.sum(), size=draws)
    counts, times = np.unique(drawn, axis=0, return_counts=True)
    score = wald = undefined = 0
    for row, repeated in zip(counts, times, strict=True):
        result = compute_agreement(row.reshape(setting.table.shape))
        if result.value is None or result.se is None or result.ci is None:
            undefined += repeated
            continue
        score += repeated * (result.ci[0] <= setting.kappa <= result.ci[1])
        wald += repeated * (abs(result.value - setting.kappa) <= Z * result.se)
    defined = draws - undefined
    return Coverage(score / defined, wald / defined, undefined / draws)


def main() -> None:
    """Print the coverage of every setting as a Markdown table, and the lowest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=20260101)
    args = parser.parse_args()
    random = np.random.default_rng(args.seed)
    print(f"| True table | kappa | {' | '.join(f'n = {n}' for n in SIZES)} |")
    print(f"|---|---|{'---|' * len(SIZES)}")
    lowest, settings = 1.0, 0
    for setting in list_settings():
        cells = []
        for n in SIZES:
            found = measure_coverage(setting, n, args.draws, random)
            lowest, settings = min(lowest, found.score), settings + 1
            left_out = f", {found.undefined:.0%} undefined" if found.undefined >= 0.005 else ""
            cells.append(f"{100 * found.score:.1f} ({100 * found.wald:.1f}{left_out})")
        print(f"| {setting.name} | {setting.kappa:.2f} | {' | '.join(cells)} |", flush=True)
    verdict = "reached" if lowest >= FLOOR else "MISSED"
    print(f"\n{settings} settings, lowest coverage {lowest:.1%}; floor {FLOOR:.0%} {verdict}")


if __name__ == "__main__":
    main()
