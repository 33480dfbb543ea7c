"""Keeping a case for the person whose page is in use; an idle page lets go of it."""

from functools import partial

import streamlit as st

from pages.parts.answers import Place, report_problem
from pages.parts.browser import watch_use
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from trek_core.errors import TrekError

RENEW_SECONDS = 30


@st.fragment(key="lease-fragment")
def keep_lease(place: Place) -> None:
    """Renew the lease now and then while the page is used; shows nothing, reruns alone."""
    watch_use(f"alive-{place.case_key}", RENEW_SECONDS, partial(_renew, place))


def _renew(place: Place) -> None:
    try:
        current_store().renew_lease(
            place.case_id, place.annotator, place.round, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))  # said with the next answer
