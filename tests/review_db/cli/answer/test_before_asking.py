"""What `trek answer` refuses, and what it says without asking."""

import json

import pytest

from review_db.cli.answer import SYSTEMS
from tests.trek_core.answering.scripted_services import KEYS, responds
from trek_core.answering.systems import SYSTEM_NAMES


def test_the_systems_of_the_command_are_those_there_are():
    assert SYSTEMS == SYSTEM_NAMES


def test_a_file_of_something_else_is_refused_and_left_alone(trek, files, services, tmp_path):
    trek()
    dataset, out, settings = files
    before = out.read_bytes()
    services.script(responses=[responds("Perrin")])
    prompts = tmp_path / "mine"
    prompts.mkdir()
    own = "{{ question }} {{ time_rule }}"
    (prompts / "answer_with_tools.txt").write_text(own, encoding="utf-8")

    def refuse(*options, **more):
        code, _, noted = trek(*options, **more)
        assert code == 1
        assert noted.count("\n") == 1
        return noted

    assert "model-a · tavily, and this run asks model-a · none" in refuse(system="none")
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f'prompts_folder = "mine"\n{text}', encoding="utf-8")
    assert "answers to another prompt" in refuse()
    settings.write_text(text, encoding="utf-8")
    questions = dataset.read_text(encoding="utf-8")
    dataset.write_text(questions.replace("Who is c2?", "Who was c2?"), encoding="utf-8")
    assert "a question that" in refuse()
    dataset.write_text(questions.replace("freshqa", "sealqa_hard"), encoding="utf-8")
    assert "holds answers to freshqa, not to" in refuse()
    dataset.write_text(questions, encoding="utf-8")
    assert out.read_bytes() == before
    out.write_bytes(before.replace(b'"schema"', b'"schema', 1))
    assert "mend that line" in refuse()


@pytest.mark.parametrize(
    ("options", "unset", "expected"),
    [
        ({"system": "proxy"}, None, "[answering.search_proxy]"),
        ({}, "TAVILY_API_KEY", "set the environment variable TAVILY_API_KEY"),
        ({"system": "none"}, "TREK_TEST_KEY", "set the environment variable TREK_TEST_KEY"),
    ],
)
def test_what_is_missing_is_named_before_anything_is_asked(
    trek, services, files, monkeypatch, options, unset, expected
):
    if unset:
        monkeypatch.delenv(unset)
    code, _, noted = trek(**options)
    assert (code, noted.count("\n")) == (1, 1)
    assert expected in noted
    assert services.log == []
    assert not files[1].exists()


def test_names_that_do_not_do_are_refused(trek, files, capsys):
    with pytest.raises(SystemExit) as left:
        trek(system="bing")
    assert left.value.code == 2
    assert "'duckduckgo'" in capsys.readouterr().err
    for options, expected in (
        (["--out", str(files[0])], "is a file being read"),
        (["--out", f"{files[1]}.gz"], "without .gz"),
        (["--limit", "0"], "one question or more"),
    ):
        code, _, noted = trek(*options)
        assert (code, expected in noted) == (1, True), noted


def test_a_dry_run_needs_no_key_and_says_what_is_left_and_writes_nothing(trek, files, monkeypatch):
    code, said, _ = trek("--dry-run", "--json", "--limit", "2")
    assert code == 0
    assert json.loads(said) == {
        "questions": 2, "left": 2, "calls": 18, "proxy_calls": 0, "searches": 128,
        "search_money": 0.0, "tokens_read": None, "tokens_written": None, "money_written": None,
        "money": None,
    }  # fmt: skip
    assert not files[1].exists()
    trek("--limit", "1")
    for name in KEYS:
        monkeypatch.delenv(name)
    assert "2 questions of 3 to ask" in trek("--dry-run")[1]
    assert "model-a and at most 128 searches." in trek("--dry-run")[1]
