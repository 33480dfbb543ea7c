"""Trying out an endpoint: one small question whose answer is plain, asked as a probe is asked."""

from trek_core.cases import Case
from trek_core.probes.calls import ProbeRequest
from trek_core.probes.contracts import CONTRACTS
from trek_core.probes.prompts import load_prompt, render_prompt
from trek_core.probes.requests import parameters_of, select_inputs
from trek_core.settings import RoleName, Settings

_QUESTION = Case(
    case_id="trial", question="What colour is a ripe lemon?", reference_answers=("Yellow",)
)


def make_trial_request(settings: Settings, role: RoleName) -> ProbeRequest:
    """The request of the "test this endpoint" button; its call says whether the role works.

    With `web_search` the search tool is offered too, so that an endpoint without it shows.
    Raises `ProbeConfigError` when the role is not set.
    """
    contract = CONTRACTS["noise_grade"]
    chosen = settings.role(role)
    prompt = load_prompt(contract.name)
    inputs = select_inputs(contract, _QUESTION, {"answer": "Yellow."})
    browses = any(each.browses and each.role == role for each in CONTRACTS.values())
    return ProbeRequest(
        case_id=_QUESTION.case_id,
        probe=contract.name,
        role=role,
        model=chosen.model,
        prompt_sha256=prompt.sha256,
        input_text=render_prompt(prompt, inputs),
        parameters=parameters_of(chosen, browses=browses),
    )
