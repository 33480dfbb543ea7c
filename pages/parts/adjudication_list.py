"""The disagreements of a round, least agreement first, and those that are decided."""

from collections.abc import Iterable, Sequence

import pandas as pd
import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.answer_words import question_of
from pages.parts.links import open_page
from pages.parts.round_reads import load_disagreements
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.words import OUTCOME_WORDS
from review_db.store import Disagreement, Round, StoredDecision
from trek_core.counted import count_of

_ROW_PX = 35
_MOST_ROWS = 14


def render_list(its_round: Round) -> None:
    """Show what is to be decided in a round and what has been."""
    st.title("Adjudicate")
    store = current_store()
    _choose_round(its_round)
    found = load_disagreements(its_round.name)
    decided = {each.case_id: each for each in store.load_decisions(its_round.name)}
    open_ids = {each.case_id for each in found} - set(decided)
    # A decision may name what is withheld from somebody who has yet to judge the case.
    blind = _find_blind({*decided, *(each.case_id for each in found)})
    found = [each for each in found if each.case_id not in blind]
    decided = {case_id: each for case_id, each in decided.items() if case_id not in blind}
    if blind:
        told = (
            f"Without {count_of(len(blind), 'case')} that you judge blind yourself, or of whose "
            "question you judge another so."
        )
        render_template("note.html", text=told)
    still_open = [each for each in found if each.case_id in open_ids]
    heading, told = _say_nothing_open(len(open_ids & blind))
    with st.container(horizontal=True, vertical_alignment="center"):
        waiting = count_of(len(still_open), "case")
        st.header(f"{waiting} to decide" if still_open else heading)
        if still_open and st.button("Begin with the first", key="adjudicate-first", type="primary"):
            open_page("adjudicate", case=still_open[0].case_id, round=its_round.name)
    if still_open:
        text = "Least agreement first. Tick a row to open it; or arrow keys and Shift+Space."
        render_template("note.html", text=text)
        _render_table([_open_cells(each) for each in still_open], its_round.name, "open")
    else:
        render_template("note.html", text=told)
    if decided:
        st.header(f"{len(decided)} decided")
        _render_table([_decided_cells(each) for each in decided.values()], its_round.name, "done")


def _say_nothing_open(hidden: int) -> tuple[str, str]:
    """Heading and note where the list is empty; `hidden` open cases are withheld from this lead."""
    if not hidden:
        return (
            "Nothing to decide",
            "All who handed a case in concluded alike, or a lead has decided.",
        )
    waiting = f"{count_of(hidden, 'case')} {'waits' if hidden == 1 else 'wait'}"
    return "Nothing that you may decide", f"{waiting} for another lead."


def _find_blind(case_ids: Iterable[str]) -> set[str]:
    store, who = current_store(), current_annotator()
    if who is None:
        return set()
    return store.find_withheld(case_ids, who)


def _choose_round(its_round: Round) -> None:
    names = [each.name for each in current_store().list_rounds()]
    chosen = st.selectbox(
        "Round", names, index=names.index(its_round.name), key=f"adjudicate-round-{its_round.name}",
        width=320,
    )  # fmt: skip
    if chosen != its_round.name:
        open_page("adjudicate", round=chosen)


def _open_cells(each: Disagreement) -> dict[str, str]:
    where = f"{each.first_step} · {question_of(each.first_field)}" if each.first_field else "–"
    return {
        "Case": each.case_id,
        "People": str(len(each.annotators)),
        "Same conclusion": f"{each.pair_agreement:.0%}",
        "Answers alike": f"{each.answer_agreement:.0%}",
        "First difference": where,
        "": "to be discussed" if each.needs_discussion else "",
    }


def _decided_cells(each: StoredDecision) -> dict[str, str]:
    return {
        "Case": each.case_id,
        "Outcome": OUTCOME_WORDS.get(each.outcome, "not decided"),
        "Labels": " + ".join(each.labels),
        "Reason": each.reason,
        "By": each.decided_by,
        "On": each.decided_at[:16].replace("T", " "),
        "Guideline": "flagged" if each.flag_for_guideline else "",
    }


def _render_table(rows: Sequence[dict[str, str]], round_name: str, key: str) -> None:
    ids = [row["Case"] for row in rows]
    picked = st.dataframe(
        pd.DataFrame(rows, dtype=str),
        hide_index=True,
        height=(min(len(rows), _MOST_ROWS) + 1) * _ROW_PX + 2,
        key=f"adjudicate-{key}-{round_name}-{len(rows)}-{ids[0]}",
        on_select="rerun",
        selection_mode="single-row",
        lazy=False,
        alt="Cases of this round, one a row; ticking a row opens it",
    )
    for position in picked["selection"]["rows"][:1]:
        open_page("adjudicate", case=ids[position], round=round_name)
