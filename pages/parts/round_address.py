"""Which case of which round a page is about: both stand in the address."""

import streamlit as st

from review_db.store import DEFAULT_ROUND

MODE_WORDS = {
    "assisted": "assisted",
    "blind": "blind",
    "blind_then_reveal": "blind, then reveal",
}


def current_round() -> str:
    """The round in the address; without one, that of everybody."""
    return st.query_params.get("round") or DEFAULT_ROUND


def show_case(case_id: str, round_name: str) -> None:
    """Put a case into the address."""
    st.query_params["case"] = case_id
    if round_name == DEFAULT_ROUND:
        st.query_params.pop("round", None)
    else:
        st.query_params["round"] = round_name


def query_of(round_name: str) -> dict[str, str]:
    """What an address says of a round: nothing of everybody's."""
    return {} if round_name == DEFAULT_ROUND else {"round": round_name}


def is_shown(case_id: str, round_name: str) -> bool:
    """Whether the address names this case in this round."""
    return st.query_params.get("case") == case_id and current_round() == round_name
