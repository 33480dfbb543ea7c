"""Every prompt, ours or a user's: what it shows, and what it can never show."""

import itertools
import json
import re

import pytest

from trek_core.cases import Case
from trek_core.errors import ProbeConfigError
from trek_core.probes.contracts import CONTRACTS, PROBE_NAMES
from trek_core.probes.prompts import load_prompt, load_prompts, render_prompt
from trek_core.probes.requests import make_request, select_inputs
from trek_core.probes.wire import build_body
from trek_core.settings import Role, Settings

ANSWERS_IT = ("gold_only", "gold_plus_noise")
"""The probes that the evaluated model answers."""

CASE = Case.model_validate(
    {
        "case_id": "CASE-ID",
        "dataset": "DATASET",
        "question": "QUESTION",
        "effective_year": 2023,
        "reference_answers": ["REFERENCE-A", "REFERENCE-B"],
        "gold_urls": ["https://gold.example/GOLD-1", "https://gold.example/GOLD-2"],
        "prediction": "PREDICTION",
        "judge": {"verdict": "incorrect", "raw": "JUDGE-RAW"},
        "search_calls": [{"query": "QUERY", "urls": ["https://seen.example/RETRIEVED"]}],
        "system": {"model": "SYSTEM"},
        "own_field": "EXTRA",
    }
)
FOUND = {
    "context_urls": ("https://all.example/CONTEXT",),
    "documents": None,
    "key_evidence": "KEY-EVIDENCE",
    "gold_only_answer": "GOLD-ONLY-ANSWER",
    "page_accessible": True,
    "answer": "NOISE-ANSWER",
}
MARKS = {
    "question": ("QUESTION",),
    "time_rule": ("Effective year: 2023",),
    "reference_answers": ("REFERENCE-A", "REFERENCE-B"),
    "gold_urls": ("/GOLD-1", "/GOLD-2"),
    "retrieved_urls": ("/RETRIEVED",),
    "context_urls": ("/CONTEXT",),
    "documents": ("PAGE-TEXT",),
    "key_evidence": ("KEY-EVIDENCE",),
    "search_queries": ("QUERY",),
    "prediction": ("PREDICTION",),
    "gold_only_answer": ("GOLD-ONLY-ANSWER",),
    "page_accessible": ("could be read: yes",),
    "answer": ("NOISE-ANSWER",),
}
NEVER = ("CASE-ID", "DATASET", "JUDGE-RAW", "EXTRA", "SYSTEM")
ROLES = {"browsing_judge", "analysis_judge", "evaluated_model"}


def settings(access="web_search"):
    return Settings(roles={name: Role(model="m", access=access) for name in ROLES})


def render(name, case=CASE, **found):
    contract = CONTRACTS[name]
    return render_prompt(load_prompt(name), select_inputs(contract, case, FOUND | found))


def whole_body(name, case=CASE, access="web_search", **found):
    """Everything of a request that reaches the model, as it goes over the wire."""
    request = make_request(case, load_prompt(name), settings(access), FOUND | found)
    return json.dumps(build_body(request))


WAYS = [("web_search", {}), ("supplied_documents", {"documents": "PAGE-TEXT"})]


@pytest.mark.parametrize("name", PROBE_NAMES)
@pytest.mark.parametrize(("access", "found"), WAYS)
def test_a_probe_is_shown_exactly_the_inputs_of_its_contract(name, access, found):
    body = whole_body(name, access=access, **found)
    shown = {each for each, marks in MARKS.items() if all(mark in body for mark in marks)}
    expected = set(CONTRACTS[name].inputs)
    if CONTRACTS[name].browses:
        # The text of the pages stands in for their list, which is in it.
        expected -= {CONTRACTS[name].urls_from if found else "documents"}
    assert shown == expected
    for hidden in set(MARKS) - expected:
        assert not any(mark in body for mark in MARKS[hidden] if mark != "QUERY"), hidden
    assert not any(mark in body for mark in NEVER)


@pytest.mark.parametrize("name", ANSWERS_IT)
def test_reference_answers_cannot_reach_the_evaluated_model(name, tmp_path):
    contract = CONTRACTS[name]
    assert contract.role == "evaluated_model"
    judges_only = {"reference_answers", "key_evidence", "prediction", "gold_only_answer", "answer"}
    assert not contract.inputs & judges_only
    for hidden in judges_only:
        own = tmp_path / contract.template
        own.write_text(
            f"{{{{ question }}}} {{{{ time_rule }}}} {{{{ documents }}}} {{{{ {hidden} }}}}"
        )
        with pytest.raises(ProbeConfigError, match=f"names '{hidden}', which {name} may not see"):
            load_prompt(name, tmp_path)


def test_only_the_judges_contracts_have_reference_answers():
    having = {each.role for each in CONTRACTS.values() if "reference_answers" in each.inputs}
    assert having == {"browsing_judge", "analysis_judge"}
    assert {each.name for each in CONTRACTS.values() if each.role == "evaluated_model"} == {
        *ANSWERS_IT
    }


@pytest.mark.parametrize("name", ANSWERS_IT)
@pytest.mark.parametrize(("access", "found"), WAYS)
def test_what_the_evaluated_model_gets_is_the_same_whatever_the_reference_is(name, access, found):
    bodies = {
        whole_body(name, CASE.model_copy(update={"reference_answers": given}), access, **found)
        for given in (("1",), ("quite another",), None)
    }
    assert len(bodies) == 1


@pytest.mark.parametrize(("access", "found"), WAYS)
def test_gold_plus_noise_is_the_same_whichever_page_is_gold(access, found):
    pages = tuple(f"https://p{number}.example/" for number in range(4))
    bodies = {
        whole_body(
            "gold_plus_noise",
            CASE.model_copy(update={"gold_urls": gold}),
            access,
            context_urls=pages,
            **found,
        )
        for size in range(4)
        for gold in itertools.combinations(pages, size)
    }
    assert len(bodies) == 1


