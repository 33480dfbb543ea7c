"""Asking a model once for an answer: what came back, and its use counted."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from trek_core.answering.attempt import NoAnswerError
from trek_core.answering.tally import Part, Tally
from trek_core.errors import ProbeConfigError
from trek_core.probes.budget import ANSWER_TOKENS, BYTES_A_TOKEN
from trek_core.probes.calls import Usage
from trek_core.probes.client import ModelClient
from trek_core.probes.keys import hide_key, load_key
from trek_core.probes.replies import Reply
from trek_core.probes.settling import Received, clean_value, explain, read_received
from trek_core.settings import Api, Role
from trek_core.sources.nested_json import as_object

_NO_OTHER_FARES_BETTER = (401, 403, 404)
"""Status codes of a wrong key, a model or an address that is not there."""


@dataclass(frozen=True)
class Model:
    """One model to ask, and whose calls it answers."""

    client: ModelClient
    role: Role
    part: Part = "model"

    async def ask(
        self, api: Api, body: dict[str, Any], tally: Tally, read: Callable[[str], Reply]
    ) -> tuple[Reply, dict[str, Any]]:
        """The reply as `read`, and the whole body as JSON, the key taken out of both.

        Raises `NoAnswerError` where there was no reply, `QuotaError` where the account is empty
        and `ProbeConfigError` where no other question would fare better.
        """
        received, _ = await self.client.send(self.role, api, body)
        hide = partial(hide_key, key=load_key(self.role.api_key_env))
        reply = read_received(received, read)
        if reply.outcome == "failed":
            tally.add_unanswered_call(self.part)
            raise self._tell_failure(received, reply, hide, has_tools="tools" in body)
        tally.add_call(self.part, self.role.model, reply.usage, estimate_call(body, self.role))
        told = {name: clean_value(getattr(reply, name), hide) for name in ("text", "problem")}
        return replace(reply, **told), clean_value(_load_object(received.body), hide)

    def _tell_failure(
        self, received: Received, reply: Reply, hide: Callable[[str], str], *, has_tools: bool
    ) -> Exception:
        said = clean_value(reply.problem or explain(received), hide)
        if received.status in _NO_OTHER_FARES_BETTER:
            return ProbeConfigError(f"{self.role.model} cannot be asked. {said}")
        if has_tools and received.status in (400, 422, 500, 501) and "tool" in said.lower():
            return ProbeConfigError(
                f"{self.role.model} at {self.role.base_url} takes no tools: choose --system none, "
                f"or a server that takes them. {said}"
            )
        return NoAnswerError(said)


def estimate_call(body: dict[str, Any], role: Role) -> Usage:
    """What a call uses, rather too much than too little, by what is sent."""
    return Usage(
        input_tokens=len(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))
        // BYTES_A_TOKEN,
        output_tokens=role.max_output_tokens or ANSWER_TOKENS,
    )


def _load_object(body: str | None) -> dict[str, Any]:
    """A body with null for NaN and infinity: parts are sent back, and JSON has no word for them."""
    try:
        value = json.loads(body or "", parse_constant=lambda _: None, parse_float=_finite)
    except (ValueError, RecursionError):
        return {}
    return as_object(value)


def _finite(digits: str) -> float | None:
    value = float(digits)
    return value if math.isfinite(value) else None
