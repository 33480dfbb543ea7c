"""All that the app has loaded once it has shown a page, for the process test servers come from."""

import gc

import streamlit.web.cli  # noqa: F401
from streamlit.logger import set_log_level

set_log_level("error")  # that no server runs yet is no news here
import altair  # noqa: E402, F401
import statsmodels.stats.inter_rater  # noqa: E402
import statsmodels.stats.proportion  # noqa: E402, F401

import asgi  # noqa: E402, F401
from pages import (  # noqa: E402, F401
    adjudicate,
    agreement,
    case,
    cases,
    charts,
    compare,
    corrections,
    export,
    people,
    probes,
    review,
    rounds,
    setup,
    start,
)

set_log_level("info")
gc.collect()
gc.freeze()
