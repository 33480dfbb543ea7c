"""A prompt file of one's own: whatever it does, it is one sentence that names it, or a prompt."""

import pytest

from trek_core.cases import Case
from trek_core.errors import ProbeConfigError
from trek_core.probes.contracts import CONTRACTS
from trek_core.probes.prompts import load_prompt, load_prompts, render_prompt
from trek_core.probes.requests import select_inputs

NEEDED = "{{ question }} {{ time_rule }} {{ documents }} "
FOUND = {"documents": None, "context_urls": None}
CASE = Case.model_validate(
    {"case_id": "c1", "question": "Who?", "gold_urls": ["https://a.example/1"]}
)


def fill_in(folder, text):
    (folder / "gold_only.txt").write_text(NEEDED + text, encoding="utf-8")
    prompt = load_prompt("gold_only", folder)
    return render_prompt(prompt, select_inputs(CONTRACTS["gold_only"], CASE, FOUND))


@pytest.mark.parametrize(
    "text",
    [
        "{{ question | xmlattr }}",
        "{{ gold_urls | dictsort }}",
        "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
        "{{" + "(" * 3000 + "1" + ")" * 3000 + "}}",
        "{{" + "[" * 500 + "}}",
        '{% include "x" %}',
        '{% import "x" as y %}',
        '{% extends "x" %}',
        "{{ self.__init__.__globals__ }}",
        "{{ question.__class__.__mro__ }}",
        '{{ question | attr("__class__") }}',
        '{{ "{0.__class__}".format(question) }}',
        '{{ "%99999999999s" | format(question) }}',
        '{{ "%99999999999d" % 1 }}',
        "{{ question.nope.nope }}",
        "{{ question() }}",
        "{{ question | nofilter }}",
        "{{ question is notest }}",
        "{{ 1 / 0 }}",
        '{{ "a" * 99999999999 }}',
        "{{ 9 ** 99999999 }}",
        "{{ [1] * 99999999999 }}",
        "{{ question | random }}",
        "{{ gold_urls | random }}",
        "{{ question | wordwrap(0) }}",
        "{{ question | filesizeformat }}",
        "{{ question | center(99999999999) }}",
        "{{ question.zfill(99999999999) }}",
        "{{ question.upper }}",
        '{{ question.encode("nope") }}',
        "{{ question | indent(99999999999) }}",
        "{{ question | sum }}",
        "{% for x in question recursive %}{{ loop(question) }}{% endfor %}",
        "{% trans %}",
        "{%",
        "{{ none | list }}",
        "{{ 5 | join }}",
    ],
)
def test_what_cannot_be_filled_in_is_one_sentence_that_names_the_file(tmp_path, text):
    with pytest.raises(ProbeConfigError, match=r"gold_only\.txt") as caught:
        fill_in(tmp_path, text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ gold_urls | lines }}", "- https://a.example/1"),
        ("{{ question | upper }}", "WHO?"),
        ("{{ gold_urls | join(', ') }}", "https://a.example/1"),
        ("{{ gold_urls | length * 2 }}", "2"),
        ("{% for url in gold_urls %}{{ loop.index }}: {{ url }}{% endfor %}", "1: https://a.exa"),
        ("{% macro show(text) %}<{{ text }}>{% endmacro %}{{ show(question) }}", "<Who?>"),
        ("{% if documents %}Read.{% else %}Open.{% endif %}", "Open."),
        ("{{ documents | default('none', true) }}", "none"),
    ],
)
def test_showing_choosing_and_going_through_is_what_a_prompt_can_do(tmp_path, text, said):
    assert said in fill_in(tmp_path, text)


def test_a_byte_order_mark_is_no_part_of_a_prompt(tmp_path):
    fill_in(tmp_path, "")
    file = tmp_path / "gold_only.txt"
    plain = load_prompt("gold_only", tmp_path)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load_prompt("gold_only", tmp_path) == plain


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "no-such-folder"])
def test_a_folder_that_cannot_be_is_one_sentence(tmp_path, name):
    with pytest.raises(ProbeConfigError, match="prompts folder") as caught:
        load_prompts(tmp_path / name)
    assert len(str(caught.value)) < 400
