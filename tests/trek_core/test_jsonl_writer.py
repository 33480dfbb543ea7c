"""What is written, and that reading it again gives the same records."""

import gzip
import io
import json
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.errors import CaseFormatError
from trek_core.jsonl import (
    FLAT_FIELDS,
    Taken,
    content_hash,
    read_jsonl,
    record_to_json,
    write_jsonl,
    write_lines,
)
from trek_core.jsonl.reader import COMPUTED_FIELDS, PROBE_FIELDS
from trek_core.judgements import Judgement
from trek_core.recorded import Recorded
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.taxonomy import Label

A, B = "https://a.org/1", "https://b.org/2"

FULL_LINE = {
    "schema": "trektrace/1",
    "case_id": "demo/1/m",
    "dataset": "demo",
    "question_id": "1",
    "question": "Who leads the council?",
    "effective_year": 2025,
    "reference_answers": ["Ada"],
    "gold_urls": [A],
    "false_premise": False,
    "system": {"model": "m", "reasoning_effort": "high", "search": {"kind": "native"}},
    "prediction": "Bo",
    "judge": {"protocol": "sealqa", "model": "j", "verdict": "incorrect", "raw": "B"},
    "search_calls": [{"query": "council leader", "urls": [B]}],
    "opened_urls": None,
    "documents": [{"url": A, "title": None, "text": "Ada leads."}],
    "retrieval": {"url_match": False, "evidence_match": True, "equivalent_urls": [B]},
    "queries": {"query_reasonable": True, "reason": "asks for it"},
    "gold_only": {"rag_answer": "Ada", "page_accessible": True, "correct": True},
    "gold_plus_noise": {"ran": True, "answer": "Bo", "correct": False},
    "labels": ["Distraction"],
    "complete": True,
    "grounds": {"Distraction": [{"judgement": "gold_plus_noise.correct", "value": False}]},
    "missing": [],
    "judgements": [{"annotator": "Kim", "answers": {"reference_valid": "yes"}, "ours": [1]}],
    "provenance": {"policy": {"url_match": "any"}, "models": {}, "created_at": "2025-06-01"},
    "num_hops": "one-hop",
    "x": {"deep": [None, [], {}, 1.5]},
}


def written(records, **options) -> bytes:
    stream = io.BytesIO()
    write_jsonl(stream, records, **options)
    return stream.getvalue()


def read_again(data: bytes) -> list[Taken]:
    entries = list(read_jsonl(io.BytesIO(data)))
    assert all(type(entry) is Taken for entry in entries), entries
    return entries


def one(line: dict) -> Record:
    (entry,) = read_again(json.dumps(line).encode())
    return entry.record


def test_a_full_line_is_written_as_it_was_field_by_field_and_in_order():
    (line,) = written([one(FULL_LINE)]).splitlines()
    assert json.loads(line) == FULL_LINE
    assert list(json.loads(line)) == list(FULL_LINE)
    assert line == json.dumps(FULL_LINE, ensure_ascii=False).encode()


def test_labels_the_rule_does_not_give_are_written_as_recorded_labels():
    line = record_for({**FULL_LINE, "labels": ["Retrieval"]})
    assert (line["labels"], line["recorded_labels"]) == (["Distraction"], ["Retrieval"])
    assert "recorded_labels" not in record_for(FULL_LINE)


def record_for(line: dict, url_match: Literal["any", "all"] | None = None) -> dict:
    record = one(line)
    return record_to_json(record, attribute(record.case, record.probes, url_match))


def test_an_accepted_answer_has_no_labels():
    accepted = FULL_LINE | {"judge": {"verdict": "correct"}}
    (line,) = written([one(accepted)]).splitlines()
    assert not {"labels", "complete", "grounds", "missing"} & set(json.loads(line))
    assert json.loads(line)["recorded_labels"] == ["Distraction"]


def test_labels_made_under_another_reading_say_so_in_the_provenance():
    line = record_for(FULL_LINE, "all")
    assert line["provenance"] == FULL_LINE["provenance"] | {"policy": {"url_match": "all"}}
    bare = {"question": "Who?", "gold_urls": [A, B], "retrieved_urls": [A]}
    assert record_for(bare, "all")["provenance"] == {"policy": {"url_match": "all"}}
    assert "provenance" not in record_for(bare, "any")
    (entry,) = read_again(json.dumps(record_for(bare, "all")).encode())
    assert entry.record.probes.recorded_labels is None


def test_real_cases_written_and_read_again_have_the_same_content(drift):
    entries = list(read_jsonl(drift))
    again = read_again(written([entry.record for entry in entries]))
    assert [entry.record for entry in again] == [entry.record for entry in entries]
    assert [entry.content_hash for entry in again] == [entry.content_hash for entry in entries]


@pytest.fixture
def drift(request):
    return request.path.parent.parent / "data" / "freshqa_drift.jsonl"


# Files


