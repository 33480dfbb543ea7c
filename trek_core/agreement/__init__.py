"""Agreement of two raters on label sets: TrekTrace and people, or two people.

Pure functions: pairs become a 9 x 9 table, a table is seen in views, a view gives typed results,
and a report holds every comparison of a set of judgements. docs/statistics.md says what each
figure is and where it comes from.
"""

from trek_core.agreement.kappa import (
    CONFIDENCE,
    RARE_COUNT,
    SMALL_N,
    compute_agreement,
    compute_percent_agreement,
    compute_views,
    compute_wilson,
)
from trek_core.agreement.population import (
    Pair,
    Population,
    compare_annotators,
    compare_trektrace_with_humans,
)
from trek_core.agreement.report import (
    TREKTRACE_VS_HUMAN,
    WITH_INCOMPLETE,
    AgreementReport,
    Comparison,
    compute_report,
)
from trek_core.agreement.results import AgreementResult, Caution, Interval, Reason, Statistic
from trek_core.agreement.sides import (
    CAUSES,
    CaseAttribution,
    Cause,
    Conclusion,
    HumanJudgement,
    RoundMode,
)
from trek_core.agreement.tables import (
    VIEW_CATEGORIES,
    Counts,
    agreement_table,
    check_table,
    compute_view,
)
from trek_core.agreement.wording import (
    CAUSE_TITLES,
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
    "RARE_COUNT",
    "REASON_SENTENCES",
    "SMALL_N",
    "TREKTRACE_VS_HUMAN",
    "VIEW_CATEGORIES",
    "VIEW_TITLES",
    "WARNING_SENTENCES",
    "WITH_INCOMPLETE",
    "AgreementReport",
    "AgreementResult",
    "CaseAttribution",
    "Cause",
    "Caution",
    "Comparison",
    "Conclusion",
    "Counts",
    "HumanJudgement",
    "Interval",
    "Pair",
    "Population",
    "Reason",
    "RoundMode",
    "Statistic",
    "agreement_table",
    "check_table",
    "compare_annotators",
    "compare_trektrace_with_humans",
    "compute_agreement",
    "compute_percent_agreement",
    "compute_report",
    "compute_view",
    "compute_views",
    "compute_wilson",
    "explain",
    "plain_reading",
    "read_kappa",
    "read_kappa_interval",
]
