"""Settings files as no person means to write them: each mistake is one sentence."""

import pytest

from trek_core.errors import ProbeConfigError
from trek_core.settings import load_settings

ROLE = '[roles.analysis_judge]\nmodel = "m"\n'


@pytest.fixture
def load(tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)

    def load_bytes(text):
        file = tmp_path / "trek.toml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_settings(file)

    return load_bytes


def refuse(load, text):
    with pytest.raises(ProbeConfigError) as caught:
        load(text)
    said = str(caught.value)
    assert "trek.toml" in said
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    "text",
    [
        f"{ROLE}temperature = {'1' * 5000}",
        f"{ROLE}temperature = {'1' * 400}",
        f"{ROLE}max_output_tokens = {'1' * 400}",
        f"[limits]\ncalls = {'9' * 4000}",
        f"[limits]\nmoney = {'9' * 400}",
        f'[prices."m"]\ninput = {"9" * 400}\noutput = 1',
        f"x = {'[' * 50_000}",
        f"x = {'{a = ' * 5_000}",
        f"{'[' * 5000}",
        f"{'a.' * 5000}a = 1",
        "\0",
        b"\xff\xfe",
    ],
)
def test_numbers_and_nesting_beyond_reason_are_one_sentence(load, text):
    refuse(load, text)


@pytest.mark.parametrize(
    "address",
    [
        "http://h:abc/v1",
        "http://h:99999/v1",
        "http://h:-1/v1",
        "http://h:0/v1",
        "http://exa mple/v1",
        "http://h\\u0000/v1",
        "http://h/v1\\u0000",
        "http://h/v1\\u001b[31m",
        "http://ｅ。com/v1",
        "http://müller.example/v1",
        "http://a..b/v1",
        "http://.a/v1",
        f"http://{'a' * 300}.com/v1",
        f"http://{'a.' * 200}com/v1",
        "http://xn--/v1",
        "http://[::1/v1",
        "http://[::x]/v1",
        "http:///v1",
        "http://",
        "//h/v1",
    ],
)
def test_an_address_that_no_client_takes_is_refused_before_it_is_used(load, address):
    said = refuse(load, f'{ROLE}base_url = "{address}"')
    assert "[roles.analysis_judge] base_url" in said


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:8080/v1",
        "http://localhost:9/v1",
        "http://[::1]:8080/v1",
        "https://xn--mller-kva.example/v1",
        "http://my_server/v1",
        "https://Host.example./a/b%20c",
    ],
)
def test_an_address_that_can_be_is_taken_and_is_one_for_the_client(load, address):
    import httpx2

    taken = load(f'{ROLE}base_url = "{address}"').role("analysis_judge").base_url
    assert httpx2.URL(taken).host


def test_a_byte_order_mark_is_passed_over(load):
    assert load(b"\xef\xbb\xbf" + ROLE.encode()) == load(ROLE)


def test_a_misspelt_key_is_named_beside_the_one_that_is_missing(load):
    said = refuse(load, '[roles.analysis_judge]\nmodle = "m"\nbase = 1\n')
    assert "[roles.analysis_judge] model: this key must be there" in said
    assert "modle, base" in said
    assert "modle" not in refuse(
        load, '[roles.analysis_judge]\n[roles.browsing_judge]\nmodel = "m"\nmodle = 1'
    )


@pytest.mark.parametrize("name", ["", "  ", "e\\u0000", "e\\u001b[31m", "e\\n"])
def test_a_model_has_a_name_that_can_be_sent_and_shown(load, name):
    assert "[roles.analysis_judge] model" in refuse(
        load, f'[roles.analysis_judge]\nmodel = "{name}"'
    )


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "."])
def test_a_file_name_that_cannot_be_is_one_sentence(tmp_path, name):
    with pytest.raises(ProbeConfigError, match="cannot be read"):
        load_settings(tmp_path / name)
