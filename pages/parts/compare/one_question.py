"""Cases of one question side by side: several systems, or several runs of one."""

from string import ascii_uppercase

import streamlit as st

from pages.parts.finding_reach import render_reach
from pages.parts.links import page_link
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import Hear, draw_in_step, put_in_url
from review_db.store import SameQuestion
from trek_core.counted import count_of
from trek_core.side_by_side import (
    NOT_RECORDED,
    QUESTION,
    ComparedCase,
    compare_facts,
    compare_pages,
    compare_settings,
    compute_overlap,
)

CASE, WITH = "case", "with"
MOST = 8
"""Cases that stand side by side; more could not be read."""


def render(case_id: str) -> None:
    """Show the cases of the question of a case; raises `CaseNotFoundError`."""
    others = current_store().list_same_question(case_id)
    cases = current_store().load_compared([case_id, *_choose(others)])
    settings = compare_settings(cases)
    render_template(
        "compare_question.html",
        question=cases[0].record.case.question,
        settings=[each for each in settings if not each.differs and each.title != QUESTION],
    )
    if not others:
        st.text("No other case here asks the same question.")
    _render_links(cases)
    for each in cases:
        render_reach(each.case_id)
    facts = [*(each for each in settings if each.differs), *compare_facts(cases)]
    render_template(
        "compare.html",
        names=list(zip(ascii_uppercase, [each.system for each in cases], strict=False)),
        ids=[each.case_id for each in cases],
        facts=facts,
        pages=compare_pages(cases),
        overlap=compute_overlap(cases),
    )


def _choose(others: list[SameQuestion]) -> list[str]:
    """Which of the others stand beside the case that was asked for."""
    systems = {each.case_id: each.system or NOT_RECORDED for each in others}
    offered = list(systems)
    if len(offered) <= 1:
        return offered
    wanted = st.query_params.get_all(WITH)
    current = [each for each in offered if each in wanted][: MOST - 1] or offered[: MOST - 1]

    def draw(key: str, on_change: Hear) -> list[str]:
        return st.multiselect(
            f"Beside it, of {count_of(len(offered), 'other case')} of the question",
            offered,
            default=current,
            format_func=lambda case_id: f"{case_id} · {systems[case_id]}",
            key=key,
            max_selections=MOST - 1,
            on_change=on_change,
        )

    draw_in_step(WITH, current, draw, lambda chosen: put_in_url(WITH, chosen))
    return current


def _render_links(cases: list[ComparedCase]) -> None:
    with st.container(horizontal=True, gap="small"):
        for letter, each in zip(ascii_uppercase, cases, strict=False):
            page_link("case", f"All about {letter}", icon=":material/article:", case=each.case_id)
