"""`trek stats`: one statistic of one input, and one sentence for an input that is none."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from review_db.cli import main
from trek_core.agreement import STATISTICS

TABLE = {"table": [[20, 2], [3, 15]]}


@pytest.fixture
def run(monkeypatch, capsys):
    """Run `trek stats NAME` with these bytes on standard input; exit code, output, errors."""

    def run_stats(name, given, *options):
        data = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["stats", name, "--input", "-", *options])
        return code, *capsys.readouterr()

    return run_stats


def test_json_is_one_object_with_value_reason_and_method(run):
    code, output, errors = run("cohen_kappa", json.dumps(TABLE), "--json")
    result = json.loads(output)
    assert (code, errors, output.count("\n")) == (0, "", 1)
    # By hand: p_o = 35/40, p_e = (22 x 23 + 18 x 17) / 1600 = .5075, kappa = .3675 / .4925.
    assert result["value"] == pytest.approx(0.3675 / 0.4925)
    assert (result["statistic"], result["reason"], result["n"]) == ("cohen_kappa", None, 40)
    assert result["method"].startswith("Cohen (1960)")


def test_the_page_shows_what_the_command_prints(run):
    page = (Path(__file__).parents[3] / "docs" / "statistics.md").read_text("utf-8")
    shown = re.search(r"\$ echo '(.+)' \| trek stats (\w+) --input -\n(.+\n)", page)
    assert run(shown[2], shown[1]) == (0, shown[3], "")


def test_undefined_is_a_result_with_its_reason(run):
    code, output, errors = run("cohen_kappa", '{"table": [[5, 0], [0, 0]]}', "--json")
    result = json.loads(output)
    assert (code, errors) == (0, "")
    assert (result["value"], result["reason"]) == (None, "single_category")


def test_people_get_one_line(run):
    assert run("cochran_q_p", "[[1, 0], [1, 0], [0, 1]]")[1].startswith("cochran_q_p = 0.563703 (")
    assert run("cohen_kappa", '{"table": [[0, 0], [0, 0]]}')[1] == (
        "cohen_kappa undefined: no_pairs - There is nothing to compare: no case is decided by both "
        "sides, or those that are were left out.\n"
    )


def test_input_comes_from_a_file_too(tmp_path, capsys):
    source = tmp_path / "table.json"
    source.write_text(json.dumps(TABLE), encoding="utf-8-sig")
    assert main(["stats", "phi", "--input", str(source), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 40


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("cohen_kappa", "", "standard input: found nothing, expected JSON"),
        ("cohen_kappa", " \n", "found nothing"),
        ("cohen_kappa", '{"table": [[1, 2]', "line 1, column 18: expected JSON"),
        ("cohen_kappa", '{"table": [[1, NaN], [2, 3]]}', "found NaN"),
        ("cohen_kappa", '{"table": [[1, 1e999], [2, 3]]}', "table[0][1]: found inf"),
        ("cohen_kappa", b'{"table": "\xff"}', "not UTF-8"),
        ("cohen_kappa", "[" * 100_000, "too deep"),
        ("cohen_kappa", "5", "input: found a number, expected an object"),
        ("cohen_kappa", "{}", "key 'table' is missing"),
        ("cohen_kappa", '{"table": "none"}', "table: found a text, expected a list of lists"),
        ("cohen_kappa", '{"table": [[1, -2], [2, 3]]}', "table[0][1]: found -2"),
        ("cohen_kappa", '{"table": [[1, true], [2, 3]]}', "table[0][1]: found True"),
        ("cohen_kappa", '{"table": [[1, "2"], [2, 3]]}', "table[0][1]: found '2'"),
        ("cohen_kappa", '{"table": [[1, 2], [3]]}', "different lengths"),
        ("cohen_kappa", '{"table": [[1, 2, 3], [4, 5, 6]]}', "shape (2, 3)"),
        ("cohen_kappa", '{"table": []}', "shape (0,)"),
        ("cohen_kappa", '{"pairs": [["a", "b"], ["a"]]}', "pairs[1]: expected two answers"),
        ("cohen_kappa", '{"pairs": [["a", "c"]], "categories": ["a", "b"]}', "'c' is not one of"),
        ("kappa_one_vs_rest", json.dumps(TABLE), "key 'category' is missing"),
        ("kappa_one_vs_rest", json.dumps(TABLE | {"category": 2}), "expected a position"),
        ("bennett_s_brennan_prediger", json.dumps(TABLE | {"q": 1}), "q: found 1"),
        ("pabak", '{"table": [[1]]}', "shape (1, 1), expected (2, 2)"),
        ("fleiss_kappa", "{}", "found none of ratings_items_x_raters"),
        ("fleiss_kappa", '{"ratings_items_x_raters": [[1, 2], [1]]}', "different lengths"),
        ("fleiss_kappa", '{"ratings_items_x_raters": [[1, ""]]}', "[0][1]: found an empty text"),
        ("fleiss_kappa", '{"counts_items_x_categories": [[1, 0.5]]}', "counts[0][1]: found 0.5"),
        (
            "fleiss_kappa_category",
            '{"ratings_items_x_raters": [[1, 2]], "category": 9}',
            "category: found 9, expected one of 1, 2",
        ),
        ("randolph_free_kappa", '{"ratings_items_x_raters": [[1, 2]], "q": 1}', "q: found 1"),
        ("krippendorff_alpha_nominal", '{"coders_x_units": [[1], [1, 2]]}', "different lengths"),
        ("krippendorff_alpha_masi", '{"coders_x_units_sets": [["a"]]}', "[0][0]: found a text"),
        ("masi_distance", '{"a": ["x"]}', "key 'b' is missing"),
        ("mcnemar_exact_p", '{"b": 1}', "key 'c' is missing"),
        ("mcnemar_exact_p", json.dumps(TABLE | {"b": 3}), "b: found 3, but the table has 2"),
        ("mcnemar_exact_p", '{"b": -1, "c": 2}', "b: found -1"),
        ("cochran_q", '{"matrix": [[1, 2]]}', "matrix[0][1]: found 2, expected 0 or 1"),
        ("cochran_q", '{"matrix": [[1, null]]}', "matrix[0][1]: found None"),
        ("holm_adjusted", '{"p": [0.5, 1.5]}', "p[1]: found 1.5"),
        ("holm_adjusted", '{"p": 0.5}', "p: found a number, expected a list"),
        (
            "holm_mcnemar_exact",
            '{"tests": [{"both": 1, "post_only": 1, "upstream_only": 0, "neither": 0, "n": 9}]}',
            "tests[0].n: found 9, but the counts sum to 2",
        ),
        ("wilson_ci", '{"k": 4, "n": 3}', "k: found 4 of 3"),
        ("wilson_ci", '{"k": 1, "n": 3, "confidence": 95}', "confidence: found 95"),
        ("percent_one_decimal", '[{"k": 4}]', "input[0]: key 'n' is missing"),
        ("phi_significance_stars", '{"phi": 1.2, "n": 9}', "phi: found 1.2"),
        ("adt_score", '{"answerable": [{"acc": 1, "n": 2}]}', "key 'unanswerable' is missing"),
        ("adt_score", '{"answerable": [{"acc": -1, "n": 2}], "unanswerable": []}', "[0].acc"),
        ("multilabel_views", '{"cells": [{"system": {}, "human": {}, "count": 1}]}', "'retrieval'"),
        (
            "multilabel_views",
            (
                '{"cells": [{"system": {"retrieval": "none", "post": "bad"}, '
                '"human": {"retrieval": "none", "post": "none"}, "count": 1}]}'
            ),
            "bad",
        ),
        ("cohen_kapa", json.dumps(TABLE), "did you mean cohen_kappa?"),
        ("", json.dumps(TABLE), "no such statistic"),
    ],
)
def test_a_malformed_input_is_one_sentence_and_exit_code_2(run, name, given, sentence):
    code, output, errors = run(name, given, "--json")
    assert (code, output) == (2, "")
    assert sentence in errors
    assert errors.startswith(f"trek stats: {name}: ")
    assert errors.count("\n") == 1


def test_a_missing_file_and_a_folder_are_one_sentence_too(tmp_path, capsys):
    for source in (tmp_path / "none.json", tmp_path):
        assert main(["stats", "phi", "--input", str(source)]) == 2
        assert f"{source}: cannot be read" in capsys.readouterr().err


def test_help_lists_every_statistic(capsys):
    with pytest.raises(SystemExit) as left:
        main(["stats", "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for name, statistic in STATISTICS.items():
        assert f"  {name} " in shown
        assert statistic.meaning in shown
