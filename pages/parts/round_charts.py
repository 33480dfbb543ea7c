"""How long judgements of a round took, person by person."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
import streamlit as st

from pages.parts.round_reads import Work

_FEWEST = 5
"""Below this many judgements the sentence above says all there is."""
_FINISHED = ("submitted", "needs_discussion")


def render_pace(work: Sequence[Work]) -> None:
    """Show every judgement's time as a tick, a row a person: spread and strays in one look."""
    times = pd.DataFrame(
        [
            {"Who": each.annotator, "Minutes": each.seconds / 60, "Case": each.case_id}
            for each in work
            if each.state in _FINISHED
        ]
    )
    if len(times) < _FEWEST:
        return
    chart = (
        alt.Chart(times)
        .mark_tick(thickness=2, opacity=0.7)
        .encode(
            x=alt.X("Minutes:Q", title="Active minutes per judgement", scale=alt.Scale(zero=True)),
            y=alt.Y("Who:N", title=None),
            tooltip=["Who:N", "Case:N", alt.Tooltip("Minutes:Q", format=".1f")],
        )
        .properties(height=alt.Step(26))
    )
    st.altair_chart(
        chart, width="stretch", key="round-pace", alt="Active minutes of each judgement, by person"
    )
