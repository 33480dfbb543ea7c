"""Cases of one question side by side: several systems, or several runs of one."""

from string import ascii_uppercase

import streamlit as st

from pages.parts.finding_reach import render_reach
from pages.parts.links import page_link
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import Hear, draw_in_step, put_in_url
from trek_core.counted import count_of
from trek_core.side_by_side import ComparedCase, compare_facts, compare_pages, compute_overlap

CASE, WITH = "case", "with"
MOST = 6
"""Cases that stand side by side; more could not be read."""


def render(case_id: str) -> None:
    """Show the cases of the question of a case; raises `CaseNotFoundError`."""
    offered = current_store().list_same_cases(case_id)
    cases = current_store().load_compared(_choose(offered))
    _render_question(cases[0])
    if len(offered) == 1:
        st.text("No other case here asks the same question.")
    _render_links(cases)
    for each in cases:
        render_reach(each.case_id)
    facts, pages = compare_facts(cases), compare_pages(cases)
    render_template(
        "compare.html",
        names=list(zip(ascii_uppercase, [each.system for each in cases], strict=False)),
        ids=[each.case_id for each in cases],
        facts=facts,
        pages=pages,
        overlap=compute_overlap(pages, len(cases)),
        several=len(cases) > 1,
    )


def _choose(offered: list[str]) -> list[str]:
    """Which of them stand side by side; the case that was asked for always does."""
    if len(offered) <= 2:
        return offered
    wanted = st.query_params.get_all(WITH)
    current = [each for each in offered[1:] if each in wanted][: MOST - 1]
    current = current or offered[1:MOST]

    def draw(key: str, on_change: Hear) -> list[str]:
        return st.multiselect(
            f"Beside it, of {count_of(len(offered) - 1, 'other case')} of the question",
            offered[1:],
            default=current,
            key=key,
            max_selections=MOST - 1,
            on_change=on_change,
        )

    draw_in_step(WITH, current, draw, lambda chosen: put_in_url(WITH, chosen))
    return [offered[0], *current]


def _render_question(case: ComparedCase) -> None:
    render_template("compare_question.html", case=case.record.case)


def _render_links(cases: list[ComparedCase]) -> None:
    with st.container(horizontal=True, gap="small"):
        for letter, each in zip(ascii_uppercase, cases, strict=False):
            page_link("case", f"All about {letter}", icon=":material/article:", case=each.case_id)
