"""The one way a page reaches the database."""

import streamlit as st

from review_db.location import database_path
from review_db.store import ReviewStore


@st.cache_resource(show_spinner=False)
def _open_store(path: str) -> ReviewStore:
    # Only the path is kept: a connection shared between reruns loses writes.
    return ReviewStore(path)


def current_store() -> ReviewStore:
    """The store of the database this server was started on."""
    return _open_store(str(database_path(None)))
