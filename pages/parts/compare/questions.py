"""Questions that several cases ask, those whose cases differ most first: pick one to compare."""

import pandas as pd
import streamlit as st

from pages.parts.compare.one_question import CASE
from pages.parts.filters import NOT_RECORDED, is_filtered
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_yes, enter_words
from review_db.comparing import RepeatedQuestion
from review_db.store import CaseFilter
from trek_core.counted import count_of

WORDS = "words"
_MOST = 200


def render(chosen: CaseFilter) -> None:
    """Show the questions that several of the cases found ask; ticking one compares its cases."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        words = enter_words(
            "Search", WORDS, placeholder="Words of the question", is_search=True, width=420,
            hint="All of the words, each found by its beginning.",
        )  # fmt: skip
        of_several_runs = choose_yes("Only questions that one system was asked twice", "runs")
    store = current_store()
    found = _load_questions(str(store.path), store.stamp(), words.strip(), of_several_runs, chosen)
    if not found:
        render_template(
            "empty.html",
            title="No question of this kind has several cases"
            if words.strip() or of_several_runs or is_filtered(chosen)
            else "No question has several cases",
            lines=["Cases are compared where several of them ask the same question."],
        )
        return
    render_template(
        "note.html",
        text="Tick a question to compare its cases. Those whose labels and verdicts differ most "
        f"come first{_count_different(found)}.",
    )
    picked = st.dataframe(
        make_table(found), hide_index=True, key=f"compare-questions-{words}", on_select="rerun",
        selection_mode="single-row", lazy=False,
        alt="Questions with several cases, one a row; ticking a row compares them",
    )  # fmt: skip
    for position in picked["selection"]["rows"][:1]:
        st.query_params[CASE] = found[position].case_id
        st.rerun()


def _count_different(found: list[RepeatedQuestion]) -> str:
    """On how many questions the cases differ, where all of these are listed."""
    if len(found) == _MOST:
        return f"; the first {_MOST} are listed"
    return (
        f": label sets differ on {sum(each.label_sets > 1 for each in found):,} of "
        f"{count_of(len(found), 'question')}, verdicts on "
        f"{sum(each.verdicts > 1 for each in found):,}"
    )


def make_table(found: list[RepeatedQuestion]) -> pd.DataFrame:
    """A row for each question."""
    return pd.DataFrame(
        {
            "Question": [each.question for each in found],
            "Dataset": [_say_dataset(each) for each in found],
            "Cases": [each.cases for each in found],
            "Systems": [each.systems for each in found],
            "Different label sets": [each.label_sets for each in found],
            "Different verdicts": [each.verdicts for each in found],
        }
    )


@st.cache_data(show_spinner=False, max_entries=16)
def _load_questions(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    words: str,
    of_several_runs: bool,
    chosen: CaseFilter,
) -> list[RepeatedQuestion]:
    return current_store().list_repeated_questions(
        words, of_several_runs=of_several_runs, case_filter=chosen
    )


def _say_dataset(each: RepeatedQuestion) -> str:
    return f"{each.datasets} datasets" if each.datasets > 1 else each.dataset or NOT_RECORDED
