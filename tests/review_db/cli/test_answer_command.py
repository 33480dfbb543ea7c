"""`trek answer` over real HTTP: a file that other commands take as it is, gone on with at will."""

import errno
import json
import logging
import os
import threading

import pytest

from review_db.cli import main
from review_db.cli.answer import SYSTEMS
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.answering.scripted_services import (
    KEYS,
    Services,
    calls,
    responds,
    says,
    tavily_results,
)
from tests.trek_core.probes.endpoint_bodies import error
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply
from trek_core.answering.systems import SYSTEM_NAMES
from trek_core.figures.facts import compute_figure_facts
from trek_core.jsonl import Taken, read_jsonl
from trek_core.probes.asking import GIVE_UP_AFTER

SETTINGS = """
[roles.evaluated_model]
model = "model-a"
base_url = "{base_url}"
api_key_env = "TREK_TEST_KEY"
{role}
[answering]
tavily_url = "{tavily_url}"
{answering}
[limits]
concurrency = 1
{limits}
"""
SEEN = "https://seen.example/page"


@pytest.fixture
def services(httpserver, monkeypatch):
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    return Services(httpserver).script(
        chat=search_then_answer, tavily=[tavily_results((SEEN, "An extract."))]
    )


def search_then_answer(body):
    if len(body["messages"]) == 1:
        return calls(("web_search", body["messages"][0]["content"][-20:]))
    return says("Perrin")


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


