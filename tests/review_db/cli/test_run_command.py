"""`trek run` over a real endpoint."""

import json
import sqlite3
from pathlib import Path

import pytest

from review_db.cli import main, probing
from review_db.store import ReviewStore
from tests.review_db.cli.probe_files import make_cases, write_cases, write_settings
from tests.trek_core.probes.probe_endpoint import (
    GOOD_ANSWERS,
    OUT_OF_QUOTA,
    ProbeEndpoint,
    Reply,
    good,
)
from tests.trek_core.probes.running import KEY, make_record
from trek_core.jsonl import Taken, content_hash, read_jsonl, write_jsonl


@pytest.fixture
def endpoint():
    with ProbeEndpoint() as started:
        yield started


@pytest.fixture
def files(tmp_path, endpoint):
    """Where to read, where to write, and the settings."""
    settings = write_settings(tmp_path, endpoint.base_url)
    cases = write_cases(tmp_path, *make_cases(3), make_record("ok", judge={"verdict": "correct"}))
    return cases, tmp_path / "out.jsonl", settings


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("TREK_TEST_KEY", KEY)


@pytest.fixture
def trek_run(files, capsys):
    """Run the command on the files: exit code, stdout, stderr."""

    def run(*options, cases=files[0], settings=files[2]):
        arguments = ["run", cases, "-o", files[1], "--settings", settings, *options]
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = left.code
        return code, *capsys.readouterr()

    return run


def load(path):
    return list(read_jsonl(path))


def test_the_output_is_a_trektrace_file_that_reads_back_the_same(trek_run, files, tmp_path):
    code, said, _ = trek_run("--json")
    assert code == 0
    result = json.loads(said)
    assert (result["state"], result["asked"], result["cases_done"]) == ("done", 18, 3)
    entries = load(files[1])
    assert all(isinstance(entry, Taken) for entry in entries)
    assert [entry.record.case.case_id for entry in entries] == ["c0", "c1", "c2", "ok"]
    assert [entry.file_labels for entry in entries] == [("Distraction",)] * 3 + [None]
    again = tmp_path / "again.jsonl"
    write_jsonl(again, (entry.record for entry in entries))
    assert again.read_bytes() == files[1].read_bytes()
    assert [content_hash(each.record) for each in load(again)] == [
        entry.content_hash for entry in entries
    ]


def test_the_provenance_says_under_which_policy_by_which_models_and_prompts(trek_run, files):
    trek_run()
    line = json.loads(files[1].read_text(encoding="utf-8").splitlines()[0])
    provenance = line["provenance"]
    assert provenance["policy"]["url_match"] == "any"
    assert provenance["policy"]["context"] == "append"
    assert provenance["models"] == {
        "browsing_judge": "judge",
        "analysis_judge": "judge",
        "evaluated_model": "evaluated",
    }
    assert set(provenance["prompts"]) == set(GOOD_ANSWERS)
    assert provenance["created_at"].endswith("+00:00")
    assert (line["complete"], line["missing"]) == (True, [])


def test_a_dry_run_asks_nothing_and_leaves_nothing(trek_run, files, endpoint):
    code, said, _ = trek_run("--dry-run", "--json")
    assert code == 0
    found = json.loads(said)
    assert (found["cases"], found["calls"], found["money"]) == (3, 18, None)
    assert found["tokens"] > 18
    assert endpoint.log == []
    assert [path.name for path in files[1].parent.iterdir()] in (
        ["trek.toml", "cases.jsonl"],
        ["cases.jsonl", "trek.toml"],
    )
    assert "Nothing was asked" in trek_run("--dry-run")[1]


def test_a_dry_run_needs_no_key(trek_run, monkeypatch):
    monkeypatch.delenv("TREK_TEST_KEY")
    assert trek_run("--dry-run")[0] == 0