def test_a_file_is_written_and_counted(tmp_path):
    path = tmp_path / "out.jsonl"
    assert write_jsonl(path, [one(FULL_LINE)]) == 1
    assert path.read_bytes() == written([one(FULL_LINE)])


def test_a_name_ending_in_gz_gives_gzip_and_the_same_bytes_every_time(tmp_path):
    first, second = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"
    for path in (first, second):
        write_jsonl(path, [one(FULL_LINE)])
    assert gzip.decompress(first.read_bytes()) == written([one(FULL_LINE)])
    assert first.read_bytes() == second.read_bytes()


def test_a_failure_leaves_the_earlier_file_and_nothing_beside_it(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("before")

    def failing():
        yield {"a": 1}
        raise RuntimeError("stopped half way")

    with pytest.raises(RuntimeError, match="half way"):
        write_lines(path, failing())
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_written_through(tmp_path):
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_text("before")
    link.symlink_to(real)
    write_lines(link, [{"a": 1}])
    assert link.is_symlink()
    assert real.read_text() == '{"a": 1}\n'


def test_a_folder_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_lines(tmp_path / "none" / "out.jsonl", [])


# Records made in code


def test_half_an_emoji_in_a_record_made_in_code_is_written_as_the_replacement_character():
    half = "x\ud83d\x00"
    record = Record(
        case=Case.model_validate({"question": half, "case_id": half, "x": {half: [half]}}),
        probes=Probes.model_validate({"queries": {"reason": half}}),
        judgements=(Judgement(annotator=half, notes={half: half}),),
    )
    (entry,) = read_again(written([record]))
    mended = "x\ufffd\ufffd"
    assert entry.repairs == ()
    assert entry.record.case.case_id == mended
    assert entry.record.case.model_extra == {"x": {mended: [mended]}}
    assert entry.record.judgements[0].notes == {mended: mended}
    assert entry.content_hash == content_hash(record)


def test_a_number_json_cannot_hold_is_refused_when_written():
    record = Record(case=Case.model_validate({"question": "Who?", "x": [float("nan")]}))
    with pytest.raises(CaseFormatError, match=r"x\[0\]"):
        written([record])


# Any record

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
KNOWN = {
    *Case.model_fields,
    *FLAT_FIELDS,
    *PROBE_FIELDS,
    *COMPUTED_FIELDS,
    "judgements",
    *(name for model in Recorded.__subclasses__() for name in model.model_fields),
}
UNKNOWN_NAMES = TEXTS.filter(lambda name: name not in KNOWN)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
PLAIN = {
    str: TEXTS,
    bool: st.booleans(),
    int: st.integers(-(2**63), 2**63 - 1),
    type(None): st.none(),
    Label: st.sampled_from(list(Label)),
}


def values_of(annotation) -> st.SearchStrategy:
    """Plain JSON values that a field of this type takes."""
    arguments = [kind for kind in get_args(annotation) if kind is not Ellipsis]
    origin = get_origin(annotation)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=3)
    if origin is dict:
        return st.dictionaries(TEXTS, ANYTHING if arguments[1] is Any else TEXTS, max_size=2)
    if hasattr(annotation, "__metadata__"):
        return values_of(annotation.__origin__)
    if arguments:
        return st.one_of([values_of(kind) for kind in arguments])
    return lines_of(annotation) if issubclass(annotation, Recorded) else PLAIN[annotation]


def lines_of(model: type[Recorded]) -> st.SearchStrategy:
    """Objects of a model with any of its fields, and fields it does not know."""
    fields = {
        name: st.text("abc", min_size=1) if name in ("question", "annotator") else values_of(kind)
        for name, kind in (
            (name, field.rebuild_annotation()) for name, field in model.model_fields.items()
        )
    }
    required = {
        name: fields.pop(name) for name in list(fields) if model.model_fields[name].is_required()
    }
    known = st.fixed_dictionaries(required, optional=fields)
    if model is Probes:  # its unknown fields are the case's: both stand at top level
        return known
    unknown = st.dictionaries(UNKNOWN_NAMES, ANYTHING, max_size=2)
    return st.builds(lambda extra, line: extra | line, unknown, known)


def as_record(case: dict, probes: dict, judgements: list[dict]) -> Record:
    record = Record.model_validate({"case": case, "probes": probes, "judgements": judgements})
    claimed = record.probes.recorded_labels
    computed = attribute(record.case, record.probes).labels
    if claimed is not None and record.case.is_failure and set(claimed) == set(computed):
        agreed = record.probes.model_copy(update={"recorded_labels": None})
        return record.model_copy(update={"probes": agreed})
    return record


RECORDS = st.builds(
    as_record, lines_of(Case), lines_of(Probes), st.lists(lines_of(Judgement), max_size=2)
)


@settings(max_examples=150)
@given(RECORDS)
def test_writing_and_reading_again_gives_the_same_record(record):
    (entry,) = read_again(written([record]))
    assert entry.record == record
    assert entry.content_hash == content_hash(record)
    assert entry.repairs == ()
    assert written([entry.record]) == written([record])
