"""Agreement of two raters on label sets: TrekTrace and people, or two people.

Pure functions: pairs become a 9 x 9 table, a table is seen in views, a view gives typed results,
and a report holds every comparison of a set of judgements. Statistics of other input stand beside
them, each in its own module and all by name in `STATISTICS`. docs/statistics.md says what each
figure is and where it comes from.
"""

from trek_core.agreement.comparisons.population import (
    Pair,
    Population,
    compare_annotators,
    compare_trektrace_with_humans,
)
from trek_core.agreement.comparisons.report import (
    TREKTRACE_VS_HUMAN,
    WITH_INCOMPLETE,
    AgreementReport,
    Comparison,
    compute_report,
)
from trek_core.agreement.comparisons.sides import (
    CAUSES,
    CaseAttribution,
    Cause,
    Conclusion,
    HumanJudgement,
    RoundMode,
)
from trek_core.agreement.statistics.adt_score import Accuracy, compute_adt_score
from trek_core.agreement.statistics.bootstrap import (
    BootstrapInterval,
    Resampling,
    compute_bootstrap,
    compute_bootstrap_by_question,
)
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
from trek_core.agreement.statistics.holm import (
    FailureSplit,
    adjust_holm,
    compare_failure_stages,
    print_p,
)
from trek_core.agreement.statistics.intervals import (
    CONFIDENCE,
    compute_modified_wilson,
    compute_score_interval,
    compute_wilson,
)
from trek_core.agreement.statistics.kappa import (
    RARE_COUNT,
    SMALL_N,
    compute_agreement,
    compute_percent_agreement,
    compute_views,
)
from trek_core.agreement.statistics.kappa_max import compute_kappa_max, compute_one_vs_rest
from trek_core.agreement.statistics.kappa_test import (
    compute_kappa_error,
    compute_kappa_null_error,
    compute_kappa_p,
    compute_kappa_wald,
    compute_kappa_z,
)
from trek_core.agreement.statistics.krippendorff import (
    NOMINAL,
    compute_alpha,
    compute_alpha_of_coders,
    compute_alpha_of_table,
)
from trek_core.agreement.statistics.mcnemar import (
    Discordance,
    compute_mcnemar_chi2,
    compute_mcnemar_exact,
    compute_mcnemar_midp,
    read_discordance,
)
from trek_core.agreement.statistics.multilabel import compute_multilabel_views
from trek_core.agreement.statistics.phi import compute_phi, compute_phi_stars
from trek_core.agreement.statistics.ratings import Ratings, count_ratings, expand_table, take_counts
from trek_core.agreement.statistics.registry import STATISTICS, NamedStatistic, compute_statistic
from trek_core.agreement.statistics.results import (
    AgreementResult,
    Caution,
    Figure,
    Interval,
    Reason,
    Statistic,
)
from trek_core.agreement.statistics.set_distance import (
    DKPRO_MASI,
    JACCARD,
    MASI,
    compute_dkpro_masi_distance,
    compute_jaccard_distance,
    compute_masi_distance,
)
from trek_core.agreement.statistics.shares import (
    compute_percents,
    compute_share,
    compute_wilson_interval,
    print_percent,
)
from trek_core.agreement.statistics.tables import (
    VIEW_CATEGORIES,
    Counts,
    agreement_table,
    check_table,
    compute_view,
)
from trek_core.agreement.wording import (
    CAUSE_TITLES,
    MARK_TITLES,
    REASON_SENTENCES,
    VIEW_TITLES,
    WARNING_SENTENCES,
    explain,
    plain_reading,
    read_kappa,
    read_kappa_interval,
)

__all__ = [
    "CAUSES",
    "CAUSE_TITLES",
    "CONFIDENCE",
    "DKPRO_MASI",
    "JACCARD",
    "MARK_TITLES",
    "MASI",
    "NOMINAL",
    "RARE_COUNT",
    "REASON_SENTENCES",
    "SMALL_N",
    "STATISTICS",
    "TREKTRACE_VS_HUMAN",
    "VIEW_CATEGORIES",
    "VIEW_TITLES",
    "WARNING_SENTENCES",
    "WITH_INCOMPLETE",
    "Accuracy",
    "AgreementReport",
    "AgreementResult",
    "BootstrapInterval",
    "CaseAttribution",
    "Cause",
    "Caution",
    "Comparison",
    "Conclusion",
    "Counts",
    "Discordance",
    "FailureSplit",
    "Figure",
    "HumanJudgement",
    "Interval",
    "NamedStatistic",
    "Pair",
    "Population",
    "Ratings",
    "Reason",
    "Resampling",
    "RoundMode",
    "Statistic",
    "adjust_holm",
    "agreement_table",
    "check_table",
    "compare_annotators",
    "compare_failure_stages",
    "compare_trektrace_with_humans",
    "compute_adt_score",
    "compute_agreement",
    "compute_alpha",
    "compute_alpha_of_coders",
    "compute_alpha_of_table",
    "compute_bennett_s",
    "compute_bootstrap",
    "compute_bootstrap_by_question",
    "compute_cochran_p",
    "compute_cochran_q",
    "compute_dkpro_masi_distance",
    "compute_fisher_exact",
    "compute_fleiss_category",
    "compute_fleiss_kappa",
    "compute_gwet_ac1",
    "compute_jaccard_distance",
    "compute_kappa_error",
    "compute_kappa_max",
    "compute_kappa_null_error",
    "compute_kappa_p",
    "compute_kappa_wald",
    "compute_kappa_z",
    "compute_masi_distance",
    "compute_mcnemar_chi2",
    "compute_mcnemar_exact",
    "compute_mcnemar_midp",
    "compute_modified_wilson",
    "compute_multilabel_views",
    "compute_one_vs_rest",
    "compute_pabak",
    "compute_percent_agreement",
    "compute_percents",
    "compute_phi",
    "compute_phi_stars",
    "compute_randolph_kappa",
    "compute_report",
    "compute_score_interval",
    "compute_scott_pi",
    "compute_share",
    "compute_statistic",
    "compute_view",
    "compute_views",
    "compute_wilson",
    "compute_wilson_interval",
    "count_ratings",
    "expand_table",
    "explain",
    "plain_reading",
    "print_p",
    "print_percent",
    "read_discordance",
    "read_kappa",
    "read_kappa_interval",
    "take_counts",
]
