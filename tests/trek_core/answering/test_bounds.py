"""What a run of answers comes to at most: what settings bound, and why the rest has no bound."""

from trek_core.answering.bounds import compute_bounds
from trek_core.settings import Answering, Limits, Price, Role, Settings

TEXTS = ("q" * 300, "q" * 600)


def make_settings(most=1_000, proxy_most=100, prices=("model-a", "model-p"), money=None):
    role = Role(model="model-a", access="web_search", max_output_tokens=most)
    proxy = Role(model="model-p", access="web_search", max_output_tokens=proxy_most)
    return Settings(
        roles={"evaluated_model": role},
        answering=Answering(max_rounds=2, max_calls_a_round=3, search_proxy=proxy),
        prices={model: Price(input=1.0, output=10.0) for model in prices},
        limits=Limits(money=money),
    )


def test_without_a_search_a_whole_cost_is_known():
    found = compute_bounds("none", make_settings(), TEXTS)
    assert (found.written, found.written_money) == (2_000, 0.02)
    assert 300 <= found.read < 400  # a token for three bytes, and a little around each
    assert found.money == 0.02 + found.read / 1_000_000
    assert " ".join(found.sentences()).startswith(
        f"It writes at most 2,000 tokens (cost 0.02). It reads about {found.read} tokens. The cost "
    )


def test_what_searches_give_to_read_has_no_bound_and_neither_has_the_cost():
    found = compute_bounds("tavily", make_settings(money=5.0), TEXTS)
    assert (found.read, found.written, found.money) == (None, 6_000, None)
    said = " ".join(found.sentences())
    assert "is known only afterwards. So there is no most for the whole cost." in said
    assert "It ends where a question could pass [limits] money = 5.00." in said


def test_a_proxy_writes_too():
    assert compute_bounds("proxy", make_settings(), TEXTS).written == 2 * (3 * 1_000 + 6 * 100)


def test_what_is_not_set_is_named():
    found = compute_bounds("proxy", make_settings(most=None, prices=("model-a",)), TEXTS)
    assert (found.written, found.written_money, found.money) == (None, None, None)
    said = " ".join(found.sentences())
    assert "set max_output_tokens under [roles.evaluated_model]." in said
    assert 'cannot be said without [prices."model-p"].' in said
