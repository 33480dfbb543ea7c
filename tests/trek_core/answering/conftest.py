"""Services of every kind, scripted to find one page and answer by it."""

import pytest

from tests.trek_core.answering.scripted_services import (
    KEYS,
    SEEN,
    Services,
    calls,
    proxied,
    responds,
    result_page,
    says,
    tavily_results,
)
from tests.trek_core.probes.endpoint_bodies import search_call


@pytest.fixture
def services(httpserver, monkeypatch):
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    return Services(httpserver).script(
        chat=[calls(("web_search", "council leader")), says("Imke Vale")],
        responses=[responds("Imke Vale", search_call("council leader", SEEN))],
        tavily=[tavily_results((SEEN, "An extract."))],
        duckduckgo=[result_page((SEEN, "An extract."))],
        proxy=[proxied((SEEN, "An extract."))],
    )
