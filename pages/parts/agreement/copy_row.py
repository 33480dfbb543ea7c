"""The shown comparison as one row to paste into a paper, in Markdown or LaTeX."""

import re
from collections.abc import Sequence

import streamlit as st

from pages.parts.agreement.choice import describe_round
from pages.parts.agreement.shown import Shown
from pages.parts.url_choice import choose_segment
from trek_core.agreement import AgreementResult
from trek_core.agreement.wording import read_kappa, read_kappa_interval

FORMATS = {"markdown": "Markdown", "latex": "LaTeX"}
HEADINGS = (
    "Comparison",
    "Round, mode",
    "n",
    "Excluded",
    "Agreement, % [95 % CI]",
    "Kappa, joint [95 % CI]",
    "Kappa, retrieval [95 % CI]",
    "Kappa, post-retrieval [95 % CI]",
)
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>~&$:-])")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{each: f"\\{each}" for each in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def render_copy_row(shown: Shown) -> None:
    """Offer the row, with a button that copies it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text("Copy as a row:", width="content")
        chosen = choose_segment("Copy as a row", "copy", FORMATS, default=None)
    if chosen:
        write = write_markdown if chosen == "markdown" else write_latex
        st.code(write(shown), language=None, wrap_lines=True)


def write_markdown(shown: Shown) -> str:
    """A heading and the row as a Markdown table; names keep their own characters."""
    titles, cells = HEADINGS, make_cells(shown)
    names = [_MARKDOWN.sub(r"\\\1", _one_line(name)) for name in cells[:2]]
    rule = ["---", "---", *["---:"] * (len(titles) - 2)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (titles, rule, [*names, *cells[2:]]))


def write_latex(shown: Shown) -> str:
    """The row for a LaTeX tabular, its columns named in a comment."""
    cells = ["".join(_LATEX.get(each, each) for each in _one_line(c)) for c in make_cells(shown)]
    return f"% {' & '.join(HEADINGS)}\n{' & '.join(cells)} \\\\"


def make_cells(shown: Shown) -> Sequence[str]:
    """The cells of the row, in the order of `HEADINGS`."""
    comparison = shown.comparison
    kappas = {each.view: each for each in comparison.results if each.statistic == "cohen_kappa"}
    population = comparison.population
    return (
        f"{comparison.first} vs {comparison.second}"
        + ", incomplete attributions counted" * comparison.name.endswith("with_incomplete"),
        describe_round(comparison.within).removeprefix("Round "),
        str(population.n),
        str(population.cases - population.n),
        _say_agreement(kappas["joint"]),
        *(_say_kappa(kappas[view]) for view in ("joint", "retrieval", "post")),
    )


def _say_kappa(result: AgreementResult) -> str:
    if result.value is None:
        return "undefined"
    return f"{read_kappa(result.value)} [{read_kappa_interval(result.ci)}]"


def _say_agreement(result: AgreementResult) -> str:
    if result.p_o is None or result.p_o_ci is None:
        return "undefined"
    low, high = result.p_o_ci
    return f"{100 * result.p_o:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def _one_line(text: str) -> str:
    return " ".join(text.split())
