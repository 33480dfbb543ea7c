"""NeoQA's files, which are published encoded."""

import base64
import json

from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.dataset_files import (
    load,
    neoqa,
    write_lines,
)
from trek_core.datasets.neoqa import decode_line


def encode(line, key=23456):
    """As NeoQA is published."""
    return base64.b64encode(bytes(byte ^ key % 256 for byte in line.encode("latin-1")))


def test_neoqa_is_decoded_and_its_options_are_checked(tmp_path):
    lines = [neoqa(), neoqa(question_id="cd", answer="Z", answer_options=["A", "B"])]
    path = tmp_path / "n.jsonl"
    path.write_bytes(b"\n".join(encode(json.dumps(line)) for line in lines) + b"\n!!!\n")
    found = load(path)
    first = found.questions[0]
    assert (first.question_id, first.hops) == ("ab12", "multi-hop")
    assert (len(first.options), first.reference_answers) == (7, ("Lowfield",))
    assert first.sufficient_documents == (("a0", "a1"), ("a0", "a2"))
    assert first.gold_urls is None, "articles are no web pages"
    assert [(each.place, each.field) for each in found.problems] == [
        ("line 2", "answer_options"),
        ("line 2", "answer"),
        ("line 3", "line"),
    ]
    assert load(write_lines(tmp_path / "plain.jsonl", *lines)).questions == found.questions


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\n")))
def test_decoding_undoes_the_published_encoding(text):
    assert decode_line(encode(text)).decode() == text


def test_instances_of_one_neoqa_question_are_told_apart(tmp_path):
    lines = [neoqa(instance_id="i1"), neoqa(instance_id="i2", use_evidence_documents=["a0"])]
    found = load(write_lines(tmp_path / "n.jsonl", *lines))
    assert [each.question_id for each in found.questions] == ["i1", "i2"]
    assert found.problems == ()
    assert found.questions[1].model_extra["use_evidence_documents"] == ["a0"]
