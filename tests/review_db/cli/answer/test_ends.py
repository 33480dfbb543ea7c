"""How a run of `trek answer` ends before every question has its answer."""

import errno
import json
import os
import threading

from tests.review_db.cli.answering_files import lines, search_then_answer, write_answering
from tests.trek_core.answering.scripted_services import SEEN, responds, says
from tests.trek_core.probes.endpoint_bodies import error
from trek_core.probes.asking import GIVE_UP_AFTER


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
