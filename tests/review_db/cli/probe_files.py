"""Case and settings files for the commands that ask probes."""

import json
import os
import subprocess
import sys

from tests.trek_core.probes.running import KEY, make_record
from trek_core.jsonl import record_to_json

ROLE = """
[roles.{name}]
model = "{model}"
base_url = "{base_url}"
api_key_env = "TREK_TEST_KEY"
"""

MODELS = {"browsing_judge": "judge", "analysis_judge": "judge", "evaluated_model": "evaluated"}


def write_settings(folder, base_url, more=""):
    tables = [
        ROLE.format(name=name, model=model, base_url=base_url) for name, model in MODELS.items()
    ]
    path = folder / "trek.toml"
    path.write_text("\n".join(tables) + more, encoding="utf-8")
    return path


def write_cases(folder, *records):
    path = folder / "cases.jsonl"
    lines = [json.dumps(record_to_json(record, None)) for record in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def make_cases(number):
    return [make_record(f"c{index}") for index in range(number)]


def start_trek(*arguments, **options):
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "review_db.cli", *map(str, arguments)],
        env={**os.environ, "TREK_TEST_KEY": KEY},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def run_trek(*arguments):
    """Run the command to its end: exit code, stdout, stderr."""
    running = start_trek(*arguments)
    out, err = running.communicate(timeout=120)
    assert "Traceback" not in err, err
    return running.returncode, out, err