def write_answering(folder, services, role="", answering="", limits=""):
    text = SETTINGS.format(
        base_url=services.server.url_for("/v1"),
        tavily_url=services.server.url_for("/tavily"),
        role=role,
        answering=answering,
        limits=limits,
    )
    (folder / "trek.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def trek(files, capsys):
    """Run `trek answer` on the files: exit code, stdout, stderr."""

    def run(*options, system="tavily"):
        dataset, out, settings = files
        arguments = ["answer", dataset, "--out", out, "--settings", settings, "--system", system]
        code = main([str(argument) for argument in [*arguments, *options]])
        return code, *capsys.readouterr()

    return run


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def search_fails_for(*names):
    def script(body):
        fails = any(name in body["query"] for name in names)
        return (400, {"detail": {"error": "No."}}) if fails else tavily_results((SEEN, "x"))

    return script


def test_an_answer_is_a_case_with_all_that_led_to_it(trek, files):
    code, said, _ = trek("--json")
    told = json.loads(said)
    assert (code, told["state"], told["answered"], told["asked"]) == (0, "done", 3, 3)
    assert (told["calls"], told["without_search"]) == (6, 0)
    first = lines(files[1])[0]
    assert first["schema"] == "trektrace/1"
    assert first["case_id"] == "freshqa/c0/model-a/tavily"
    assert first["system"] == {
        "model": "model-a", "search": {"kind": "external", "backend": "tavily"},
    }  # fmt: skip
    assert (first["reference_answers"], first["effective_year"]) == (["Imke Vale"], 2025)
    assert first["search_calls"][0]["urls"] == [SEEN]
    assert first["opened_urls"] == []
    assert first["documents"][0]["status"] == "snippet"
    (record, *_) = [entry.record for entry in read_jsonl(files[1])]
    # Under the names that the figures of cost read.
    assert compute_figure_facts(record).input_tokens == first["usage"]["input_tokens"] == 140
    assert first["calls"] == {"model": 2, "web_search": 1}
    assert len(first["answering"]["prompt_sha256"]) == 64
    assert first["answering"]["rounds"] == 1


def test_the_file_is_taken_by_judge_and_run_as_it_is(trek, files, services, tmp_path, capsys):
    services.script(tavily=search_fails_for("c1"))
    assert trek()[0] == 1
    answers = {
        **GOOD_ANSWERS,
        "evidence_match": GOOD_ANSWERS["evidence_match"] | {"equivalent_urls": [SEEN]},
        "judge_freshqa": {"evaluation": "incorrect", "reason": "Other."},
    }
    judged, attributed = tmp_path / "judged.jsonl", tmp_path / "attributed.jsonl"
    with ProbeEndpoint(lambda asked: Reply(answers[asked.probe])) as endpoint:
        settings = write_settings(tmp_path, endpoint.base_url)
        more = ["--settings", str(settings)]
        assert main(["judge", str(files[1]), "-o", str(judged), *more]) == 0
        assert main(["run", str(judged), "-o", str(attributed), *more]) == 0
        asked = endpoint.requests()
    assert "has no answer to judge" in capsys.readouterr().out
    assert asked["c0", "judge_freshqa"] == 1
    assert asked["c1", "judge_freshqa"] == 0
    by_question = {each["question_id"]: each for each in lines(attributed)}
    assert by_question["c0"]["judge"]["verdict"] == "incorrect"
    assert by_question["c0"]["labels"] == ["Distraction"]
    assert by_question["c0"]["complete"]
    assert by_question["c0"]["usage"] == lines(files[1])[0]["usage"]
    assert by_question["c1"]["error"]


def test_an_error_is_recorded_and_the_same_command_asks_that_question_again(trek, files, services):
    services.script(tavily=search_fails_for("c1"))
    code, said, noted = trek()
    assert code == 1
    assert "1  came to no answer" in said
    assert "1 question came to no answer." in noted
    by_question = {each["question_id"]: each for each in lines(files[1])}
    assert by_question["c1"]["error"].endswith("did not search: No.")
    assert "prediction" not in by_question["c1"]
    assert by_question["c1"]["search_calls"][0]["error"]
    before = [each for each in lines(files[1]) if each["question_id"] != "c1"]
    services.script(tavily=search_fails_for())
    services.log.clear()
    code, said, _ = trek("--json")
    told = json.loads(said)
    assert (code, told["asked"], told["answered"]) == (0, 1, 3)
    assert all("c1" in text for text in services.bodies("chat"))
    assert lines(files[1])[:2] == before
    assert lines(files[1])[2]["prediction"] == "Perrin"
    assert all(type(entry) is Taken for entry in read_jsonl(files[1]))
    services.log.clear()
    assert trek()[0] == 0
    assert services.log == []


def test_an_error_that_is_not_reached_again_stays_in_the_file(trek, files, services):
    services.script(tavily=search_fails_for("c0", "c2"))
    trek()
    services.script(tavily=search_fails_for(), chat=[(401, error("Incorrect API key"))])
    code, _, noted = trek()
    assert (code, "Incorrect API key" in noted) == (1, True)
    found = {each["question_id"]: each.get("error", "") for each in lines(files[1])}
    assert found["c1"] == ""
    assert "Incorrect API key" in found["c0"]
    assert "did not search" in found["c2"]


def test_each_answer_is_on_the_disk_before_the_next_question_is_asked(trek, files, services):
    kept = []

    def script(body):
        if len(body["messages"]) == 1:
            kept.append(len(lines(files[1])))
        return search_then_answer(body)

    services.script(chat=script)
    trek()
    assert kept == [0, 1, 2]


@pytest.mark.parametrize("left", [-20, -1])
def test_a_last_line_that_was_cut_off_is_asked_again(trek, files, services, left):
    trek()
    whole = files[1].read_bytes()
    files[1].write_bytes(whole[:left])
    services.log.clear()
    assert trek()[0] == 0
    assert len(services.bodies("chat")) == (2 if left < -1 else 0)
    assert [each["question_id"] for each in lines(files[1])] == ["c0", "c1", "c2"]
    assert files[1].read_bytes().startswith(whole[: whole.rindex(b"\n", 0, -1)])


def test_no_key_is_in_the_file_nor_in_anything_said(trek, files, services, caplog):
    caplog.set_level(logging.DEBUG)
    told = " ".join(KEYS.values())
    services.script(
        chat=lambda body: says(told) if len(body["messages"]) > 1 else calls(("web_search", told)),
        tavily=[tavily_results((f"https://seen.example/?{told}", told))],
    )
    _, said, noted = trek()
    kept = files[1].read_text(encoding="utf-8")
    assert lines(files[1])[0]["prediction"].startswith("[key]")
    for key in (KEYS["TREK_TEST_KEY"], KEYS["TAVILY_API_KEY"]):
        assert key not in kept + said + noted + caplog.text


def test_a_question_with_a_key_in_it_is_left_out_and_the_same_command_goes_on(trek, files):
    dataset, out, _ = files
    key = KEYS["TAVILY_API_KEY"]
    named = [{"question_id": f"q-{key}"}, {"question": f"Is it {key}?"}]
    for each in named:
        line = {"dataset": "freshqa", "question_id": "x", "question": "Who?"} | each
        with dataset.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(line)}\n")
    for asked in (3, 0):
        code, said, noted = trek("--json")
        assert (code, json.loads(said)["asked"], len(lines(out))) == (0, asked, 3)
        assert "freshqa/q-[key]/model-a/tavily is left out" in noted
        assert "freshqa/x/model-a/tavily is left out" in noted
        assert key not in out.read_text(encoding="utf-8") + said + noted


def test_a_limit_stops_before_it_is_passed_and_the_same_command_goes_on(
    trek, files, services, tmp_path
):
    write_answering(tmp_path, services, answering="max_rounds = 1", limits="calls = 4")
    code, said, noted = trek()
    assert (code, len(lines(files[1]))) == (3, 2)
    assert "could pass the limit on calls" in noted
    assert "2 of 3 questions answered" in said
    # The limit is that of all runs on the file.
    write_answering(tmp_path, services, answering="max_rounds = 1", limits="calls = 5")
    assert trek()[0] == 3
    more = "calls = 6\ntokens = 100000"
    write_answering(tmp_path, services, answering="max_rounds = 1", limits=more)
    assert trek()[0] == 0
    assert len(lines(files[1])) == 3


