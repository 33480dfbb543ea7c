"""Every view of one joint table side by side, by the names under which figures are compared.

One table gives a different figure in each view. The micro-pooled kappa and the weighted kappas are
here to compare with what others publish; no page shows them.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trek_core.agreement.statistics.chance import (
    compute_bennett_s,
    compute_gwet_ac1,
    compute_pabak,
    compute_scott_pi,
)
from trek_core.agreement.statistics.kappa import compute_agreement, compute_views
from trek_core.agreement.statistics.krippendorff import (
    NOMINAL,
    compute_alpha_of_table,
    compute_distances,
)
from trek_core.agreement.statistics.mcnemar import compute_mcnemar_exact, read_discordance
from trek_core.agreement.statistics.results import AgreementResult, Figure
from trek_core.agreement.statistics.set_distance import JACCARD, MASI
from trek_core.agreement.statistics.tables import Counts, compute_view
from trek_core.taxonomy import LABEL_SETS, Label

FAILURE_LABELS = tuple(label for label in Label if label != Label.RANDOMNESS)
"""The four labels that blame a stage; Randomness is what is left without any."""

_SETS = tuple(frozenset(label_set.labels) for label_set in LABEL_SETS)


def compute_multilabel_views(table: ArrayLike) -> Figure:
    """All figures of a 9 x 9 table as one mapping; None for each that does not exist.

    Errors of kappas that do not exist are left out, and so is everything but n without a case.
    Set distances take Randomness as a set of one label. The details hold every view's full
    result, with its interval and the reason where it does not exist.
    """
    joint = compute_view(table, "joint")
    n = int(joint.sum())
    details = {"views": tuple(result.to_json() for result in compute_views(joint))}
    if n == 0:
        return Figure("multilabel_views", {"n": 0}, 0, details=details)
    value = {
        **_observe(joint),
        **_list_kappas(joint),
        **_list_set_coefficients(joint),
        **_list_nominal_coefficients(joint),
        **_compare_stages(joint),
    }
    return Figure("multilabel_views", value, n, details=details)


def compute_micro_pooled_kappa(table: ArrayLike) -> AgreementResult:
    """Kappa of the four failure labels' 2 x 2 tables added up.

    Not for reporting: a case counts four times, so its naive error is too small.
    """
    pooled = sum(compute_view(table, f"label:{label}") for label in FAILURE_LABELS)
    return compute_agreement(np.asarray(pooled), "labels pooled")


def compute_weighted_kappa(table: ArrayLike, distance: str) -> float | None:
    """Cohen's weighted kappa (1968) of the joint table: 1 - observed / chance distance of sets.

    None where the chance distance is 0.
    """
    joint = compute_view(table, "joint")
    distances = compute_distances(_SETS, distance)
    observed = float((joint * distances).sum())
    expected = float(joint.sum(axis=1) @ distances @ joint.sum(axis=0))
    return 1 - observed * float(joint.sum()) / expected if expected else None


def _observe(joint: Counts) -> dict[str, Any]:
    kappa = compute_agreement(joint)
    low, high = kappa.p_o_ci or (None, None)
    return {
        "n": kappa.n,
        "n_disagree": kappa.n - kappa.agreeing,
        "percent_agreement": kappa.p_o,
        "percent_agreement_wilson_low": low,
        "percent_agreement_wilson_high": high,
    }


def _list_kappas(joint: Counts) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for view in ("joint", "retrieval", "post"):
        kappa = compute_agreement(compute_view(joint, view), view)
        found[f"kappa_{view}"] = kappa.value
        if kappa.se is not None:
            found[f"kappa_{view}_ase"] = kappa.se
    for label in FAILURE_LABELS:
        view = f"label:{label}"
        found[f"kappa_label_{label}"] = compute_agreement(compute_view(joint, view), view).value
    return found | {"kappa_micro_pooled_4": compute_micro_pooled_kappa(joint).value}


def _list_set_coefficients(joint: Counts) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for name, distance in (("masi", MASI), ("jaccard", JACCARD)):
        found[f"alpha_{name}"] = compute_alpha_of_table(joint, distance, _SETS).value
        found[f"weighted_kappa_{name}"] = compute_weighted_kappa(joint, distance)
    return found


def _list_nominal_coefficients(joint: Counts) -> dict[str, float | None]:
    q = len(LABEL_SETS)
    return {
        "alpha_nominal_joint": compute_alpha_of_table(joint, NOMINAL).value,
        f"ac1_joint_q{q}": compute_gwet_ac1(joint).value,
        f"bennett_s_joint_q{q}": compute_bennett_s(joint).value,
        "scott_pi_joint": compute_scott_pi(joint).value,
        **{
            f"pabak_label_{label}": compute_pabak(compute_view(joint, f"label:{label}")).value
            for label in FAILURE_LABELS
        },
    }


def _compare_stages(joint: Counts) -> dict[str, Any]:
    """McNemar on the second rater (people): post-retrieval failures against upstream ones."""
    test = compute_mcnemar_exact(read_discordance(_count_stages(joint.sum(axis=0))))
    name = "mcnemar_human_post_vs_upstream"
    return {
        f"{name}_b": test.details["b"],
        f"{name}_c": test.details["c"],
        f"{name}_p": test.value,
    }


def _count_stages(sets: NDArray[np.int64]) -> Counts:
    """Cases by post-retrieval failure (rows, yes first) and upstream failure (columns)."""
    table = np.zeros((2, 2), dtype=np.int64)
    for count, label_set in zip(sets, LABEL_SETS, strict=True):
        table[int(label_set.post == "none"), int(label_set.retrieval == "none")] += count
    return table
