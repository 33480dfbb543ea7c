"""Tables as CSV files that no spreadsheet takes for formulas."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.store import current_store
from trek_core.exports.formula_text import protect_text


def write_csv(table: pd.DataFrame) -> bytes:
    """A table as CSV; text that a spreadsheet would run gets an apostrophe, numbers stay."""
    safe = table.map(_as_plain_text)
    safe.columns = [_as_plain_text(str(name)) for name in table.columns]
    # With this line end, text that holds a line end of either kind is quoted.
    return safe.to_csv(index=False, lineterminator="\r\n").encode()


def offer_csv(label: str, name: str, build: Callable[[], pd.DataFrame], *, key: str) -> None:
    """Show a button for a table that is built when it is asked for; label and name are ours."""
    project = "trek-sample" if current_store().is_sample else "trek-review"
    st.download_button(
        label,
        data=lambda: write_csv(build()),
        file_name=f"{project}-{name}-{datetime.now(UTC):%Y-%m-%d}.csv",
        mime="text/csv",
        key=key,
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def _as_plain_text(cell: Any) -> Any:
    return protect_text(cell) if isinstance(cell, str) else cell
