"""A request's key, and a call as it is written and read back."""

import pytest

from tests.trek_core.probes.endpoint_bodies import ANSWER, PAGE, gold_only_request
from trek_core.probes.calls import (
    DocumentRef,
    Parameters,
    ProbeCall,
    ProbeRequest,
    Usage,
    compute_cost,
)
from trek_core.settings import Price, ProbePolicy


def test_the_same_request_has_the_same_key_wherever_it_was_made():
    again = ProbeRequest.model_validate_json(gold_only_request().model_dump_json())
    assert again.key == gold_only_request().key
    # Pinned: a log of an earlier version must still be found by its keys.
    assert gold_only_request().key.startswith("8622b80de71bc34c")


@pytest.mark.parametrize(
    "changed",
    [
        {"case_id": "c2"},
        {"probe": "gold_plus_noise"},
        {"repeat": 2},
        {"role": "browsing_judge"},
        {"model": "model-b"},
        {"prompt_sha256": "1" * 64},
        {"input_text": "Who led the council?"},
        {"urls": (PAGE, PAGE)},
        {"documents": (DocumentRef(url=PAGE, sha256=None, status="blocked"),)},
        {"parameters": Parameters(access="supplied_documents")},
        {"parameters": Parameters(access="web_search", temperature=0)},
    ],
)
def test_what_is_asked_differently_is_another_call(changed):
    assert set(ProbeRequest.model_fields) >= set(changed)
    assert gold_only_request(**changed).key != gold_only_request().key


def test_a_policy_that_leaves_a_call_as_it_was_is_not_paid_for_again():
    under_another = gold_only_request(policy=ProbePolicy(url_match="all"))
    assert under_another.key == gold_only_request().key


def test_a_call_is_read_back_as_it_was_written():
    call = ProbeCall(
        request=gold_only_request(policy=ProbePolicy(shuffled=7)),
        outcome="answered",
        answer=ANSWER,
        raw='{"a": "\u2028"}',
        usage=Usage(input_tokens=1, output_tokens=2),
        cost=0.1,
        asked_at="2026-01-01T00:00:00.000+00:00",
        answered_at="2026-01-01T00:00:01.000+00:00",
        source_urls=(),
    )
    assert ProbeCall.model_validate_json(call.model_dump_json()) == call


def test_cost_counts_cached_input_at_its_own_price_and_each_search():
    usage = Usage(input_tokens=1_000_000, cached_input_tokens=400_000, output_tokens=500_000)
    price = Price(input=2.0, cached_input=0.5, output=10.0, search=0.01)
    # 0.6 x 2.0 + 0.4 x 0.5 + 0.5 x 10.0
    assert compute_cost(usage, price) == pytest.approx(6.4)
    assert compute_cost(usage, Price(input=2.0, output=10.0)) == pytest.approx(7.0)
    searched = usage.model_copy(update={"searches": 3})
    assert compute_cost(searched, price) == pytest.approx(6.43)
