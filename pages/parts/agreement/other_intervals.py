"""Two more intervals of kappa beside the one to publish: large-sample theory and bootstrap."""

from pages.parts.agreement.shown import Shown
from pages.parts.agreement.tables import Column
from pages.parts.agreement.words import NO_VALUE, UNDEFINED, say_interval
from pages.parts.reads import load_bootstrap
from trek_core.agreement import VIEW_CATEGORIES, BootstrapInterval, compute_kappa_wald, compute_view

OTHER_COLUMNS = (Column("Large-sample"), Column("Bootstrap"))
_LARGE_SAMPLE = (
    "Large-sample: kappa plus and minus 1.96 times the error of Fleiss, Cohen and Everitt (1969). "
    "Too narrow at high kappa with few cases, and a single point where all agree."
)


def say_other_methods(shown: Shown) -> list[str]:
    """How the two other intervals are made."""
    first = _load(shown)[0]
    drawn = f"Bootstrap: {first.resamples:,} draws of as many {first.drawn}, seed {first.seed}."
    undefined = max(each.undefined_share for each in _load(shown))
    share = f" In up to {100 * undefined:.1f} % of them a kappa does not exist."
    return [_LARGE_SAMPLE, drawn + share * bool(undefined)]


def compute_others(shown: Shown) -> dict[str, tuple[str, str]]:
    """Both intervals of each view in words."""
    comparison = shown.comparison
    drawn = {each.view: each for each in _load(shown)}
    found = {}
    for view in VIEW_CATEGORIES:
        wald = compute_kappa_wald(compute_view(comparison.table, view)).value
        resampled = drawn[view].ci
        found[view] = (
            NO_VALUE if wald is None else say_interval(wald),
            UNDEFINED if resampled is None else say_interval(resampled),
        )
    return found


def _load(shown: Shown) -> tuple[BootstrapInterval, ...]:
    return load_bootstrap(shown.comparison, shown.report.material.annotator)
