"""The shapes that are read, as one table: docs/sources.md shows it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trek_core.errors import CaseFormatError
from trek_core.sources import (
    anthropic_messages,
    chat_completions,
    chat_messages,
    google_grounding,
    google_interactions,
    inspect_logs,
    langfuse,
    langsmith,
    openai_responses,
    openinference,
    react_tags,
    tavily,
    who_and_when,
)
from trek_core.sources.nested_json import Json
from trek_core.sources.trajectory import Trajectory


@dataclass(frozen=True)
class Shape:
    """A shape of record: what it is called, what shows it, and how it is read.

    `looks_for` says in words what `detect` asks of a record. `trace_of` is there where an answer
    may stand in several records: it names the trace of one.
    """

    name: str
    title: str
    looks_for: str
    detect: Callable[[Json], bool]
    read: Callable[[Json, Json], Iterable[Trajectory | CaseFormatError]]
    trace_of: Callable[[Json], str | None] | None = None


SHAPES: tuple[Shape, ...] = (
    Shape(
        "openai-responses", "OpenAI Responses with web search", "`output` with its items",
        openai_responses.detect, openai_responses.read,
    ),
    Shape(
        "anthropic-messages", "Anthropic Messages with web search and fetch",
        "`type: message` with `content` blocks", anthropic_messages.detect, anthropic_messages.read,
    ),
    Shape(
        "perplexity", "Perplexity chat completion",
        "`choices` with `search_results`, or with `citations` and a sonar model",
        chat_completions.detect_perplexity, chat_completions.read_perplexity,
    ),
    Shape(
        "xai", "xAI chat completion with citations", "`choices` with `citations` and a grok model",
        chat_completions.detect_xai, chat_completions.read_xai,
    ),
    Shape(
        "groq", "Groq chat completion with the tools it ran",
        "`choices[0].message.executed_tools`",
        chat_completions.detect_groq, chat_completions.read_groq,
    ),
    Shape(
        "chat-completions", "Chat completion of OpenAI, Azure or OpenRouter, with its citations",
        "`choices[0].message.content`",
        chat_completions.is_completion, chat_completions.read_annotated,
    ),
    Shape(
        "google-grounding", "Google generateContent with grounding",
        "`candidates[0].content.parts`",
        google_grounding.detect, google_grounding.read,
    ),
    Shape(
        "google-interactions", "Google interaction with its search",
        "`outputs` or `steps` with `google_search_call`, `text` ...",
        google_interactions.detect, google_interactions.read,
    ),
    Shape(
        "tavily", "Tavily search", "`query`, `results` and `response_time`",
        tavily.detect, tavily.read,
    ),
    Shape(
        "tavily-extract", "Tavily extract", "`results` and `failed_results`",
        tavily.detect_extract, tavily.read_extract,
    ),
    Shape(
        "perplexity-search", "Perplexity search",
        "`id` and `results` with `url`, `title` and `snippet`",
        tavily.detect_perplexity, tavily.read_perplexity,
    ),
    Shape(
        "inspect", "Inspect evaluation log (.eval or JSON)", "`eval` and `samples`",
        inspect_logs.detect, inspect_logs.read,
    ),
    Shape(
        "langfuse", "Langfuse trace with observations",
        "`observations` with the `id` of a trace, or observations with their `traceId`",
        langfuse.detect, langfuse.read, langfuse.trace_of,
    ),
    Shape(
        "openinference", "OpenInference spans (Phoenix, OpenTelemetry)",
        "`openinference.span.kind` and a trace id",
        openinference.detect, openinference.read, openinference.trace_of,
    ),
    Shape(
        "langsmith", "LangSmith run tree", "`run_type` and `inputs`",
        langsmith.detect, langsmith.read, langsmith.trace_of,
    ),
    Shape(
        "who-and-when", "Who&When log with a person's failure attribution",
        "`history` and `mistake_step`", who_and_when.detect, who_and_when.read,
    ),
    Shape(
        "react-tags", "ReAct text with tags (WebDancer)",
        "`messages` with <tool_call> or <answer>", react_tags.detect, react_tags.read,
    ),
    Shape(
        "chat-messages", "Chat messages with tool calls",
        "`messages` of a user and an assistant", chat_messages.detect, chat_messages.read,
    ),
)  # fmt: skip
"""In the order they are tried: the first that fits a record reads it."""

TREKTRACE = "trektrace"
ROWS = "rows"
PLAIN_TITLES = {TREKTRACE: "TrekTrace cases", ROWS: "plain rows by their columns"}
"""What no shape reads: cases in their own form, nested or flat, and rows."""
