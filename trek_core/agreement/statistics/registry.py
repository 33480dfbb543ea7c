"""Every statistic by its name: how its input is read, what computes it, and what it is."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from trek_core.agreement.statistics import inputs
from trek_core.agreement.statistics.adt_score import compute_adt_score
from trek_core.agreement.statistics.chance import (
    compute_bennett_s,
    compute_gwet_ac1,
    compute_pabak,
    compute_scott_pi,
)
from trek_core.agreement.statistics.cochran import compute_cochran_p, compute_cochran_q
from trek_core.agreement.statistics.fisher import compute_fisher_exact
from trek_core.agreement.statistics.fleiss import (
    compute_fleiss_category,
    compute_fleiss_kappa,
    compute_randolph_kappa,
)
from trek_core.agreement.statistics.holm import adjust_holm, compare_failure_stages
from trek_core.agreement.statistics.kappa import compute_agreement, compute_percent_agreement
from trek_core.agreement.statistics.kappa_max import compute_kappa_max, compute_one_vs_rest
from trek_core.agreement.statistics.kappa_test import (
    compute_kappa_error,
    compute_kappa_null_error,
    compute_kappa_p,
    compute_kappa_wald,
    compute_kappa_z,
)
from trek_core.agreement.statistics.krippendorff import compute_alpha
from trek_core.agreement.statistics.mcnemar import (
    compute_mcnemar_chi2,
    compute_mcnemar_exact,
    compute_mcnemar_midp,
)
from trek_core.agreement.statistics.multilabel import compute_multilabel_views
from trek_core.agreement.statistics.phi import compute_phi, compute_phi_stars
from trek_core.agreement.statistics.results import AgreementResult, Figure
from trek_core.agreement.statistics.set_distance import (
    DKPRO_MASI,
    JACCARD,
    MASI,
    measure_jaccard,
    measure_masi,
)
from trek_core.agreement.statistics.shares import compute_percents, compute_wilson_interval

_OF_REPORTS_ONLY = {"statistic", "view", "excluded"}
"""What a result says about where it stands in a report, which a bare table knows nothing of."""

_FCE = "Fleiss, Cohen and Everitt (1969)"


@dataclass(frozen=True)
class NamedStatistic:
    """One statistic: `read` turns JSON input into the arguments of `compute`."""

    read: Callable[[Any], tuple[Any, ...]]
    compute: Callable[..., AgreementResult | Figure]
    meaning: str
    method: str


STATISTICS: dict[str, NamedStatistic] = {
    "percent_agreement": NamedStatistic(
        inputs.read_table,
        compute_percent_agreement,
        "share of cases in which two raters agree",
        "agreeing cases / all cases",
    ),
    "cohen_kappa": NamedStatistic(
        inputs.read_table,
        compute_agreement,
        "agreement of two raters beyond chance",
        f"Cohen (1960); error: {_FCE}",
    ),
    "kappa_ase": NamedStatistic(
        inputs.read_table, compute_kappa_error, "standard error of kappa", _FCE
    ),
    "kappa_ase0": NamedStatistic(
        inputs.read_table,
        compute_kappa_null_error,
        "standard error of kappa if it were 0",
        f"{_FCE}, under kappa = 0",
    ),
    "kappa_z0": NamedStatistic(
        inputs.read_table,
        compute_kappa_z,
        "kappa over its standard error at 0",
        f"kappa / error under kappa = 0, {_FCE}",
    ),
    "kappa_p_two_sided": NamedStatistic(
        inputs.read_table,
        compute_kappa_p,
        "two-sided p of kappa = 0",
        "normal distribution of kappa / error under kappa = 0",
    ),
    "kappa_ci95_wald": NamedStatistic(
        inputs.read_table,
        compute_kappa_wald,
        "95 % Wald interval of kappa (too narrow at high kappa)",
        f"kappa -/+ 1.96 error, {_FCE}; not clipped",
    ),
    "kappa_max": NamedStatistic(
        inputs.read_table,
        compute_kappa_max,
        "highest kappa that the raters' own shares allow",
        "Cohen (1960): p_o at most the sum of the smaller of the two shares",
    ),
    "kappa_one_vs_rest": NamedStatistic(
        inputs.read_table_and_category,
        compute_one_vs_rest,
        "kappa of one category (position from 0) against all others",
        "Cohen (1960) on the table collapsed to 2 x 2",
    ),
    "scott_pi": NamedStatistic(
        inputs.read_table,
        compute_scott_pi,
        "agreement beyond chance, chance from both raters together",
        "Scott (1955)",
    ),
    "bennett_s_brennan_prediger": NamedStatistic(
        inputs.read_declared_table,
        compute_bennett_s,
        "agreement beyond chance, chance 1/q over declared categories",
        "Bennett, Alpert and Goldstein (1954); Brennan and Prediger (1981)",
    ),
    "pabak": NamedStatistic(
        inputs.read_table,
        compute_pabak,
        "prevalence- and bias-adjusted kappa of two categories",
        "Byrt, Bishop and Carlin (1993): 2 p_o - 1",
    ),
    "gwet_ac1": NamedStatistic(
        inputs.read_declared_table,
        compute_gwet_ac1,
        "agreement beyond chance that skewed shares do not lower",
        "Gwet (2008), over the declared categories",
    ),
    "fleiss_kappa": NamedStatistic(
        inputs.read_ratings,
        compute_fleiss_kappa,
        "agreement of several raters, as many for each unit",
        "Fleiss (1971)",
    ),
    "fleiss_kappa_category": NamedStatistic(
        inputs.read_ratings_and_category,
        compute_fleiss_category,
        "Fleiss' kappa of one category against all others",
        "Fleiss (1971), equations 20 and 21",
    ),
    "randolph_free_kappa": NamedStatistic(
        inputs.read_ratings_and_q,
        compute_randolph_kappa,
        "agreement of several raters, chance 1/q",
        "Randolph (2005)",
    ),
    "krippendorff_alpha_nominal": NamedStatistic(
        inputs.read_ratings,
        compute_alpha,
        "agreement of several raters, answers may be missing",
        "Krippendorff (2004), nominal: 1 - D_o / D_e",
    ),
    "krippendorff_alpha_jaccard": NamedStatistic(
        inputs.read_set_ratings,
        partial(compute_alpha, distance=JACCARD),
        "the same for sets of labels by Jaccard distance",
        f"Krippendorff (2004), distance {JACCARD}",
    ),
    "krippendorff_alpha_masi": NamedStatistic(
        inputs.read_set_ratings,
        partial(compute_alpha, distance=MASI),
        "the same for sets of labels by MASI distance (as NLTK)",
        f"Krippendorff (2004), distance {MASI} (Passonneau 2006)",
    ),
    "krippendorff_alpha_dkpro_masi": NamedStatistic(
        inputs.read_set_ratings,
        partial(compute_alpha, distance=DKPRO_MASI),
        "the same by what DKPro calls MASI",
        f"Krippendorff (2004), distance {DKPRO_MASI} (DKPro Statistics)",
    ),
    "jaccard_distance": NamedStatistic(
        inputs.read_two_sets, measure_jaccard, "distance of two sets of labels", JACCARD
    ),
    "masi_distance": NamedStatistic(
        inputs.read_two_sets,
        measure_masi,
        "distance of two sets of labels, subsets nearer",
        f"{MASI} (Passonneau 2006, as NLTK)",
    ),
    "multilabel_views": NamedStatistic(
        inputs.read_joint_table,
        compute_multilabel_views,
        "every view of one table of label sets",
        "each by its own name; MASI as 1 - J * M",
    ),
    "mcnemar_exact_p": NamedStatistic(
        inputs.read_discordant,
        compute_mcnemar_exact,
        "exact two-sided p: do two yes/no answers differ",
        "binomial test of b among b + c at 1/2",
    ),
    "fisher_exact_p": NamedStatistic(
        inputs.read_table,
        compute_fisher_exact,
        "exact two-sided p: does a share differ between two groups",
        "Fisher (1935)",
    ),
    "mcnemar_midp": NamedStatistic(
        inputs.read_discordant,
        compute_mcnemar_midp,
        "the same with half the weight of the observed split",
        "Fagerland, Lydersen and Laake (2013)",
    ),
    "mcnemar_chi2": NamedStatistic(
        inputs.read_discordant,
        compute_mcnemar_chi2,
        "chi-square statistic of the same",
        "McNemar (1947): (b - c)^2 / (b + c)",
    ),
    "mcnemar_chi2_cc": NamedStatistic(
        inputs.read_discordant,
        partial(compute_mcnemar_chi2, continuity=True),
        "chi-square statistic with continuity correction",
        "Edwards (1948): (|b - c| - 1)^2 / (b + c)",
    ),
    "cochran_q": NamedStatistic(
        inputs.read_answers,
        compute_cochran_q,
        "do several yes/no conditions on the same cases differ",
        "Cochran (1950)",
    ),
    "cochran_q_p": NamedStatistic(
        inputs.read_answers,
        compute_cochran_p,
        "p of Cochran's Q",
        "Cochran (1950), chi-square with one degree less than conditions",
    ),
    "phi": NamedStatistic(
        inputs.read_table, compute_phi, "correlation of two yes/no answers", "Yule (1912)"
    ),
    "phi_significance_stars": NamedStatistic(
        inputs.read_phi,
        compute_phi_stars,
        "stars of phi over n cases: p below .05, .01, .001",
        "chi-square test with n phi^2, one degree of freedom",
    ),
    "holm_adjusted": NamedStatistic(
        inputs.read_p_values,
        adjust_holm,
        "p values adjusted for their number",
        "Holm (1979); the family is all p values given",
    ),
    "holm_mcnemar_exact": NamedStatistic(
        inputs.read_splits,
        compare_failure_stages,
        "post-retrieval against upstream failures of several systems",
        "exact McNemar, then Holm (1979) over the systems given",
    ),
    "wilson_ci": NamedStatistic(
        inputs.read_proportion,
        compute_wilson_interval,
        "score interval of k of n",
        "Wilson (1927)",
    ),
    "percent_one_decimal": NamedStatistic(
        inputs.read_parts,
        compute_percents,
        "k of n as printed percentages",
        "one decimal; a tie to the even digit from 10 % on, up below 10 %",
    ),
    "adt_score": NamedStatistic(
        inputs.read_accuracies,
        compute_adt_score,
        "answers what can be answered and declines what cannot",
        "harmonic mean of the two accuracies, each over its instances (NeoQA)",
    ),
}
"""The statistics by name."""


def compute_statistic(name: str, data: Any) -> dict[str, Any]:
    """One statistic of one input (as parsed from JSON), as one object of plain JSON values.

    Raises KeyError for an unknown name or a missing key, ValueError for malformed input.
    """
    if name not in STATISTICS:
        raise KeyError(f"statistic: found {name!r}, expected one of {', '.join(STATISTICS)}")
    statistic = STATISTICS[name]
    result = statistic.compute(*statistic.read(data)).to_json()
    first = {key: result.pop(key) for key in ("value", "reason")}
    return {"statistic": name, **first, "method": statistic.method} | {
        key: value for key, value in result.items() if key not in _OF_REPORTS_ONLY
    }
