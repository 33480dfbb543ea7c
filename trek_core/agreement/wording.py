"""Agreement figures in words: one shown line, and what each reason, warning and cause means."""

from trek_core.agreement.comparisons.sides import Cause
from trek_core.agreement.statistics.results import (
    MODIFIED_WILSON_FIXED_P_E,
    WILSON,
    WILSON_FIXED_P_E,
    AgreementResult,
    Caution,
    Interval,
    Reason,
    Statistic,
)
from trek_core.taxonomy import Label

STATISTIC_TITLES: dict[Statistic, str] = {
    "cohen_kappa": "kappa",
    "percent_agreement": "agreement",
    "scott_pi": "Scott's pi",
    "bennett_s_brennan_prediger": "Bennett's S",
    "pabak": "PABAK",
    "gwet_ac1": "AC1",
}

VIEW_TITLES: dict[str, str] = {
    "joint": "joint label set",
    "retrieval": "retrieval side",
    "post": "post-retrieval side",
    **{f"label:{label}": f"{label} or not" for label in Label},
}

METHOD_TITLES: dict[str, str] = {
    WILSON_FIXED_P_E: "score",
    MODIFIED_WILSON_FIXED_P_E: "score",
    WILSON: "Wilson",
}

CAUSE_TITLES: dict[Cause, str] = {
    "no_attribution": "no TrekTrace attribution",
    "other_mode": "judged in another mode",
    "human_pending": "no submitted judgement",
    "needs_discussion": "needs discussion",
    "disputed": "people disagree, not adjudicated",
    "not_a_failure": "not a failure",
    "system_independent": "reference or judge at fault",
    "human_undetermined": "a side left undetermined",
    "attribution_incomplete": "TrekTrace's attribution is incomplete",
}

REASON_SENTENCES: dict[Reason, str] = {
    "no_pairs": (
        "There is nothing to compare: no case is decided by both sides, or those that are were "
        "left out."
    ),
    "single_category": (
        "Both sides gave every case the same answer. Kappa measures agreement beyond chance, and "
        "here chance alone would agree always, so kappa does not exist."
    ),
    "fewer_than_two_raters": "Only one person rated, so there is nobody to agree with.",
    "no_unit_with_two_ratings": "No case was rated by two people, so there is nothing to compare.",
    "unequal_ratings": (
        "Some cases were rated by more people than others, which this figure does not allow; "
        "Krippendorff's alpha does."
    ),
    "all_rows_concordant": (
        "Every case got the same answer each time, so no difference can be tested."
    ),
    "zero_margin": (
        "One of the two answers was the same for every case, so it cannot go together with "
        "anything."
    ),
    "empty_group": "There is nothing in one of the groups, so there is no share of it.",
}

MARK_TITLES: dict[Reason | Caution, str] = {
    "small_n": "few cases",
    "rare_label": "rare answer",
    "one_rater_constant": "one side constant",
    "perfect_agreement_se_zero": "all agree",
    "no_discordant_pairs": "never differ",
    "bootstrap_undefined_share": "partly undefined",
    "single_category": "one answer only",
    "no_pairs": "no cases",
    "fewer_than_two_raters": "one person only",
    "no_unit_with_two_ratings": "no case judged twice",
    "unequal_ratings": "unequal numbers",
    "all_rows_concordant": "never differ",
    "zero_margin": "one answer only",
    "empty_group": "no cases",
}
"""A word or two for each reason and warning, as tables have them."""

WARNING_SENTENCES: dict[Caution, str] = {
    "one_rater_constant": (
        "One side gave every case the same answer; kappa is then 0 however often the two agree."
    ),
    "perfect_agreement_se_zero": (
        "They agree on every case, so the standard error is 0; read the interval instead."
    ),
    "small_n": "Fewer than 30 cases: too few for a firm figure.",
    "rare_label": (
        "An answer that occurs was given fewer than five times by at least one side; a single "
        "case moves this figure a lot."
    ),
    "bootstrap_undefined_share": (
        "In some of the resamples the figure does not exist; the interval is made of the others."
    ),
    "no_discordant_pairs": (
        "The two answers never differ, so the test has nothing to go by and its p is 1."
    ),
}


def plain_reading(result: AgreementResult) -> str:
    """One line with the figure, its interval, its view, n, agreement and what was left out."""
    details = [
        VIEW_TITLES.get(result.view, result.view),
        f"n = {result.n}",
        *(
            [_read_share(result)]
            if result.p_o_ci and result.statistic != "percent_agreement"
            else []
        ),
        f"excluded {sum(result.excluded.values())}",
    ]
    return f"{_read_figure(result)} – {', '.join(details)}"


def explain(result: AgreementResult) -> tuple[str, ...]:
    """Why the figure does not exist, or what to mind when reading it, as sentences."""
    reasons = [REASON_SENTENCES[result.reason]] if result.reason else []
    return (*reasons, *(WARNING_SENTENCES[warning] for warning in result.warnings))


def read_kappa(value: float | None, digits: int = 3) -> str:
    """A kappa as papers print it: `.930`, `-.092`, `1.000`; `undefined` where there is none."""
    if value is None:
        return "undefined"
    text = f"{value:.{digits}f}"
    text = text.replace("-", "") if float(text) == 0 else text
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text


def read_kappa_interval(interval: Interval | None) -> str:
    """An interval of kappa: `.83–.97`, with a word between the ends where one is negative."""
    if interval is None:
        return "no interval"
    between = " to " if interval[0] < 0 else "–"
    return between.join(read_kappa(end, digits=2) for end in interval)


def _read_figure(result: AgreementResult) -> str:
    title = STATISTIC_TITLES[result.statistic]
    if result.value is None:
        return f"{title} undefined"
    if result.statistic == "percent_agreement":
        return _read_share(result)
    method = METHOD_TITLES.get(result.ci_method or "", result.ci_method)
    return (
        f"{title} {read_kappa(result.value)} (95 % CI {read_kappa_interval(result.ci)}, {method})"
    )


def _read_share(result: AgreementResult) -> str:
    low, high = result.p_o_ci or (0.0, 0.0)
    return (
        f"agreement {result.agreeing}/{result.n} = {100 * (result.p_o or 0):.1f} % "
        f"[{100 * low:.1f}, {100 * high:.1f}]"
    )
