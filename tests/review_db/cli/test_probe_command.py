"""`trek probe`: one probe of one case, once and k times."""

import json

import pytest

from review_db.cli import main
from review_db.store import ReviewStore
from tests.review_db.cli.probe_files import write_cases, write_settings
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply
from tests.trek_core.probes.running import KEY, make_record


@pytest.fixture
def endpoint():
    with ProbeEndpoint() as started:
        yield started


@pytest.fixture
def trek_probe(tmp_path, endpoint, monkeypatch, capsys):
    """Run the command on a database with one failed and one accepted case."""
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    store = ReviewStore(tmp_path / "reviews.db")
    cases = write_cases(tmp_path, make_record(), make_record("ok", judge={"verdict": "correct"}))
    store.import_file(cases, "cases")
    settings = write_settings(tmp_path, endpoint.base_url)

    def run(*options, case_id="c1"):
        arguments = ["probe", case_id, "--db", store.path, "--settings", settings, *options]
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = left.code
        return code, *capsys.readouterr()

    run.store = store
    return run


def test_k_repeats_give_failures_of_k_with_an_interval(trek_probe, endpoint):
    right = iter([True, False, True, True, True])

    def script(asked):
        answer = GOOD_ANSWERS[asked.probe]
        if asked.probe == "analysis":
            answer = answer | {"gold_only_correct": next(right)}
        return Reply(answer)

    endpoint.script = script
    code, said, _ = trek_probe("--probe", "gold-only", "--repeat", "5", "--json")
    assert code == 0
    result = json.loads(said)
    assert result["reproduction"]["failures"] == 1
    assert result["reproduction"]["sentence"].startswith("failed 1 of 5 (95 % CI 4-62 %")
    assert len(result["results"]) == 5
    assert endpoint.probes.count("gold_only") == endpoint.probes.count("analysis") == 5


def test_asking_for_more_repeats_asks_only_those_that_are_missing(trek_probe, endpoint):
    trek_probe("--probe", "gold-plus-noise", "--repeat", "2")
    code, said, _ = trek_probe("--probe", "gold-plus-noise", "--repeat", "3")
    assert code == 0
    assert endpoint.probes.count("gold_plus_noise") == 3
    assert "2 calls asked and 4 found in the log" in said
    assert "gold_plus_noise: failed 3 of 3" in said


def test_another_model_is_another_call(trek_probe, endpoint):
    trek_probe("--probe", "gold-only")
    trek_probe("--probe", "gold-only", "--model", "other")
    models = [call.call.request.model for call in trek_probe.store.load_probe_calls("c1")]
    assert sorted(set(models)) == ["evaluated", "judge", "other"]
    assert endpoint.probes.count("gold_only") == 2


def test_the_record_is_not_changed_and_the_result_is_kept(trek_probe):
    before = trek_probe.store.load_case("c1")
    trek_probe("--probe", "gold-only")
    assert trek_probe.store.load_case("c1") == before
    (found,) = trek_probe.store.load_probe_results(case_id="c1")
    assert found.probes.gold_only.rag_answer == "Imke Vale"


def test_what_cannot_be_asked_is_said(trek_probe, endpoint):
    code, said, _ = trek_probe("--probe", "evidence-match")
    assert code == 0
    assert "there is no key evidence to look for" in said
    assert endpoint.log == []


def test_each_answer_is_shown_with_its_grade(trek_probe, endpoint):
    refusal = {"type": "message", "content": [{"type": "refusal", "refusal": "I would not."}]}
    replies = iter(
        [
            Reply(GOOD_ANSWERS["gold_only"] | {"rag_answer": "Imke\nVale " * 30}),
            Reply(body={"status": "completed", "output": [refusal]}),
        ]
    )

    def script(asked):
        return next(replies) if asked.probe == "gold_only" else Reply(GOOD_ANSWERS[asked.probe])

    endpoint.script = script
    said = trek_probe("--probe", "gold-only")[1]
    assert "1  Imke Vale Imke Vale" in said
    assert "… · correct" in said
    said = trek_probe("--probe", "gold-only", "--repeat", "2")[1]
    assert "2  refused: The model declined: I would not." in said
    answers = json.loads(trek_probe("--probe", "gold-only", "--repeat", "2", "--json")[1])[
        "answers"
    ]
    assert [(each["outcome"], each["grade"]) for each in answers] == [
        ("answered", True),
        ("refused", None),
    ]
    said = trek_probe("--probe", "analysis")[1]
    assert "Same name. · gold only correct: yes · query reasonable: yes" in said


def test_asking_for_what_is_all_there_starts_no_run(trek_probe, endpoint):
    trek_probe("--probe", "gold-only", "--repeat", "2")
    asked = len(endpoint.log)
    code, said, _ = trek_probe("--probe", "gold-only", "--repeat", "2")
    assert code == 0
    assert "0 calls asked and 4 found in the log" in said
    assert "nothing left to ask" in said
    assert "gold_only: " in said
    assert (len(endpoint.log), len(trek_probe.store.list_probe_runs())) == (asked, 1)


def test_a_call_without_a_reply_is_no_success(trek_probe, endpoint):
    endpoint.script = lambda _: Reply(status=400, body={"error": {"message": "Not now."}})
    code, said, problem = trek_probe("--probe", "gold-only")
    assert code == 1
    assert "1  no answer" in said
    assert "Not now." in problem
    assert "127.0.0.1" in problem


@pytest.mark.parametrize("name", ["", " ", "\udcff", "a\0b", "a\nb"])
def test_a_model_needs_a_name_that_can_be_sent(trek_probe, endpoint, name):
    code, _, said = trek_probe("--probe", "gold-only", "--model", name)
    assert (code, endpoint.log) == (2, [])
    assert "the name of a model" in said


@pytest.mark.parametrize(
    ("options", "case_id", "part"),
    [
        (["--probe", "gold-only"], "no-such", "There is no case 'no-such'"),
        (["--probe", "gold-only"], "ok", "was judged correct"),
        (["--probe", "gold-only", "--repeat", "0"], "c1", "once or more"),
        (["--probe", "gold"], "c1", "is none of key-evidence"),
    ],
)
def test_wrong_use_is_one_sentence(trek_probe, endpoint, options, case_id, part):
    code, _, said = trek_probe(*options, case_id=case_id)
    assert code in (1, 2)
    assert part in said
    assert endpoint.log == []
