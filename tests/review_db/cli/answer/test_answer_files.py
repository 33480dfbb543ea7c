"""`trek answer` over real HTTP: a file that other commands take as it is, gone on with at will."""

import json
import logging

import pytest

from review_db.cli import main
from tests.review_db.cli.answering_files import lines, search_fails_for, search_then_answer
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.answering.scripted_services import KEYS, SEEN, calls, says, tavily_results
from tests.trek_core.probes.endpoint_bodies import error
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply
from trek_core.figures.facts import compute_figure_facts
from trek_core.jsonl import Taken, read_jsonl


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
