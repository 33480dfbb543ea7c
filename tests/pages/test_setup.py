"""The Set-up page: what it says of the settings, and trying out an endpoint over real HTTP."""

import pytest

from pages.setup import EXAMPLE
from tests.pages.conftest import shown_text
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.probes.probe_endpoint import OUT_OF_QUOTA, ProbeEndpoint, Reply
from tests.trek_core.probes.running import KEY


@pytest.fixture
def endpoint(monkeypatch):
    """An endpoint that gives the trial's answer; the trial's question is not a case's."""
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    monkeypatch.setattr(ProbeEndpoint, "_read", lambda *_: _Trial())
    with ProbeEndpoint(lambda _: Reply({"correct": True, "reason": "Yellow."})) as started:
        yield started


class _Trial:
    by_chat = False
    delivered = False


@pytest.fixture
def folder(store):
    """Where the database lies, and so the settings."""
    return store.path.parent


def test_without_a_file_the_page_says_where_to_put_one_and_shows_an_example(show, folder):
    page = show("setup")
    assert "No models are set up yet" in shown_text(page)
    assert str(folder / "trek.toml") in shown_text(page)
    assert page.code[0].value == EXAMPLE.read_text(encoding="utf-8").strip()


def test_a_file_named_by_the_environment_wins(show, folder, tmp_path, monkeypatch):
    write_settings(folder, "http://beside.example/v1")
    (tmp_path / "other").mkdir()
    named = write_settings(tmp_path / "other", "http://named.example/v1")
    monkeypatch.setenv("TREK_SETTINGS", str(named))
    shown = shown_text(show("setup"))
    assert "http://named.example/v1" in shown
    assert "beside.example" not in shown


def test_a_named_file_that_is_not_there_is_a_mistake(show, tmp_path, monkeypatch):
    monkeypatch.setenv("TREK_SETTINGS", str(tmp_path / "none.toml"))
    assert "none.toml cannot be read" in shown_text(show("setup"))


def test_a_mistake_is_one_sentence_without_what_was_found(show, folder):
    write_settings(folder, "http://a.example/v1", "\n[limits]\ncalls = 'sk-secret-in-place'\n")
    shown = shown_text(show("setup"))
    assert "[limits] calls: expected a whole number." in shown
    assert "sk-secret-in-place" not in shown


def test_a_role_shows_its_variable_and_whether_it_is_set_never_the_key(show, folder, monkeypatch):
    write_settings(folder, "http://a.example/v1")
    monkeypatch.delenv("TREK_TEST_KEY", raising=False)
    assert shown_text(show("setup")).count("is not set") == 3
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    shown = shown_text(show("setup"))
    assert shown.count("is set") == 3
    assert "TREK_TEST_KEY" in shown
    assert KEY not in shown


def test_each_role_names_the_probes_it_is_asked_by_their_one_name(show, folder):
    write_settings(folder, "http://a.example/v1")
    shown = shown_text(show("setup"))
    for asked in ("Key evidence, Evidence match", "Queries and gold-only grade",
                  "Gold-only, Gold-plus-noise"):  # fmt: skip
        assert f"Asked: {asked}" in shown


def test_a_role_that_is_not_set_says_what_to_add(show, folder):
    (folder / "trek.toml").write_text('[roles.evaluated_model]\nmodel = "m"\n', encoding="utf-8")
    shown = shown_text(show("setup"))
    assert "[roles.browsing_judge]" in shown
    assert "[roles.evaluated_model]" not in shown


def test_prices_and_limits_are_shown_as_set(show, folder):
    more = '\n[limits]\ncalls = 1500\n[prices."judge"]\ninput = 1.25\noutput = 10.0\n'
    write_settings(folder, "http://a.example/v1", more)
    shown = shown_text(show("setup"))
    assert "1,500" in shown
    assert "1.25" in shown


def test_testing_an_endpoint_that_answers_says_so(show, folder, endpoint):
    write_settings(folder, endpoint.base_url)
    page = show("setup").button(key="test-evaluated_model").click().run()
    assert "An answer in" in shown_text(page)
    assert len(endpoint.log) == 1


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(status=401, body={"error": {"message": "Bad <b>key</b>."}}), "HTTP status 401"),
        (Reply("no JSON"), "could not be read"),
        (Reply({"correct": "perhaps"}), "not what was asked for"),
        (OUT_OF_QUOTA, "has nothing left"),
    ],
)
def test_testing_an_endpoint_that_does_not_work_says_why(show, folder, endpoint, reply, said):
    write_settings(folder, endpoint.base_url)
    endpoint.script = lambda _: reply
    page = show("setup").button(key="test-analysis_judge").click().run()
    assert "does not work" in shown_text(page)
    assert said in shown_text(page)
    assert "<b>" not in shown_text(page)


def test_testing_without_a_key_names_the_variable(show, folder, monkeypatch):
    monkeypatch.delenv("TREK_TEST_KEY", raising=False)
    write_settings(folder, "http://127.0.0.1:9/v1")
    page = show("setup").button(key="test-browsing_judge").click().run()
    assert "set the environment variable TREK_TEST_KEY" in shown_text(page)


def test_a_result_is_gone_once_the_role_is_set_otherwise(show, folder, endpoint):
    write_settings(folder, endpoint.base_url)
    page = show("setup").button(key="test-evaluated_model").click().run()
    write_settings(folder, "http://a.example/v1")
    assert "An answer in" not in shown_text(page.run())
