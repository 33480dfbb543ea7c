"""ReAct text with tags, as WebDancer and its kin write it: everything stands in message text."""

import re
from collections.abc import Iterator

from trek_core.sources.messages import role_of, text_of
from trek_core.sources.nested_json import Json, as_list, as_object, as_text, objects_in
from trek_core.sources.text_results import read_text_results
from trek_core.sources.trajectory import EXCERPT, SNIPPET, Page, Trajectory

_CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
_RESPONSE = re.compile(r"<tool_response>(.*?)</tool_response>", re.DOTALL)
_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)
_TAGGED = re.compile(r"<search>(.*?)</search>", re.DOTALL)
_SHOWN = re.compile(r"\s*<(?:information|result|observation)>(.*?)</", re.DOTALL)
_PART = re.compile(r"^=======$", re.MULTILINE)
_SEARCHED = re.compile(r"\AA Google search for '(.*)' found \d+ results?:", re.DOTALL)
_NOTHING = re.compile(r"\ANo results found for '(.*?)'\.", re.DOTALL)
_RESULT = re.compile(r"^\d+\. \[(.*)\]\((\S+)\)[ \t]*$", re.MULTILINE)
_DATE = re.compile(r"\ADate published: (.+)$", re.MULTILINE)
_SOURCE = re.compile(r"\ASource: (.+)$", re.MULTILINE)
_EVIDENCE = re.compile(r"Evidence in page:\s*\n(.*?)(?:\n\s*Summary:|\Z)", re.DOTALL)
_ASKED_AFTER = "\nUser: "


def detect(record: Json) -> bool:
    """Messages in which somebody calls tools or answers in tags."""
    said = [
        text_of(message.get("content")) or ""
        for message in objects_in(record.get("messages"))
        if role_of(message) == "assistant"
    ]
    return any(_CALL.search(text) or _ANSWER.search(text) for text in said)


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """One answer: what each call asked, in order, with what the response to it shows.

    Only a prompt that names a tool shows that it was there and was not used.
    """
    found = Trajectory(model=as_text(record.get("model")), search_kind="external")
    calls: list[Json] = []
    for message in objects_in(record.get("messages")):
        text = text_of(message.get("content")) or ""
        match role_of(message):
            case "assistant":
                calls = [as_object(call.strip()) for call in _CALL.findall(text)]
                _add_tagged(found, text)
                answers = _ANSWER.findall(text)
                found.prediction = as_text(answers[-1].strip()) if answers else found.prediction
            case "user" | "tool" if found.question is not None or role_of(message) == "tool":
                for call, response in zip(calls, _responses(text, len(calls)), strict=True):
                    _add_call(found, call, response)
                calls = []
            case "user":
                found.question = text.rpartition(_ASKED_AFTER)[2].strip()
                _note_tools(found, text)
            case "system":
                _note_tools(found, text)
    references = [text for each in as_list(record.get("answer")) for text in _flat(each)]
    found.fields = {
        **({"dataset": record["tag"]} if as_text(record.get("tag")) else {}),
        **({"reference_answers": references} if references else {}),
    }
    yield found


def _note_tools(found: Trajectory, prompt: str) -> None:
    if '"search"' in prompt:
        found.searches = found.searches or []
    if '"visit"' in prompt:
        found.opened = found.opened or {}


def _add_tagged(found: Trajectory, text: str) -> None:
    """Searches in tags of their own (Search-R1); what answers one may name no addresses."""
    for match in _TAGGED.finditer(text):
        shown = _SHOWN.match(text, match.end())
        query = as_text(match[1].strip())
        found.add_search([query] if query else [], read_text_results(shown[1]) if shown else None)


def _flat(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [text for text in values if isinstance(text, str) and text.strip()]


def _responses(text: str, count: int) -> list[str]:
    """What answered each call; calls beyond the responses got none that is recorded."""
    found = _RESPONSE.findall(text) or [text]
    return [*found, *[""] * count][:count]


def _add_call(found: Trajectory, call: Json, response: str) -> None:
    arguments = as_object(call.get("arguments"))
    parts = [part.strip() for part in _PART.split(response)]
    match call.get("name"):
        case "search":
            _add_searches(found, _flat(arguments.get("query") or arguments.get("queries")), parts)
        case "visit":
            for url in _flat(arguments.get("url")):
                found.open(_visited(url, parts))


def _add_searches(found: Trajectory, asked: list[str], parts: list[str]) -> None:
    """One search a query asked: its own part of the response, and not recorded without one."""
    returned: dict[str, list[Page]] = {}
    for part in parts:
        if match := _SEARCHED.match(part):
            returned.setdefault(match[1], _results(part[match.end() :]))
        elif match := _NOTHING.match(part):
            returned.setdefault(match[1], [])
    for query in [*asked, *(query for query in returned if query not in asked)]:
        found.add_search([query], returned.get(query))


def _results(part: str) -> list[Page]:
    heads = list(_RESULT.finditer(part))
    ends = [*(head.start() for head in heads), len(part)][1:]
    return [_result(head, part[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def _result(head: re.Match[str], rest: str) -> Page:
    rest = rest.strip()
    date = _DATE.match(rest)
    rest = rest[date.end() :].strip() if date else rest
    source = _SOURCE.match(rest)
    snippet = as_text(rest[source.end() :].strip() if source else rest)
    return Page(head[2], as_text(head[1]), date and date[1].strip(), snippet, snippet and SNIPPET)


def _visited(url: str, parts: list[str]) -> Page:
    """The page as the visit shows it: its evidence, not the model's summary of it."""
    head = f"The useful information in {url} for user goal "
    part = next((part for part in parts if part.startswith(head)), "")
    evidence = _EVIDENCE.search(part)
    text = as_text(evidence[1].strip()) if evidence else None
    if text and "could not be accessed" in text:
        return Page(url, status="blocked")
    return Page(url, text=text, status=EXCERPT if text else None)