@pytest.mark.parametrize(("access", "found"), WAYS)
def test_no_word_to_the_model_says_what_gold_plus_noise_tests(access, found):
    body = whole_body("gold_plus_noise", access=access, **found).lower()
    for word in ("gold", "noise", "truth", "reference", "authoritative", "probe", "distract"):
        assert word not in body


def test_gold_only_names_its_pages_as_authoritative():
    assert "authoritative" in render("gold_only")


@pytest.mark.parametrize("name", PROBE_NAMES)
def test_the_temporal_convention_is_in_every_prompt_of_a_case_with_a_year(name):
    text = render(name)
    assert '"last year" is 2023 itself' in text
    for word in ("current", "currently", "this year", "most recent", "now", "latest", "to date"):
        assert f'"{word}"' in text
    assert "mean as of the end of 2023" in text


@pytest.mark.parametrize("name", PROBE_NAMES)
@pytest.mark.parametrize(
    ("year", "said"),
    [("before 2024", "Effective year: before 2024 (as recorded"), (None, "year: not recorded.")],
)
def test_a_year_that_is_none_is_not_made_into_one(name, year, said):
    text = render(name, CASE.model_copy(update={"effective_year": year}))
    assert said in text
    assert "last year" not in text


@pytest.mark.parametrize("name", PROBE_NAMES)
def test_a_prompt_asks_for_exactly_the_fields_of_its_answer(name):
    asked = re.findall(r'^  "(\w+)":', render(name), flags=re.MULTILINE)
    assert asked == list(CONTRACTS[name].answer.model_fields)


def test_both_grades_are_given_by_one_rule():
    rule = re.compile(r"An answer is right if .*?something newer\.", re.DOTALL)
    (analysis,), (noise,) = (
        rule.findall(load_prompt(name).text) for name in ("analysis", "noise_grade")
    )
    assert analysis == noise


def test_nothing_recorded_and_nothing_done_read_differently():
    unknown = CASE.model_copy(update={"search_calls": None, "prediction": None})
    none = CASE.model_copy(update={"search_calls": ()})
    assert "Search queries:\nnot recorded" in render("analysis", unknown)
    assert "Search queries:\nnone" in render("analysis", none)
    assert "answer: not recorded" in render("analysis", unknown)
    text = render("analysis", gold_only_answer=None, page_accessible=None)
    assert "source pages: none was obtained" in text
    assert "could be read: not recorded" in text


def test_text_of_a_case_is_never_read_as_a_template():
    case = CASE.model_copy(update={"question": "{{ 7 * 7 }} {% include 'x' %} <b>&</b>"})
    assert "{{ 7 * 7 }} {% include 'x' %} <b>&</b>" in render("gold_only", case)


def test_half_an_emoji_can_still_be_sent():
    case = CASE.model_copy(update={"question": "Who \ud83d?"})
    request = make_request(case, load_prompt("gold_only"), settings(), FOUND)
    assert "Who \ufffd?" in request.input_text
    request.input_text.encode("utf-8")


def test_inputs_other_than_the_contracts_are_a_programming_error():
    prompt = load_prompt("noise_grade")
    inputs = select_inputs(CONTRACTS["noise_grade"], CASE, FOUND)
    with pytest.raises(ValueError, match="gold_urls"):
        render_prompt(prompt, inputs | {"gold_urls": ()})
    with pytest.raises(ValueError, match="question"):
        render_prompt(prompt, {k: v for k, v in inputs.items() if k != "question"})


def test_a_file_of_ones_own_takes_our_place_under_its_own_hash(tmp_path):
    (tmp_path / "noise_grade.txt").write_text("Mine: {{ question }} {{ time_rule }}")
    ours, mine = load_prompts(None), load_prompts(tmp_path)
    assert mine["noise_grade"].text.startswith("Mine")
    changed = [name for name in PROBE_NAMES if ours[name].sha256 != mine[name].sha256]
    assert changed == ["noise_grade"]


ALL = "{{ question }} {{ time_rule }} "


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("gold_only.txt", "{{ question }} {{ documents }}", "leaves out 'time_rule'"),
        ("gold_only.txt", ALL, "leaves out 'documents'"),
        ("noise_grade.txt", ALL + "{% if %}", "line 1"),
        ("noise_grade.txt", ALL + "{{ x }}", "names 'x'"),
        ("noise_grade.txt", ALL + "{{ range(9) }}", "names 'range'"),
        ("noise_grade.txt", ALL + "{{ answer | nothing }}", "nothing"),
        ("goldonly.txt", ALL, "the prompt of no probe"),
    ],
)
def test_a_file_of_ones_own_that_cannot_work_is_one_sentence(tmp_path, file, text, said):
    (tmp_path / file).write_text(text)
    with pytest.raises(ProbeConfigError, match=re.escape(said)) as caught:
        load_prompts(tmp_path)
    assert file in str(caught.value)


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(ProbeConfigError, match="is not there"):
        load_prompts(tmp_path / "gone")


@pytest.mark.parametrize(
    "text", ["{{ answer.__class__.__mro__ }}", "{{ answer / 0 }}", "{% include 'a' %}"]
)
def test_a_template_reaches_nothing_but_its_inputs(tmp_path, text):
    (tmp_path / "noise_grade.txt").write_text(ALL + text)
    prompt = load_prompt("noise_grade", tmp_path)
    with pytest.raises(ProbeConfigError, match="cannot be filled in"):
        render_prompt(prompt, select_inputs(CONTRACTS["noise_grade"], CASE, FOUND))
