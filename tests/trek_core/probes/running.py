"""Cases, settings and a log to run probes with, and one way to run them."""

import asyncio
import os

from tests.trek_core.probes.document_samples import MemoryCache, ScriptedSource
from trek_core.probes.client import ModelClient
from trek_core.probes.plan import Plan
from trek_core.probes.retries import Retries
from trek_core.probes.runner import ProbeRunner
from trek_core.records import Record
from trek_core.settings import Settings

KEY = "sk-of-the-tests-1234"
GOLD = "https://gold.example/page"
BLOG = "https://blog.example/post"


def make_record(case_id="c1", **fields):
    """A failed case whose gold page was not retrieved, with everything a probe needs."""
    probes = fields.pop("probes", {})
    case = {
        "case_id": case_id,
        "question": f"Who is {case_id}?",
        "effective_year": 2025,
        "reference_answers": ["Imke Vale"],
        "gold_urls": [GOLD],
        "prediction": "Perrin",
        "judge": {"verdict": "incorrect"},
        "search_calls": [{"query": "leader", "urls": [BLOG]}],
    }
    return Record.model_validate({"case": case | fields, "probes": probes})


def make_settings(base_url, roles=None, **tables):
    role = {"model": "judge", "base_url": base_url, "api_key_env": "TREK_TEST_KEY"}
    role |= {"api": "responses", "access": "web_search", "timeout_seconds": 20.0} | (roles or {})
    return Settings.model_validate(
        {
            "roles": {
                "browsing_judge": role,
                "analysis_judge": role,
                "evaluated_model": role | {"model": "evaluated"},
            },
            **tables,
        }
    )


class MemoryLog:
    """Keeps calls in memory, by the rules of a log."""

    def __init__(self):
        self.calls = []

    def find(self, key):
        found = [call for call in self.calls if call.request.key == key]
        answered = [call for call in found if call.outcome == "answered"]
        return (answered or found or [None])[-1]

    def store(self, *calls):
        self.calls += calls


def run(endpoint, records, plan=None, log=None, settings=None, source=None, **options):
    """Run a plan over real HTTP and return its summary."""
    os.environ["TREK_TEST_KEY"] = KEY
    settings = settings or make_settings(endpoint.base_url)
    log = MemoryLog() if log is None else log
    source = source or ScriptedSource()

    async def carry_out():
        retries = Retries(attempts=2, first_wait=0.01)
        async with ModelClient(settings, retries=retries) as client:
            runner = ProbeRunner(settings, client, log, MemoryCache(), source)
            return await runner.run(records, plan or Plan(), **options)

    return asyncio.run(carry_out())
