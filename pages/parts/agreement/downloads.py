"""The figures of a section as a table to download, as precise as they are computed."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from pages.parts.agreement.cells import Cells
from pages.parts.csv_file import offer_csv
from trek_core.agreement.comparisons.rows import Row


def offer_rows(rows: Iterable[Row], name: str, label: str = "Download this table (CSV)") -> None:
    """Show a button for the table behind some figures."""
    offer_csv(label, f"agreement-{name}", lambda: make_table(rows), key=f"agreement-csv-{name}")


def make_table(rows: Iterable[Row]) -> pd.DataFrame:
    """Figures as a table, one a row; an empty cell is what a figure does not have."""
    return pd.DataFrame([flatten(row.to_json()) for row in rows])


def flatten(figure: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Plain values one level deep: `before.ci_low`; lists of other things as one text."""
    flat: dict[str, Any] = {}
    for name, value in figure.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{name}.")
        elif name in ("ci", "p_o_ci"):
            flat[f"{prefix}{name}_low"], flat[f"{prefix}{name}_high"] = value or (None, None)
        elif isinstance(value, list | tuple):
            flat[prefix + name] = "; ".join(map(str, value))
        else:
            flat[prefix + name] = value
    return flat


def make_matrix_table(pairing: Cells, first: str, second: str) -> pd.DataFrame:
    """The cells of a matrix that hold cases, one a row."""
    names = pairing.categories
    return pd.DataFrame(
        [
            (names[row], names[column], len(case_ids))
            for (row, column), case_ids in sorted(pairing.cells.items())
        ],
        columns=[f"1: {first}", f"2: {second}", "cases"],
    )
