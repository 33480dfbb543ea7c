"""The narrow values of a case: recorded ones, what people conclude, and its words."""

import pytest

from trek_core.attribution import attribute
from trek_core.case_facets import compute_case_facets
from trek_core.case_standing import Concluded, compute_cause, compute_standing
from trek_core.cases import Case
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.search_texts import compute_note_text, compute_search_texts, split_words

TWO_GOLD = {
    "question": "q",
    "gold_urls": ["https://a.example", "https://b.example"],
    "retrieved_urls": ["https://a.example", "https://c.example"],
}


def facets(case, **probes):
    case, probes = Case(**case), Probes(**probes)
    return compute_case_facets(case, probes, attribute(case, probes))


def test_what_is_not_recorded_is_not_none_returned():
    assert facets({"question": "q"}).queries is None
    none = facets({"question": "q", "search_queries": [], "retrieved_urls": []})
    assert (none.queries, none.pages) == (0, 0)


def test_values_are_read_from_the_record():
    system = {"model": "m", "reasoning_effort": "high", "search": {"kind": "native"}}
    found = facets(
        TWO_GOLD | {"system": system, "judge": {"protocol": "sealqa"}, "fact_type": "fast"}
    )
    assert (found.backend, found.effort, found.protocol) == ("native", "high", "sealqa")
    assert (found.freshness, found.pages) == ("fast", 2)


@pytest.mark.parametrize(
    ("retrieval", "expected"),
    [(None, "open"), ({"evidence_match": True}, "same"), ({"evidence_match": False}, "differ")],
)
def test_url_policies_differ_where_the_labels_do(retrieval, expected):
    assert facets(TWO_GOLD, retrieval=retrieval).url_policy == expected
    assert facets(TWO_GOLD | {"gold_urls": ["https://a.example"]}).url_policy == "same"


AGREES = Concluded("system_related", "Retrieval", "none")
DIFFERS = Concluded("reference_answer_error", None, None, "other")
OPEN = Concluded("system_related", "undetermined", "none")


@pytest.mark.parametrize(
    ("judged", "decided", "expected"),
    [
        ({}, {}, ("", "", "")),
        ({"r": [AGREES]}, {}, ("same", "", "")),
        ({"r": [AGREES, AGREES]}, {}, ("same", "same", "")),
        ({"r": [AGREES, DIFFERS]}, {}, ("differ", "differ", "other")),
        ({"r": [AGREES, DIFFERS]}, {"r": AGREES}, ("same", "differ", "")),
        ({"r": [AGREES], "other": [DIFFERS]}, {}, ("differ", "", "other")),
        ({"r": [OPEN]}, {}, ("open", "", "")),
        ({"r": [Concluded("undecided", None, None)]}, {}, ("open", "", "")),
    ],
)
def test_people_are_compared_with_trektrace_and_among_themselves(judged, decided, expected):
    found = compute_standing("Retrieval", judged, decided)
    assert (found.with_trektrace, found.among_people, found.cause) == expected


def test_the_cause_is_that_of_the_outcome():
    answers = {"reference_issue": "answer_changed", "judge_error_reason": "It read\n the old page."}
    assert compute_cause("reference_answer_error", answers) == "answer_changed"
    assert compute_cause("judge_error", answers) == "other", "own words stay with the judgement"
    assert compute_cause("system_related", answers) == ""


def test_scripts_without_spaces_are_taken_apart_and_others_are_not():
    assert split_words("東京 tower\x00!").split("\u2060") == ["東", "京 tower !"]
    assert split_words("harbour-line שלום 😀") == "harbour-line שלום 😀"


def test_evidence_is_kept_apart_from_what_everybody_sees():
    probes = Probes(retrieval={"key_evidence": "KEY"}, gold_only={"rag_answer": "RAG"})
    case = Case(question="Q", reference_answers=["REF"], prediction="ANS", search_queries=["SQ"])
    texts = compute_search_texts(Record(case=case, probes=probes))
    assert texts.evidence == "KEY\nRAG"
    shown = (texts.case_id, texts.question, texts.answers, texts.queries)
    assert shown[1:] == ("Q", "REF\nANS", "SQ")
    assert not {"KEY", "RAG"} & set("\n".join(shown).split())


def test_notes_are_what_a_person_wrote_or_quoted():
    answers = {
        "notes_1": "first",
        "reference_evidence": [{"url": "https://u.example", "quote": "second"}],
        "reference_valid": "yes",
    }
    assert sorted(compute_note_text(answers).split()) == ["first", "second"]
