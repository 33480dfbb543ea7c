"""From a case and what earlier probes found to the next request."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from trek_core.cases import Case
from trek_core.effective_time import time_rule
from trek_core.jsonl.strict_json import mend
from trek_core.probes.calls import DocumentRef, Parameters, ProbeRequest
from trek_core.probes.contracts import CONTRACTS, Contract, InputName
from trek_core.probes.prompts import Prompt, render_prompt
from trek_core.settings import Role, Settings


def make_request(
    case: Case,
    prompt: Prompt,
    settings: Settings,
    found: Mapping[InputName, Any],
    *,
    documents: Sequence[DocumentRef] = (),
    repeat: int = 1,
) -> ProbeRequest:
    """The request of one probe of one case, as the settings and its contract have it.

    `found` holds what the case does not: `documents` (the pages as text, or None), `context_urls`,
    `key_evidence`, `gold_only_answer`, `page_accessible`, `answer`. More than the probe may see
    may be in it and is left out; an input that is nowhere is a `KeyError`.
    """
    contract = CONTRACTS[prompt.name]
    role = settings.role(contract.role)
    inputs = select_inputs(contract, case, found)
    # A lone surrogate cannot be sent, and page text may hold one.
    text = cast(str, mend(render_prompt(prompt, inputs), Counter()))
    return ProbeRequest(
        case_id=case.case_id,
        probe=contract.name,
        repeat=repeat,
        role=contract.role,
        model=role.model,
        prompt_sha256=prompt.sha256,
        input_text=text,
        policy=settings.policy,
        urls=tuple(inputs[contract.urls_from] or ()) if contract.urls_from else (),
        documents=tuple(documents),
        parameters=parameters_of(role, browses=contract.browses),
    )


def select_inputs(
    contract: Contract, case: Case, found: Mapping[InputName, Any]
) -> dict[InputName, Any]:
    """What a probe may see, and nothing else, out of the case and of what was found."""
    recorded: dict[InputName, Any] = {
        "question": case.question,
        "time_rule": time_rule(case.effective_year),
        "reference_answers": case.reference_answers,
        "gold_urls": case.gold,
        "retrieved_urls": case.retrieved,
        "search_queries": case.queries,
        "prediction": case.prediction,
    }
    known = {**recorded, **found}
    return {name: known[name] for name in contract.inputs}


def parameters_of(role: Role, *, browses: bool) -> Parameters:
    """What a role sends beside the input; how it reads pages only where it reads some."""
    return Parameters(
        api=role.api,
        access=role.access if browses else None,
        reasoning_effort=role.reasoning_effort,
        temperature=role.temperature,
        max_output_tokens=role.max_output_tokens,
    )
