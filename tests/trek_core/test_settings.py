"""trek.toml: what it may say, and what a mistake in it reads like."""

import re
from pathlib import Path

import pytest

from trek_core.errors import ProbeConfigError
from trek_core.settings import Answering, Limits, Price, ProbePolicy, Role, Settings, load_settings

DOCS = Path(__file__).parents[2] / "docs"
SECRET = "sk-very-secret-0123456789"
ROLE = '[roles.analysis_judge]\nmodel = "m"\n'


@pytest.fixture(autouse=True)
def _no_address_from_outside(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def load(tmp_path):
    def load_text(text):
        file = tmp_path / "trek.toml"
        file.write_text(text, encoding="utf-8")
        return load_settings(file)

    return load_text


def refuse(load, text):
    with pytest.raises(ProbeConfigError) as caught:
        load(text)
    return str(caught.value)


def test_without_a_file_no_role_is_set_and_asking_for_one_says_how_to_set_it():
    settings = load_settings(None)
    assert settings == Settings()
    with pytest.raises(ProbeConfigError, match=r"\[roles\.evaluated_model\]"):
        settings.role("evaluated_model")


def test_a_role_needs_only_a_model(load):
    role = load(ROLE).role("analysis_judge")
    assert (role.model, role.api, role.access) == ("m", "responses", "web_search")
    assert role.base_url == "https://api.openai.com/v1"
    assert (role.temperature, role.reasoning_effort, role.max_output_tokens) == (None, None, None)


def test_a_chat_endpoint_is_given_the_documents(load):
    assert load(ROLE + 'api = "chat"').role("analysis_judge").access == "supplied_documents"


def test_the_address_of_the_environment_is_for_roles_that_name_none(load, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    assert load(ROLE).role("analysis_judge").base_url == "http://127.0.0.1:9/v1"
    own = load(ROLE + 'base_url = "http://other.example/v1"')
    assert own.role("analysis_judge").base_url == "http://other.example/v1"


def test_the_prompts_folder_is_beside_the_file(load, tmp_path):
    assert load('prompts_folder = "mine"').prompts_folder == tmp_path / "mine"


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("[roles.analysis_judge]", "[roles.analysis_judge] model", "must be there"),
        ('[roles.judge]\nmodel = "m"', "[roles] judge", "'browsing_judge'"),
        (ROLE + "temprature = 1", "[roles.analysis_judge] temprature", "no such key"),
        (ROLE + 'temperature = "0"', "[roles.analysis_judge] temperature", "a number"),
        (ROLE + "temperature = nan", "[roles.analysis_judge] temperature", "number"),
        (ROLE + 'api = "soap"', "[roles.analysis_judge] api", "'responses' or 'chat'"),
        (
            ROLE + 'api = "chat"\naccess = "web_search"',
            "[roles.analysis_judge] access",
            "supplied_documents",
        ),
        (ROLE + 'base_url = "ftp://h"', "[roles.analysis_judge] base_url", "starts with http"),
        ('[policy]\nurl_match = "some"', "[policy] url_match", "'any' or 'all'"),
        ("[policy]\nshuffled = true", "[policy] shuffled", "a whole number"),
        ("[limits]\ncalls = 0", "[limits] calls", "more than 0"),
        ("[limits]\nmoney = inf", "[limits] money", "not nan or inf"),
        ("[prices.m]\ninput = 1", "[prices.m] output", "must be there"),
        ("prices = 3", "prices", "a table"),
        ("[answering]\nmax_rounds = 0", "[answering] max_rounds", "more than 0"),
        ('[answering]\ntavily_url = "x"', "[answering] tavily_url", "starts with http"),
        ('[answering]\ntavily_key_env = "tvly-1"', "[answering] tavily_key_env", "never the key"),
        ("budget = 3", "budget", "no such key"),
    ],
)
def test_a_mistake_is_one_sentence_with_file_table_and_key(load, text, place, expected):
    said = refuse(load, text)
    assert re.match(rf"\S+trek\.toml, {re.escape(place)}: ", said)
    assert expected in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "text",
    [
        ROLE + f'api_key_env = "{SECRET}"',
        ROLE + f'api_key = "{SECRET}"',
        ROLE + f'base_url = "https://me:{SECRET}@h.example/v1"',
        ROLE + f'base_url = "https://h.example/v1?key={SECRET}"',
        ROLE + f'api = "{SECRET}"',
        f'OPENAI_API_KEY = "{SECRET}"',
        f'OPENAI_API_KEY = "{SECRET}',
    ],
)
def test_a_key_in_the_file_is_refused_and_not_repeated(load, text):
    assert SECRET not in refuse(load, text)


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"a = = 1", "is not TOML"), (b"\xff", "is not UTF-8"), (None, "cannot be read")],
)
def test_a_file_that_is_none_is_one_sentence(tmp_path, content, expected):
    file = tmp_path / "trek.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ProbeConfigError, match=expected):
        load_settings(file)


TABLES = {
    "`[roles.browsing_judge]`, `[roles.analysis_judge]`, `[roles.evaluated_model]`": Role,
    "`[policy]`": ProbePolicy,
    "`[limits]`": Limits,
    '`[prices."model"]`': Price,
}


@pytest.mark.parametrize("heading", TABLES)
def test_the_documentation_has_every_key_and_its_default(heading):
    page = (DOCS / "probes.md").read_text(encoding="utf-8")
    section = page.partition(f"### {heading}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section, flags=re.MULTILINE)
    fields = TABLES[heading].model_fields
    assert {name for name, _ in rows} == set(fields)
    for name, said in rows:
        default = fields[name].default
        if said and said[0] in "`0123456789ft":
            assert str(default).lower() == said.strip("`").lower(), name
        elif not said:
            assert fields[name].is_required() or default is None, name


def test_the_example_is_taken_with_and_without_its_comments(load):
    example = (DOCS / "trek.example.toml").read_text(encoding="utf-8")
    as_it_is = load(example)
    assert set(as_it_is.roles) == {"browsing_judge", "analysis_judge", "evaluated_model"}
    everything = re.sub(r"^# (?=\w+ = )", "", example, flags=re.MULTILINE)
    full = load(everything)
    for table in (full.roles["browsing_judge"], full.policy, full.limits, full.prices["gpt-5.4"]):
        assert table.model_fields_set == set(type(table).model_fields)
    assert full.answering.model_fields_set == set(Answering.model_fields)
    assert full.model_fields_set == set(Settings.model_fields)


def test_the_documentation_of_answering_has_every_key_and_its_default():
    page = (DOCS / "answering.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", page, flags=re.MULTILINE))
    for name, field in Answering.model_fields.items():
        said = documented[name].strip(" `")
        assert said == ("" if field.default is None else str(field.default)), name


def test_the_address_of_the_environment_is_for_the_search_proxy_too(load, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    proxy = load('[answering.search_proxy]\nmodel = "m"').answering.search_proxy
    assert proxy.base_url == "http://127.0.0.1:9/v1"
