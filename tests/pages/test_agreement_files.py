"""Rows to paste and tables to download: the very figures of the page, and safe to open."""

import csv
import io

import pandas as pd
import pytest

from pages.parts.agreement.cells import find_cells
from pages.parts.agreement.copy_row import HEADINGS, write_latex, write_markdown
from pages.parts.agreement.downloads import make_matrix_table, make_table
from pages.parts.agreement.headline import find_joint
from pages.parts.agreement.sections import SECTIONS
from pages.parts.agreement.shown import Raters, Shown
from pages.parts.agreement.summary import make_view_rows
from pages.parts.csv_file import write_csv
from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.pages.conftest import HOSTILE
from trek_core.agreement import compute_report, read_kappa
from trek_core.agreement.comparisons.sections import SECTIONS as FIGURES
from trek_core.agreement.comparisons.sides import CaseAttribution, HumanJudgement
from trek_core.taxonomy import LABEL_SETS


@pytest.fixture
def sample(store) -> ReviewStore:
    ensure_sample(store.path)
    return store


def as_shown(store):
    report = store.load_agreement_report()
    return Shown(Raters(), report, report.headline)


def shown_of_two(first, second):
    cases = [CaseAttribution("a", LABEL_SETS[0], True)]
    people = [
        HumanJudgement(
            "a", name, "default", "assisted", "submitted", "system_related", "none", "none"
        )
        for name in (first, second)
    ]
    report = compute_report(cases, people)
    return Shown(Raters((first, second)), report, report.comparisons[-1])


def test_the_rows_to_paste_hold_the_figures_of_the_headline(sample):
    shown = as_shown(sample)
    joint = find_joint(shown.comparison)
    low, high = joint.p_o_ci
    for text in (write_markdown(shown), write_latex(shown)):
        assert f"{read_kappa(joint.value)} [" in text
        assert f"{100 * joint.p_o:.1f} [{100 * low:.1f}, {100 * high:.1f}]" in text
        assert str(joint.n) in text
    heading, rule, row = write_markdown(shown).splitlines()
    assert heading.count(" | ") == rule.count(" | ") == row.count(" | ") == len(HEADINGS) - 1
    assert write_latex(shown).splitlines()[1].count(" & ") == len(HEADINGS) - 1
    assert write_latex(shown).endswith(r"\\")


def test_a_row_to_paste_says_what_is_undefined():
    assert "| undefined |" in write_markdown(shown_of_two("Ada", "Bo"))


def test_names_in_a_row_to_paste_cannot_break_it():
    shown = shown_of_two("A | B & C_1\n% $x$ \\", "[l](http://beacon.example)")
    *_, row = write_markdown(shown).splitlines()
    assert r"A \| B \& C\_1 \% ".replace(r"\%", "%") in row
    assert r"\[l\]\(http\:" in row
    _, latex = write_latex(shown).splitlines()
    assert r"A | B \& C\_1 \% \$x\$ \textbackslash{}" in latex


def test_a_row_is_offered_where_it_is_asked_for(show, sample):
    assert show("agreement").code == []
    assert len(show("agreement").segmented_control(key="choice-copy").options) == 2
    page = show("agreement", copy="latex")
    assert page.code[0].value == write_latex(as_shown(sample))


def test_the_table_of_the_views_is_as_precise_as_the_report(sample):
    shown = as_shown(sample)
    table = pd.read_csv(io.BytesIO(write_csv(make_table(make_view_rows(shown)))))
    joint = find_joint(shown.comparison)
    first = table.iloc[0]
    assert first["value"] == joint.value
    assert (first["ci_low"], first["ci_high"]) == joint.ci
    assert first["excluded.human_pending"] == joint.excluded["human_pending"]


def test_every_section_can_be_written_as_a_table(sample):
    report = sample.load_agreement_report()
    for name, compute in FIGURES.items():
        rows = compute(report)
        table = make_table(rows)
        assert len(table) == len(rows), name
        assert not any(isinstance(cell, dict | list) for cell in table.to_numpy().ravel()), name


def test_the_table_of_the_matrix_adds_up(sample):
    shown = as_shown(sample)
    table = make_matrix_table(find_cells(shown.comparison, "joint"), *shown.sides)
    assert table["cases"].sum() == shown.comparison.population.n


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_text_in_a_file_never_becomes_a_formula(start):
    risky = f"{start}HYPERLINK(1)"
    rows = list(
        csv.reader(io.StringIO(write_csv(pd.DataFrame({risky: [risky]})).decode(), newline=""))
    )
    assert rows == [[f"'{risky}"], [f"'{risky}"]]


def test_numbers_below_zero_stay_numbers_in_a_file():
    table = pd.read_csv(io.BytesIO(write_csv(pd.DataFrame({"value": [-0.5, None, 2.0]}))))
    assert table["value"].tolist()[0] == -0.5
    assert table["value"].isna().tolist() == [False, True, False]


@pytest.mark.usefixtures("sample")
def test_every_section_offers_its_table(show):
    for name in SECTIONS:
        labels = [
            each.proto.label for each in show("agreement", section=name).get("download_button")
        ]
        assert any(label.startswith("Download") for label in labels), name


def test_a_hostile_name_stays_whole_in_the_case_table(show, store):
    from tests.pages.conftest import import_lines, make_line

    import_lines(store, make_line(HOSTILE, question=HOSTILE))
    from tests.review_db.case_lines import REFERENCE_WRONG

    store.add_annotator("Ada")
    store.save_answers(HOSTILE, "Ada", REFERENCE_WRONG)
    store.submit(HOSTILE, "Ada")
    page = show("agreement", behind="left-out-system_independent")
    row = page.dataframe[0].value.iloc[0]
    assert (row["Case"], row["Question"]) == (HOSTILE, HOSTILE)
