"""Who&When: a team's log with a person's attribution of its failure."""

import re
from collections.abc import Iterator

from trek_core.sources.nested_json import Json, as_text, first_text, objects_in
from trek_core.sources.trajectory import Page, Trajectory

_TYPED = re.compile(r"\AI typed '(.*?)' into '", re.DOTALL)
_SHOWN = re.compile(r"Here is a screenshot of \[(.*?)\]\((\S+)\)\.", re.DOTALL)
_ENGINE = re.compile(r"\Ahttps?://(www\.)?(bing|google|duckduckgo)\.[a-z.]+/(search)?\??")
_FINAL = re.compile(r"^FINAL ANSWER:[ \t]*(.+)$", re.MULTILINE)
_TOLD = ("mistake_agent", "mistake_step", "mistake_reason", "is_correct", "is_corrected", "level")


def detect(record: Json) -> bool:
    """A history with the mistake that a person found in it."""
    return isinstance(record.get("history"), list) and "mistake_step" in record


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """Queries typed into a search engine, and pages shown. Results stand only in pictures and the
    text read off them, so what a query returned is not recorded."""
    found = Trajectory(question=as_text(record.get("question")), search_kind="external")
    for message in objects_in(record.get("history")):
        text = as_text(message.get("content")) or ""
        if answers := _FINAL.findall(text):
            found.prediction = answers[-1].strip()
        if str(message.get("role", "")).startswith("WebSurfer"):
            _add_step(found, text)
    found.fields = {name: record[name] for name in _TOLD if name in record}
    if identity := first_text(record, "question_ID", "question_id"):
        found.fields["question_id"] = identity
    if reference := first_text(record, "ground_truth", "groundtruth"):
        found.fields["reference_answers"] = [reference]
    yield found


def _add_step(found: Trajectory, text: str) -> None:
    typed, shown = _TYPED.match(text), _SHOWN.search(text)
    if shown is None:
        return
    if not _ENGINE.match(shown[2]):
        found.open(Page(shown[2], as_text(shown[1])))
    elif typed:
        found.add_search([typed[1]], None)
