"""Two cases that differ only in what is withheld are the same bytes to a blind reviewer."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.checklist_strategies import JSON_VALUES
from trek_core.blind import SHOWN_OF_CASE, may_see_noise, withhold
from trek_core.cases import Case
from trek_core.checklist import compute_facts
from trek_core.jsonl.reader import PROBE_FIELDS
from trek_core.recorded_probes import GoldOnly, GoldPlusNoise, Probes, QueryAdequacy, Retrieval
from trek_core.records import Record

PAGE = "https://example.org/council"

WHOLE = {
    "case": {
        "case_id": "c1",
        "question": "Who chairs?",
        "gold_urls": [PAGE],
        "retrieved_urls": [PAGE, "https://example.com/other"],
        "prediction": "Bo",
        "judge": {"verdict": "incorrect", "raw": "No."},
        "system": {"model": "m", "search": {"kind": "native"}},
        "documents": [{"url": PAGE, "text": "Ada chairs.", "http_status": 200}],
    },
    "probes": {
        "retrieval": {"url_match": True, "key_evidence": "Ada chairs."},
        "queries": {"query_reasonable": True},
        "gold_only": {"context_urls": [PAGE], "rag_answer": "Ada", "model": "m"},
        "gold_plus_noise": {"ran": True, "answer": "Bo"},
    },
}

# Every field of every probe, those that come after the person's own grade included.
VALUES = {
    "bool": st.sampled_from([True, False, None]),
    "Text": st.sampled_from(["x", "", None]) | st.text(max_size=8),
    "tuple": st.sampled_from([None, [], [PAGE], ["https://example.com/other"]]),
}
SHOWN = {("gold_only", "context_urls"), ("gold_only", "rag_answer"), ("gold_only", "model")}
NOISE = {("gold_plus_noise", name) for name in ("ran", "context_urls", "answer", "model")}
BLOCKS = {
    "retrieval": Retrieval,
    "queries": QueryAdequacy,
    "gold_only": GoldOnly,
    "gold_plus_noise": GoldPlusNoise,
}
PATHS = [(block, name) for block, model in BLOCKS.items() for name in model.model_fields]


def bytes_of(plain, answers=None):
    record = withhold(Record.model_validate(plain), answers or {})
    facts = compute_facts(record, None)
    return record.model_dump_json(exclude_unset=True).encode() + repr(facts).encode()


def value_for(block, name):
    annotation = str(BLOCKS[block].model_fields[name].annotation)
    kind = next(each for each in ("tuple", "bool") if each in annotation) if (
        "tuple" in annotation or "bool" in annotation
    ) else "Text"  # fmt: skip
    return VALUES[kind]


@pytest.mark.parametrize("path", [path for path in PATHS if path not in SHOWN])
@given(data=st.data())
def test_no_withheld_value_of_a_probe_reaches_a_blind_reviewer(path, data):
    block, name = path
    changed = copy.deepcopy(WHOLE)
    changed["probes"][block][name] = data.draw(value_for(block, name))
    assert bytes_of(changed) == bytes_of(WHOLE)


@pytest.mark.parametrize("path", [path for path in PATHS if path not in SHOWN | NOISE])
@given(data=st.data())
def test_the_own_grade_opens_the_noise_probe_and_no_grade(path, data):
    block, name = path
    changed = copy.deepcopy(WHOLE)
    changed["probes"][block][name] = data.draw(value_for(block, name))
    yes = {"gold_only_correct": "yes"}
    assert bytes_of(changed, yes) == bytes_of(WHOLE, yes)
    assert b"Bo" in bytes_of(WHOLE, yes).partition(b"gold_plus_noise")[2]


@given(labels=st.none() | st.lists(st.sampled_from(["Retrieval", "Randomness"]), unique=True))
def test_labels_the_file_claimed_are_withheld(labels):
    changed = copy.deepcopy(WHOLE)
    changed["probes"]["recorded_labels"] = labels
    assert bytes_of(changed) == bytes_of(WHOLE)


@given(
    name=st.text(min_size=1, max_size=10),
    value=JSON_VALUES,
    place=st.sampled_from(["case", "probes", "provenance", *BLOCKS, "judge", "system"]),
)
def test_unknown_fields_are_withheld_wherever_they_stand(name, value, place):
    changed = copy.deepcopy(WHOLE)
    if place in ("judge", "system"):
        holder = changed["case"][place]
    elif place in ("case", "probes"):
        holder = changed[place]
    else:
        holder = changed["probes"].setdefault(place, {})
    known = {*Case.model_fields, *Probes.model_fields, *holder, "model", "verdict", "search"}
    known |= {field for model in BLOCKS.values() for field in model.model_fields}
    known |= {"protocol", "raw", "reasoning_effort", "policy", "models", "created_at"}
    if name not in known:
        holder[name] = value
    assert bytes_of(changed) == bytes_of(WHOLE)


@pytest.mark.parametrize("block", [name for name in PROBE_FIELDS if name != "gold_only"])
def test_not_even_the_presence_of_a_withheld_block_tells(block):
    changed = copy.deepcopy(WHOLE)
    changed["probes"].pop(block, None)
    assert bytes_of(changed) == bytes_of(WHOLE)


def test_a_block_of_which_nothing_is_shown_is_as_good_as_absent():
    graded, bare = copy.deepcopy(WHOLE), copy.deepcopy(WHOLE)
    graded["probes"]["gold_only"] = {"correct": False, "page_accessible": False, "rag_answer": None}
    bare["probes"].pop("gold_only")
    assert bytes_of(graded) == bytes_of(bare)


def test_judgements_and_decisions_are_no_part_of_it():
    judged = WHOLE | {"judgements": [{"annotator": "Bo", "labels": ["Retrieval"]}]}
    assert bytes_of(judged) == bytes_of(WHOLE)


def test_pages_keep_everything_they_came_with():
    shown = withhold(Record.model_validate(WHOLE), {})
    assert shown.case.documents[0].model_extra == {"http_status": 200}
    assert shown.probes.gold_only.rag_answer == "Ada"
    assert shown.case.verdict == "incorrect"


def test_every_field_of_a_case_is_in_the_table():
    assert set(SHOWN_OF_CASE) == set(Case.model_fields)


@pytest.mark.parametrize(("grade", "opens"), [("yes", True), ("no", False), ("unsure", False),
                                              (None, False)])  # fmt: skip
def test_only_a_grade_that_asks_about_noise_opens_it(grade, opens):
    assert may_see_noise({"gold_only_correct": grade} if grade else {}) is opens
