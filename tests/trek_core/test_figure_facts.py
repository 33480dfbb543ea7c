"""What figures take from a record, and from all that people concluded on its case."""

import pytest

from tests.trek_core.figure_samples import WRONG_REFERENCE
from trek_core.agreement.comparisons.sides import Conclusion
from trek_core.cases import Case, Document
from trek_core.figures.cases import settle
from trek_core.figures.facts import compute_figure_facts
from trek_core.recorded_probes import GoldPlusNoise, Probes, Retrieval
from trek_core.records import Record
from trek_core.urls import url_domain


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://WWW.Example.org:8080/a?b", "example.org"),
        ("http://user:secret@news.example.org", "news.example.org"),
        ("//example.org?q", "example.org"),
        ("", ""),
        ("https://[::1]:80/x", "[::1]"),
    ],
)
def test_a_domain_is_the_host_of_a_page(url, domain):
    assert url_domain(url) == domain


def test_a_case_comes_to_what_all_rounds_that_settled_it_agree_on():
    assert settle([]) is None
    assert settle([WRONG_REFERENCE, WRONG_REFERENCE]) == WRONG_REFERENCE
    assert settle([WRONG_REFERENCE, Conclusion("judge_error")]) is None


def test_facts_are_what_the_record_holds_and_nothing_that_it_does_not():
    empty = compute_figure_facts(Record(case=Case(question="q")))
    assert (empty.model, empty.cost, empty.ages) == ("", None, None)
    assert dict(empty.domains) == {}
    record = Record(
        case=Case.model_validate(
            {
                "question": "q", "effective_year": 2024, "gold_urls": ["https://gold.org/1"],
                "retrieved_urls": ["http://www.gold.org/1/", "https://old.org", "https://same.org"],
                "search_queries": [], "system": {"model": "m", "search": "serp"},
                "usage": {"prompt_tokens": 10, "completion_tokens": True}, "cost": 0.25,
            }
        ).model_copy(
            update={"documents": (
                Document(url="https://old.org/", date="2019-05-01"),
                Document(url="https://gold.org/1", date="2024"),
                Document(url="https://same.org", date="May 2020"),
            )}
        ),
        probes=Probes(
            retrieval=Retrieval(equivalent_urls=("https://same.org",)),
            gold_plus_noise=GoldPlusNoise(
                ran=True, correct=False,
                used_urls=("https://gold.org/1", "https://same.org/", "https://old.org"),
            ),
        ),
    )  # fmt: skip
    facts = compute_figure_facts(record)
    assert facts.model == "m"
    assert (facts.input_tokens, facts.output_tokens, facts.cost) == (10, None, 0.25)
    assert facts.domains == {
        "gold": ("gold.org",), "retrieved": ("gold.org", "old.org", "same.org"),
        "misleading": ("old.org",),
    }  # fmt: skip
    assert facts.ages == {"gold": (0,), "retrieved": (0, 5), "misleading": (5,)}
