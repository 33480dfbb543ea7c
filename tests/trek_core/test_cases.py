import pytest
from pydantic import ValidationError

from trek_core.cases import Case, System
from trek_core.judgements import Judgement
from trek_core.recorded_probes import GoldPlusNoise, Policy, Probes, Provenance


def case(**fields) -> Case:
    return Case.model_validate({"question": "Who leads?", **fields})


# Hex digits from `printf QUESTION | sha256sum`.
@pytest.mark.parametrize(
    ("fields", "case_id"),
    [
        ({}, "q-84590c460e0f"),
        ({"case_id": "given"}, "given"),
        ({"dataset": "freshqa", "question_id": "18"}, "freshqa/18"),
        ({"dataset": "freshqa"}, "freshqa/q-84590c460e0f"),
        ({"dataset": "a/b", "question_id": "1 %"}, "a%2Fb/1%20%25"),
        ({"question_id": "1", "system": "gpt/5"}, "1/gpt%2F5"),
        (
            {
                "question_id": "1",
                "system": {"model": "m", "search": "native", "reasoning_effort": "high"},
            },
            "1/m/native/high",
        ),
        (
            {
                "question_id": "1",
                "system": {"model": "m", "search": {"kind": "external", "backend": "my search"}},
            },
            "1/m/my%20search",
        ),
    ],
)
def test_a_case_without_an_id_is_named_by_what_it_is(fields, case_id):
    assert case(**fields).case_id == case_id


def test_two_spellings_of_one_question_have_one_id():
    composed, decomposed = "Caf\u00e9?", "Cafe\u0301?"
    assert case(question=composed).case_id == "q-6897c8a929a7"
    assert case(question=decomposed).case_id == "q-6897c8a929a7"
    assert case(question=decomposed).question == decomposed


@pytest.mark.parametrize(
    ("fields", "retrieved", "queries"),
    [
        ({}, None, None),
        ({"retrieved_urls": None, "search_queries": None}, None, None),
        ({"retrieved_urls": [], "search_queries": []}, (), ()),
        ({"retrieved_urls": ["b", "a", "b"]}, ("b", "a"), None),
        ({"search_calls": []}, (), ()),
        ({"search_calls": [{"query": "x"}]}, None, ("x",)),
        ({"search_calls": [{"urls": ["a"]}]}, ("a",), None),
        ({"search_calls": [{"query": "x", "urls": []}]}, (), ("x",)),
        (
            {
                "search_calls": [
                    {"query": "x", "urls": ["a", "b"]},
                    {"query": "y", "urls": ["b", "c"]},
                ]
            },
            ("a", "b", "c"),
            ("x", "y"),
        ),
        ({"search_calls": [{"query": "x", "urls": ["a"]}, {"query": "y"}]}, ("a",), ("x", "y")),
    ],
)
def test_what_was_retrieved_and_asked_and_whether_it_was_recorded(fields, retrieved, queries):
    assert case(**fields).retrieved == retrieved
    assert case(**fields).queries == queries


@pytest.mark.parametrize(
    ("citations", "cited"),
    [
        ({}, None),
        ({"citations": None}, None),
        ({"citations": "https://a.example/"}, None),
        ({"citations": []}, ()),
        (
            {"citations": [{"url": "a", "title": "A"}, "b", {"url": "a"}, {"title": "C"}, 3]},
            ("a", "b"),
        ),
    ],
)
def test_what_an_answer_cites_is_read_from_either_shape_and_never_counts_as_retrieved(
    citations, cited
):
    cites = case(**citations, retrieved_urls=["r"])
    assert (cites.cited, cites.retrieved) == (cited, ("r",))


def test_flat_lists_beside_search_calls_are_derived_and_not_written():
    both = case(search_calls=[{"query": "x", "urls": ["a"]}], retrieved_urls=["a"])
    assert both.retrieved == ("a",)
    assert "retrieved_urls" not in both.to_json()


def test_gold_pages_named_twice_count_once():
    assert case(gold_urls=["a", "b", "a"]).gold == ("a", "b")
    assert case().gold == ()


def test_search_as_plain_text_is_a_kind_or_else_a_backend():
    assert System.model_validate({"search": "proxy"}).search.kind == "proxy"
    assert System.model_validate({"search": "my engine"}).search.backend == "my engine"


@pytest.mark.parametrize(
    ("system", "name"),
    [
        ({}, ""),
        ({"model": "m"}, "m"),
        ({"model": "m", "search": "native"}, "m · native"),
        (
            {"model": "m", "reasoning_effort": "low", "search": {"kind": "native", "backend": "b"}},
            "m · b · low",
        ),
    ],
)
def test_a_system_has_one_short_name(system, name):
    assert System.model_validate(system).name == name


@pytest.mark.parametrize(
    ("judge", "is_failure"),
    [
        (None, True),
        ({}, True),
        ({"verdict": "correct"}, False),
        ({"verdict": "incorrect"}, True),
        ({"verdict": "not_attempted"}, True),
        ({"verdict": "unparseable"}, True),
        ({"verdict": "unknown"}, True),
    ],
)
def test_every_answer_that_was_not_accepted_is_taken_for_review(judge, is_failure):
    assert case(judge=judge).is_failure is is_failure


@pytest.mark.parametrize(
    ("fields", "was_run"),
    [
        ({}, False),
        ({"answer": "x"}, True),
        ({"correct": False}, True),
        ({"reasoning": "x"}, False),
        ({"ran": False, "correct": False}, False),
        ({"ran": True}, True),
    ],
)
def test_the_noise_probe_was_run_where_it_says_so_or_shows_it(fields, was_run):
    assert GoldPlusNoise.model_validate(fields).was_run is was_run


def test_a_record_was_made_under_any_unless_it_says_otherwise():
    assert Probes().url_match_policy == "any"
    assert Probes(provenance=Provenance(policy=Policy())).url_match_policy == "any"
    made_under_all = Probes(provenance=Provenance(policy=Policy(url_match="all")))
    assert made_under_all.url_match_policy == "all"


def test_unknown_fields_are_kept_at_every_level():
    fields = {
        "case_id": "c",
        "question": "Who?",
        "num_hops": "one",
        "system": {"model": "m", "region": "eu"},
        "documents": [{"url": "u", "language": "en"}],
    }
    assert Case.model_validate(fields).to_json() == fields


def test_null_and_absent_fields_are_written_as_they_came():
    assert case(prediction=None).to_json() == {
        "case_id": "q-84590c460e0f",
        "question": "Who leads?",
        "prediction": None,
    }


def test_a_case_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        case().question = "Who follows?"


@pytest.mark.parametrize(
    "fields",
    [
        {"question": "\t"},
        {"effective_year": True},
        {"effective_year": 2**63},
        {"false_premise": "yes"},
        {"gold_urls": "u"},
        {"question_id": 18},
    ],
)
def test_nothing_is_coerced(fields):
    with pytest.raises(ValidationError):
        case(**fields)


def test_a_judgement_names_its_annotator():
    with pytest.raises(ValidationError, match="annotator's name"):
        Judgement(annotator=" ")
