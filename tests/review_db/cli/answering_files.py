"""Settings and scripts for `trek answer`, and the lines of what it writes."""

import json

from tests.trek_core.answering.scripted_services import SEEN, calls, says, tavily_results

SETTINGS = """
[roles.evaluated_model]
model = "model-a"
base_url = "{base_url}"
api_key_env = "TREK_TEST_KEY"
{role}
[answering]
tavily_url = "{tavily_url}"
{answering}
[limits]
concurrency = 1
{limits}
"""


def search_then_answer(body):
    if len(body["messages"]) == 1:
        return calls(("web_search", body["messages"][0]["content"][-20:]))
    return says("Perrin")


def search_fails_for(*names):
    def script(body):
        fails = any(name in body["query"] for name in names)
        return (400, {"detail": {"error": "No."}}) if fails else tavily_results((SEEN, "x"))

    return script


def write_answering(folder, services, role="", answering="", limits=""):
    text = SETTINGS.format(
        base_url=services.server.url_for("/v1"),
        tavily_url=services.server.url_for("/tavily"),
        role=role,
        answering=answering,
        limits=limits,
    )
    (folder / "trek.toml").write_text(text, encoding="utf-8")


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
