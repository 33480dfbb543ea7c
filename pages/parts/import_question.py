"""Asking for the question of answers that record none, as providers' answers do."""

from dataclasses import replace

import streamlit as st

from pages.parts.import_preview import Preview, Source
from trek_core.counted import count_of
from trek_core.sources import ROWS, TREKTRACE, ReadAs


def ask_question(source: Source, found: Preview, told: ReadAs, key: str) -> ReadAs:
    """Offer to give one question to every answer of a file that has none; else leave it be.

    `found` is the file as it is read without being told anything.
    """
    lacking = sum(
        count
        for shape, count in found.tally.without_question.items()
        if shape not in (ROWS, TREKTRACE)
    )
    if not lacking:
        return told
    typed = st.text_input(
        f"Question that {source.name} answers",
        key=f"{key}-question",
        placeholder="Who won the cup in 2025?",
        width=720,
        help=f"{count_of(lacking, 'answer')} in it came without a question. What you type here is "
        "taken as the question of each of them.",
    ).strip()
    return replace(told, question=typed or None)
