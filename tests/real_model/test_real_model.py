"""`trek run` with a real small model: shape and invariants hold whatever the model says."""

import json
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from review_db.store import ReviewStore
from tests.real_model.endpoint import CHECKOUT, real_model
from tests.review_db.cli.probe_files import start_trek
from trek_core.attribution import attribute
from trek_core.jsonl import Taken, read_jsonl, write_jsonl
from trek_core.probes.calls import Outcome
from trek_core.probes.contracts import CONTRACTS
from trek_core.settings import RoleName

pytestmark = pytest.mark.real_model

# Gold page not retrieved; neither pages nor queries recorded.
CASE_IDS = ("s05-b", "s09-c")
# A real model on one thread is slow: short pages, and no more calls than 6 + 3.
PAGE_CHARACTERS = 300
MOST_CALLS = 9
SECONDS = 900

ROLE = """
[roles.{name}]
model = "smollm2-135m"
base_url = "{base_url}"
api_key_env = "TREK_TEST_KEY"
api = "chat"
access = "supplied_documents"
temperature = 0.0
max_output_tokens = 160
timeout_seconds = 300
"""


def write_cases(folder):
    """The sample cases without what is known of them."""
    records = []
    for entry in read_jsonl(CHECKOUT / "samples" / "sample.jsonl"):
        if entry.record.case.case_id in CASE_IDS:
            case = entry.record.case.model_dump(mode="json", exclude_unset=True)
            for page in case["documents"]:
                page["text"] = page["text"][:PAGE_CHARACTERS]
            records.append(type(entry.record).model_validate({"case": case, "probes": {}}))
    write_jsonl(folder / "cases.jsonl", records)


def write_settings(folder, base_url):
    roles = [ROLE.format(name=name, base_url=base_url) for name in get_args(RoleName)]
    text = "".join(roles) + "\n[limits]\nconcurrency = 1\n"
    (folder / "trek.toml").write_text(text, encoding="utf-8")


def trek_run(folder, *options):
    """Run the command on the files of a folder: exit code, what it printed as JSON."""
    running = start_trek(
        "run", folder / "cases.jsonl", "-o", folder / "out.jsonl",
        "--settings", folder / "trek.toml", "--json", *options,
    )  # fmt: skip
    out, err = running.communicate(timeout=SECONDS)
    assert "Traceback" not in err, err
    return running.returncode, json.loads(out)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("real_model")


@pytest.fixture(scope="module")
def ended(folder):
    """How the run ended; its model is gone by then."""
    write_cases(folder)
    with real_model(folder / "model.log") as base_url:
        write_settings(folder, base_url)
        return trek_run(folder)


@pytest.fixture(scope="module")
def calls(ended):
    """The calls about each case, in the order they were made."""
    store = ReviewStore(Path(ended[1]["log"]))
    return {
        case_id: [each.call for each in store.load_probe_calls(case_id)] for case_id in CASE_IDS
    }


@pytest.fixture
def entries(ended):
    return {entry.record.case.case_id: entry for entry in read_jsonl(Path(ended[1]["out"]))}


def find_answers(calls):
    return {call.request.probe: call.answer for call in calls if call.answer is not None}


def test_the_run_comes_to_its_end(ended):
    code, result = ended
    assert code == 0
    assert (result["state"], result["problem"], result["cases_done"]) == (
        "done",
        None,
        len(CASE_IDS),
    )
    assert 3 * len(CASE_IDS) <= result["asked"] <= MOST_CALLS


def test_the_output_is_a_trektrace_file_that_reads_back_the_same(folder, entries):
    assert tuple(entries) == CASE_IDS
    assert all(isinstance(entry, Taken) and not entry.repairs for entry in entries.values())
    again = folder / "again.jsonl"
    write_jsonl(again, (entry.record for entry in entries.values()))
    assert again.read_bytes() == (folder / "out.jsonl").read_bytes()


def test_every_call_is_kept_once_with_its_outcome_and_its_whole_reply(calls, ended):
    made = [call for about_case in calls.values() for call in about_case]
    assert len({call.request.key for call in made}) == len(made) == ended[1]["asked"]
    assert Counter(call.outcome for call in made) == ended[1]["outcomes"]
    for call in made:
        # The model is there: a call without any reply would be a fault of ours.
        assert call.outcome in set(get_args(Outcome)) - {"failed"}
        assert (call.outcome == "answered") == (call.answer is not None) == (call.problem is None)
        assert json.loads(call.raw)["choices"]
        assert call.usage.output_tokens > 0
        if call.answer is not None:
            CONTRACTS[call.request.probe].answer.model_validate(call.answer)


def test_what_is_asked_follows_from_what_was_answered(calls, entries):
    for case_id, about_case in calls.items():
        case, answers = entries[case_id].record.case, find_answers(about_case)
        graded_right = "gold_only" in answers and answers.get("analysis", {}).get(
            "gold_only_correct"
        )
        expected = {"key_evidence", "gold_only"}
        if "gold_only" in answers or case.queries is not None:
            expected.add("analysis")
        if (
            case.retrieved
            and not set(case.retrieved) & set(case.gold)
            and "key_evidence" in answers
        ):
            expected.add("evidence_match")
        if graded_right and case.retrieved is not None:
            expected.add("gold_plus_noise")
        if "gold_plus_noise" in answers:
            expected.add("noise_grade")
        assert Counter(call.request.probe for call in about_case) == Counter(expected)


def test_an_attribution_is_complete_or_names_what_is_missing(folder, entries, calls):
    for line in map(json.loads, (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()):
        entry, answers = entries[line["case_id"]], find_answers(calls[line["case_id"]])
        attribution = attribute(entry.record.case, entry.record.probes)
        assert line["schema"] == "trektrace/1"
        assert line["labels"] == [label.value for label in attribution.label_set.labels]
        assert line["complete"] == (line["missing"] == [])
        assert tuple(line["missing"]) == attribution.missing
        # No answer, no verdict.
        graded = "analysis" in answers and "gold_only" in answers
        assert ("gold_only.correct" in line["missing"]) == (not graded)
        assert set(line["provenance"]["prompts"]) == {
            call.request.probe for call in calls[line["case_id"]]
        }


def test_an_address_that_was_not_given_is_told_and_is_never_evidence(calls, entries):
    for case_id, about_case in calls.items():
        case, probes = entries[case_id].record.case, entries[case_id].record.probes
        told = " ".join(attribute(case, probes).notes)
        for call in about_case:
            named = (call.answer or {}).get(CONTRACTS[call.request.probe].names_urls, ())
            given = {*case.gold, *(case.retrieved or ())}
            assert set(call.request.urls) <= given
            assert set(call.foreign_urls) == set(named) - set(call.request.urls)
            assert all(url in told for url in call.foreign_urls)
        if probes.retrieval.evidence_match:
            assert set(probes.retrieval.equivalent_urls) & set(case.retrieved)
        assert set(probes.retrieval.matched_urls or ()) <= set(case.retrieved or ())


def test_a_resumed_run_asks_nothing_more_and_writes_the_same(folder, ended):
    before = (folder / "out.jsonl").read_bytes()
    code, result = trek_run(folder, "--resume")
    assert code == 0
    assert (result["asked"], result["reused"]) == (0, ended[1]["asked"])
    assert (folder / "out.jsonl").read_bytes() == before