def test_a_dry_run_of_the_rest_counts_only_what_is_left(trek_run, files, endpoint):
    def left():
        return json.loads(trek_run("--resume", "--dry-run", "--json")[1])

    whole = left()
    assert (whole["cases"], whole["calls"]) == (3, 18)
    failed = Reply(status=400, body={"error": {"message": "Not now."}})
    endpoint.script = lambda asked: (
        failed if (asked.case_id, asked.probe) == ("c1", "analysis") else good(asked)
    )
    assert trek_run()[0] == 1
    asked, kept = len(endpoint.log), files[1].with_name("out.jsonl.probes.db").read_bytes()
    part = left()
    assert (part["cases"], part["calls"]) == (1, 3)
    assert part["by_probe"] == {"analysis": 1, "gold_plus_noise": 1, "noise_grade": 1}
    assert 0 < part["tokens"] < whole["tokens"] / 5
    assert len(endpoint.log) == asked
    assert files[1].with_name("out.jsonl.probes.db").read_bytes() == kept
    endpoint.script = good
    assert trek_run("--resume")[0] == 0
    assert (left()["cases"], left()["calls"], left()["tokens"]) == (0, 0, 0)
    assert "At most 0 calls about 0 cases" in trek_run("--resume", "--dry-run")[1]


def test_where_no_terminal_is_progress_comes_in_lines(trek_run, monkeypatch, endpoint):
    monkeypatch.setattr(probing, "PROGRESS_SECONDS", 0.0)
    failed = Reply(status=400, body={"error": {"message": "Not now."}})
    endpoint.script = lambda asked: failed if asked.case_id == "c1" else good(asked)
    told = trek_run()[2].splitlines()
    assert any(
        line.startswith("2 of 3 cases, 14 calls (2 failed), 0 from the log") for line in told
    )
    assert len(trek_run("--resume", "--json")[1].splitlines()) == 1


def test_a_short_run_is_quiet_where_no_terminal_is(trek_run):
    assert trek_run()[2] == ""


@pytest.mark.parametrize("name", ["x" * 255, "x" * 245, "x" * 5000, "a\0b", "a\udcff"])
@pytest.mark.parametrize("which", ["cases", "-o", "--batch-in", "--batch-out", "--settings"])
def test_a_name_that_no_file_can_have_is_one_sentence(trek_run, tmp_path, endpoint, which, name):
    path = tmp_path / name
    if which == "cases":
        code, _, said = trek_run(cases=path)
    else:
        code, _, said = trek_run(which, path)
    if which in ("-o", "cases") or len(name) != 245:
        # With 245 letters there is room for a file, but not for what stands beside OUT.
        assert code == 1
        assert len(said.splitlines()) == 1
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(name[:2])]
    assert endpoint.log == []


def test_an_output_with_no_place_beside_it_is_refused(trek_run, tmp_path, endpoint):
    for path in ("/dev/null", tmp_path):
        code, _, said = trek_run("-o", path)
        assert (code, "is no ordinary file" in said) == (1, True)
    assert not Path("/dev/null.probes.db").exists()
    assert endpoint.log == []


def test_only_the_probes_asked_for_are_run_on_the_first_cases(trek_run, files, endpoint):
    code, _, _ = trek_run("--only", "gold-only,analysis", "--limit", "2")
    assert code == 0
    assert endpoint.requests() == {
        (case_id, probe): 1 for case_id in ("c0", "c1") for probe in ("gold_only", "analysis")
    }
    assert "gold_only" not in json.loads(files[1].read_text().splitlines()[2])


def test_an_earlier_run_is_not_written_over(trek_run, endpoint):
    trek_run()
    code, _, said = trek_run()
    assert code == 1
    assert "--resume" in said
    assert len(endpoint.log) == 18


def test_a_finished_run_resumed_asks_nothing_and_writes_the_same(trek_run, files, endpoint):
    trek_run()
    before = files[1].read_bytes()
    files[1].unlink()
    code, said, _ = trek_run("--resume", "--json")
    assert (code, json.loads(said)["reused"]) == (0, 18)
    assert files[1].read_bytes() == before
    assert len(endpoint.log) == 18


