"""The next request of a case: what earlier probes found, the pages it reads, and its prompt."""

from collections.abc import Mapping
from typing import Any

from trek_core.cases import Case
from trek_core.probes.calls import DocumentRef, ProbeRequest
from trek_core.probes.context import context_urls, render_context
from trek_core.probes.contracts import CONTRACTS, InputName, ProbeName
from trek_core.probes.documents import (
    DocumentCache,
    DocumentSource,
    FetchedDocument,
    gather_documents,
)
from trek_core.probes.prompts import load_prompts
from trek_core.probes.requests import make_request
from trek_core.recorded_probes import Probes
from trek_core.settings import Settings


class RequestMaker:
    """Makes the requests of a run: one set of settings and prompts, one cache of pages.

    Raises `ProbeConfigError` where a prompt file cannot be used.
    """

    def __init__(self, settings: Settings, cache: DocumentCache, fetcher: DocumentSource) -> None:
        self._settings = settings
        self._prompts = load_prompts(settings.prompts_folder)
        self._cache = cache
        self._fetcher = fetcher

    async def make(self, case: Case, probes: Probes, probe: ProbeName, repeat: int) -> ProbeRequest:
        """The request of one probe, given what is known of the others.

        Pages are fetched only where the role reads supplied documents.
        """
        found = find_inputs(case, probes, self._settings)
        documents = await self._read_pages(case, found, probe)
        if documents is not None:
            text = render_context(documents, self._settings.policy, case.gold)
            found = {**found, "documents": text}
        return make_request(
            case,
            self._prompts[probe],
            self._settings,
            found,
            documents=[
                DocumentRef(url=page.url, sha256=page.sha256, status=page.status)
                for page in documents or ()
            ],
            repeat=repeat,
        )

    async def _read_pages(
        self, case: Case, found: Mapping[InputName, Any], probe: ProbeName
    ) -> tuple[FetchedDocument, ...] | None:
        """The pages whose text the model is given; None where it opens them, or reads none."""
        contract = CONTRACTS[probe]
        role = self._settings.role(contract.role)
        if not contract.browses or role.access != "supplied_documents":
            return None
        return await gather_documents(
            find_urls(case, found, probe), case.documents, self._cache, self._fetcher
        )


def find_inputs(case: Case, probes: Probes, settings: Settings) -> dict[InputName, Any]:
    """What a case's probes so far say, under the names that prompts have for it."""
    retrieval, gold_only, noise = probes.retrieval, probes.gold_only, probes.gold_plus_noise
    return {
        "key_evidence": retrieval.key_evidence if retrieval else None,
        "gold_only_answer": gold_only.rag_answer if gold_only else None,
        "page_accessible": gold_only.page_accessible if gold_only else None,
        "answer": noise.answer if noise else None,
        "context_urls": context_urls(case, probes, settings.policy),
        "documents": None,
    }


def find_urls(case: Case, found: Mapping[InputName, Any], probe: ProbeName) -> tuple[str, ...]:
    """The addresses that a probe reads."""
    by_name: dict[InputName | None, tuple[str, ...] | None] = {
        "gold_urls": case.gold,
        "retrieved_urls": case.retrieved,
        "context_urls": found["context_urls"],
    }
    return by_name.get(CONTRACTS[probe].urls_from) or ()
