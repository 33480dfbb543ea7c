"""The command as a whole."""

import os
import subprocess
import sys

import pytest

from review_db.cli import COMMANDS, build_parser, main
from review_db.store import ReviewStore
from tests.review_db.case_lines import as_file, make_case

HEAVY = ("pandas", "numpy", "pydantic", "sqlite_utils", "streamlit", "xlsxwriter")


@pytest.mark.parametrize("arguments", [[], ["unheard-of"], ["import"], ["export"], ["--no-such"]])
def test_wrong_usage_is_exit_code_2(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: trek")


def test_every_command_says_what_it_does():
    text = build_parser().format_help()
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2].rstrip("_").replace("_", "-")
        assert f"    {name}" in text


def test_help_loads_nothing_heavy():
    script = (
        "import sys\nfrom review_db.cli import build_parser\nbuild_parser()\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_reader_that_goes_away_is_no_traceback(tmp_path):
    command = [sys.executable, "-m", "review_db.cli", "agreement", "--db", str(tmp_path / "r.db")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    running.stdout.close()
    assert "Traceback" not in running.stderr.read()
    running.stderr.close()
    assert running.wait(timeout=60) in (0, 1)


def test_an_output_that_cannot_write_a_letter_has_it_as_an_escape(tmp_path):
    path = tmp_path / "r.db"
    ReviewStore(path).import_file(as_file(make_case("東京")), "cases")
    for options in ([], ["--json"], ["--csv"]):
        done = subprocess.run(
            [sys.executable, "-m", "review_db.cli", "cases", *options, "--db", str(path)],
            env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u6771\\u4eac" in done.stdout
