"""A dataset of three questions, and `trek answer` over it by scripted services."""

import json

import pytest

from review_db.cli import main
from tests.review_db.cli.answering_files import search_then_answer, write_answering
from tests.trek_core.answering.scripted_services import KEYS, SEEN, Services, tavily_results


@pytest.fixture
def services(httpserver, monkeypatch):
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    return Services(httpserver).script(
        chat=search_then_answer, tavily=[tavily_results((SEEN, "An extract."))]
    )


@pytest.fixture
def files(tmp_path, services):
    """A dataset, the answers and the settings."""
    questions = [
        {
            "dataset": "freshqa",
            "question_id": name,
            "question": f"Who is {name}?",
            "effective_year": 2025,
            "reference_answers": ["Imke Vale"],
            "gold_urls": ["https://gold.example/page"],
        }
        for name in ("c0", "c1", "c2")
    ]
    dataset = tmp_path / "questions.jsonl"
    dataset.write_text("".join(f"{json.dumps(each)}\n" for each in questions), encoding="utf-8")
    write_answering(tmp_path, services)
    return dataset, tmp_path / "out.jsonl", tmp_path / "trek.toml"


@pytest.fixture
def trek(files, capsys):
    """Run `trek answer` on the files: exit code, stdout, stderr."""

    def run(*options, system="tavily"):
        dataset, out, settings = files
        arguments = ["answer", dataset, "--out", out, "--settings", settings, "--system", system]
        code = main([str(argument) for argument in [*arguments, *options]])
        return code, *capsys.readouterr()

    return run
