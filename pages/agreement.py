"""Agreement: how far TrekTrace and people, or two people, conclude the same; always as of now."""

import streamlit as st

from pages.parts import agreement_figures as figures
from pages.parts import charts
from pages.parts.agreement_cases import compute_case_groups, compute_population_rows, name_of
from pages.parts.case_table import render_case_links
from pages.parts.comparison_choice import choose_comparison, describe_round
from pages.parts.links import page_link
from pages.parts.reads import load_report
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from trek_core.agreement import Comparison

POLL_SECONDS = 1


def render() -> None:
    """Show the page."""
    st.title("Agreement")
    _watch(current_store().revision())
    report = load_report()
    if not report.annotators:
        _render_nobody_yet()
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        comparison, other = choose_comparison(report)
    render_template("agreement_headline.html", figures=figures.compute_headline(comparison, other))
    render_template(
        "note.html",
        text=f"{describe_round(comparison.within)}. Descriptive while reviewing goes on.",
    )
    if figures.has_figures(comparison):
        _render_figures(comparison)
    else:
        st.text("No case has been decided by both sides yet. Below is why, case by case.")
    _render_population(comparison)


@st.fragment(run_every=POLL_SECONDS)
def _watch(shown: int) -> None:
    """Draw the page again as soon as anybody, in any tab, has written something."""
    if current_store().revision() != shown:
        st.rerun()


def _render_nobody_yet() -> None:
    render_template(
        "empty.html",
        title="Nobody has handed in a judgement yet",
        lines=["It will show how often people and TrekTrace agree, and follow every judgement."],
    )
    page_link("cases", "Choose a case to review", icon=":material/list_alt:")


def _render_figures(comparison: Comparison) -> None:
    left, right = st.columns([8, 5], gap="large")
    with left:
        _render_views(comparison)
    with right:
        _render_confusion(comparison)


def _render_views(comparison: Comparison) -> None:
    st.subheader("By view")
    render_template(
        "agreement_views.html",
        rows=figures.compute_view_rows(comparison),
        notes=figures.compute_notes(comparison),
        methods=figures.compute_methods(comparison),
    )
    charts.render_intervals(
        figures.compute_interval_frame(comparison),
        "Kappa with its 95 % interval for each view; the table above has the numbers",
    )


def _render_confusion(comparison: Comparison) -> None:
    st.subheader("Label sets side by side")
    everything = st.toggle("Show all nine label sets", key="agreement-all-sets")
    charts.render_confusion(
        figures.compute_cells(comparison, everything=everything),
        name_of(comparison.first),
        name_of(comparison.second),
        "Counts of cases by both sides' label sets; outlined cells are where they agree",
    )


def _render_population(comparison: Comparison) -> None:
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.subheader("Which cases count")
        render_template(
            "tally.html",
            rows=compute_population_rows(comparison),
            total_name="All cases",
            total=comparison.population.cases,
        )
    with right:
        st.subheader("The cases behind the figures")
        render_case_links(compute_case_groups(comparison), key="agreement-cases")