def test_an_empty_account_keeps_what_there_is_and_says_how_to_go_on(trek_run, files, endpoint):
    endpoint.script = lambda asked: good(asked) if len(endpoint.log) <= 7 else OUT_OF_QUOTA
    code, said, problem = trek_run()
    assert code == 3
    assert "--resume" in said
    assert "nothing left" in problem
    assert len(load(files[1])) == 4
    endpoint.script = good
    assert trek_run("--resume")[0] == 0
    asked_well = endpoint.requests()
    assert len(asked_well) == 18


def test_a_budget_is_one_of_the_whole_run_however_often_it_is_resumed(trek_run, endpoint, tmp_path):
    write_settings(tmp_path, endpoint.base_url, "\n[limits]\ncalls = 7\n")
    assert trek_run()[0] == 3
    assert trek_run("--resume")[0] == 3
    assert len(endpoint.log) == 7
    write_settings(tmp_path, endpoint.base_url, "\n[limits]\ncalls = 18\n")
    assert trek_run("--resume")[0] == 0
    assert len(endpoint.log) == 18


def test_the_key_is_in_no_file_and_no_word(trek_run, files):
    said = "".join(trek_run()[1:])
    assert KEY not in said
    for path in files[1].parent.iterdir():
        assert KEY.encode() not in path.read_bytes()


def test_the_log_is_an_ordinary_review_database(trek_run, files):
    trek_run()
    store = ReviewStore(f"{files[1]}.probes.db")
    (run,) = store.list_probe_runs()
    assert (run.state, run.case_ids) == ("done", ("c0", "c1", "c2"))
    assert [stored.call.outcome for stored in store.load_probe_calls("c1")] == ["answered"] * 6
    assert len(store.load_probe_results(run.run_id)) == 3


def test_calls_are_never_changed(trek_run, files):
    trek_run()
    db = sqlite3.connect(f"{files[1]}.probes.db")
    for statement in ("update probe_calls set outcome = 'x'", "delete from probe_calls"):
        with pytest.raises(sqlite3.IntegrityError, match="are never"):
            db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--only", "gold-onyl"], "'gold-onyl' is none of key-evidence"),
        (["--limit", "0"], "A limit is one case or more"),
    ],
)
def test_wrong_use_is_one_sentence(trek_run, endpoint, options, part):
    code, _, said = trek_run(*options)
    assert code in (1, 2)
    assert part in said
    assert endpoint.log == []


def test_without_settings_it_says_what_to_write(trek_run, tmp_path):
    code, _, said = trek_run(settings=tmp_path / "no.toml")
    assert code == 1
    assert "no.toml cannot be read" in said


def test_without_a_key_it_says_which_variable_to_set(trek_run, monkeypatch, endpoint):
    monkeypatch.delenv("TREK_TEST_KEY")
    code, told, said = trek_run()
    assert code == 1
    assert "TREK_TEST_KEY" in said
    assert "0 calls asked" in told
    assert endpoint.log == []


def test_the_pages_that_a_run_read_are_in_the_output(trek_run, files, tmp_path, endpoint):
    inside = "http://127.0.0.1:1/page"
    own = {"url": "https://blog.example/post", "text": "The blog's own words."}
    cases = write_cases(tmp_path, make_record("c0", gold_urls=[inside], documents=[own]))
    settings = write_settings(tmp_path, endpoint.base_url)
    text = settings.read_text(encoding="utf-8")
    settings.write_text(
        text.replace(
            "[roles.evaluated_model]", '[roles.evaluated_model]\naccess = "supplied_documents"'
        ),
        encoding="utf-8",
    )
    assert trek_run("--only", "gold-only", cases=cases)[0] == 0
    (entry,) = load(files[1])
    read, refused = entry.record.case.documents
    assert (read.url, read.text, read.origin) == (own["url"], own["text"], None)
    assert (refused.url, refused.text, refused.status) == (inside, None, "refused")
