"""The two tools a model is offered, and its calls of them (B.3)."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from trek_core.jsonl.strict_json import mend
from trek_core.sources.nested_json import Json, as_object, as_text, objects_in

SEARCH, OPEN = "web_search", "open_url"

_ARGUMENTS = {SEARCH: "query", OPEN: "url"}
_LONGEST = {SEARCH: 2_000, OPEN: 8_000}
"""Characters of an argument: no engine takes more of a query, no server more of an address."""
_PURPOSES = {
    SEARCH: "Search the web. Returns titles, addresses and short extracts of pages.",
    OPEN: "Open a web page. Returns its text.",
}
_MEANINGS = {SEARCH: "What to search for.", OPEN: "The whole address of the page."}

TOOLS: tuple[dict[str, Any], ...] = tuple(
    {
        "type": "function",
        "function": {
            "name": name,
            "description": _PURPOSES[name],
            "parameters": {
                "type": "object",
                "properties": {argument: {"type": "string", "description": _MEANINGS[name]}},
                "required": [argument],
                "additionalProperties": False,
            },
        },
    }
    for name, argument in _ARGUMENTS.items()
)
"""The tools as chat completions take them."""


@dataclass(frozen=True)
class ToolCall:
    """One call: its id, the tool, and the one argument, None where it is not there."""

    call_id: str
    name: str
    argument: str | None

    @property
    def mistake(self) -> str | None:
        """What is wrong with the call, in words for the model; None where it can be carried out."""
        if self.name not in _ARGUMENTS:
            return f"There is no tool {self.name!r}: call {SEARCH} or {OPEN}."
        if self.argument is None:
            return f"{self.name} takes its argument as text."
        if len(self.argument) > _LONGEST[self.name]:
            return f"{self.name} takes at most {_LONGEST[self.name]:,} characters."
        return None


def read_tool_calls(body: Json) -> tuple[Json, tuple[ToolCall, ...]]:
    """The message of a chat completion, to be sent back, and the calls in it, in order."""
    choices = objects_in(body.get("choices"))
    said = as_object(choices[0].get("message")) if choices else {}
    raw = objects_in(said.get("tool_calls"))
    calls = []
    for number, each in enumerate(raw):
        # A server that gives no id still has to find its call again.
        each["id"] = as_text(each.get("id")) or f"call_{number}"
        function = as_object(each.get("function"))
        name = as_text(function.get("name")) or ""
        given = as_object(function.get("arguments"))
        argument = as_text(given.get(_ARGUMENTS.get(name, "")))
        # Arguments are JSON within JSON: mending the reply did not reach half a character in them.
        mended = None if argument is None else str(mend(argument, Counter()))
        calls.append(ToolCall(each["id"], name, mended))
    # What a server adds to its message (its reasoning, say) it may want to see again.
    kept = {name: value for name, value in said.items() if value not in (None, [], {})}
    return {"content": None, **kept, "role": "assistant", "tool_calls": raw}, tuple(calls)


def is_call_in_text(text: str | None) -> bool:
    """Whether a model wrote a tool call as its text, which a server should have read."""
    if text is None:
        return False
    if "<tool_call>" in text or "<|tool_call" in text:
        return True
    return as_object(text.strip()).get("name") in _ARGUMENTS