def test_paid_searches_are_held_to_the_limit_on_money(trek, files, services, tmp_path):
    priced = "[prices.model-a]\ninput = 0\noutput = 0\n[prices.tavily]\n"
    priced += "input = 0\noutput = 0\nsearch = 0.5"
    few = "max_rounds = 1\nmax_calls_a_round = 2"
    write_answering(tmp_path, services, answering=few, limits=f"money = 0.9\n{priced}")
    code, _, noted = trek()
    assert (code, services.bodies("chat"), services.bodies("tavily")) == (3, [], [])
    assert "could pass the limit on money" in noted
    assert "at most 6 searches (cost 3)" in trek("--dry-run")[1]
    # The first takes 0.50 of 1.80; the second holds that beside its own two searches of 0.50.
    write_answering(tmp_path, services, answering=few, limits=f"money = 1.8\n{priced}")
    assert trek()[0] == 3
    assert (len(lines(files[1])), len(services.bodies("tavily"))) == (1, 1)


def test_a_question_that_takes_too_long_is_an_error_with_what_there_was(
    trek, files, services, tmp_path
):
    write_answering(tmp_path, services, answering="timeout_seconds = 0.3")
    is_over = threading.Event()

    def script(body):
        if len(body["messages"]) > 1:
            is_over.wait(5)
        return search_then_answer(body)

    services.script(chat=script)
    code, _, _ = trek()
    is_over.set()
    assert code == 1
    late = lines(files[1])[0]
    assert late["error"] == "No answer within 0.3 s (timeout_seconds)."
    assert late["search_calls"][0]["urls"] == [SEEN]


def test_a_model_that_takes_no_tools_ends_the_run_with_one_sentence(trek, files, services):
    services.script(chat=[(400, error("tools are not supported by model-a"))])
    code, _, noted = trek()
    assert code == 1
    assert "model-a at http" in noted
    assert "takes no tools: choose --system none" in noted
    assert [each["question_id"] for each in lines(files[1])] == ["c0"]


def test_a_model_that_never_searched_is_told_unless_it_was_to_have_no_search(trek, services, files):
    services.script(chat=[says("Perrin")], responses=[responds("Perrin")])
    assert "3  answered now without a search" in trek()[1]
    files[1].unlink()
    assert "without a search" not in trek(system="none")[1]


def test_a_run_gives_up_where_one_question_after_the_other_comes_to_no_answer(
    trek, files, services
):
    rows = [{"dataset": "freshqa", "question": f"Who is number {n}?"} for n in range(14)]
    files[0].write_text("".join(f"{json.dumps(each)}\n" for each in rows), encoding="utf-8")
    services.script(chat=[says("")])
    code, _, noted = trek()
    assert (code, len(lines(files[1]))) == (1, GIVE_UP_AFTER)
    assert (
        "10 questions in a row came to no answer. The last: The model's answer is empty." in noted
    )


def test_questions_that_share_an_id_are_all_asked_and_one_that_is_there_twice_once(trek, files):
    same_id = files[0].read_text(encoding="utf-8").replace('"c1"', '"c0"')
    files[0].write_text(same_id + same_id.splitlines()[0] + "\n", encoding="utf-8")
    code, _, noted = trek()
    assert code == 0
    assert "1 question that is there twice" in noted
    assert [each["question"] for each in lines(files[1])] == [
        "Who is c0?",
        "Who is c1?",
        "Who is c2?",
    ]
    assert len({each["case_id"] for each in lines(files[1])}) == 3
    assert json.loads(trek("--json")[1])["asked"] == 0


def test_a_disk_that_is_full_ends_the_run_and_leaves_whole_lines(trek, files, monkeypatch):
    sync, synced = os.fsync, iter([True, False, False])

    def fill_up(number):
        if not next(synced):
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(number)

    monkeypatch.setattr(os, "fsync", fill_up)
    code, _, noted = trek()
    assert (code, "cannot be written: No space left on device" in noted) == (1, True)
    assert [each["question_id"] for each in lines(files[1])] == ["c0"]


def test_another_program_that_writes_the_file_ends_the_run(trek, files, services):
    def script(body):
        if len(body["messages"]) == 1 and "c1" in body["messages"][0]["content"]:
            with files[1].open("a", encoding="utf-8") as file:
                file.write(files[1].read_text(encoding="utf-8").replace("c0", "c1"))
        return search_then_answer(body)

    services.script(chat=script)
    code, _, noted = trek()
    assert (code, "is being written by another program" in noted) == (1, True)
    assert [each["question_id"] for each in lines(files[1])] == ["c0", "c1"]


def test_what_nobody_thought_of_is_one_sentence_too(trek, monkeypatch):
    monkeypatch.setattr("trek_core.answering.run.make_record", lambda *_: {}["nothing"])
    code, _, noted = trek()
    assert (code, noted.count("\n")) == (1, 1)
    assert "At case 'freshqa/c0/model-a/tavily' the run met an error of this program" in noted


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
