"""A decision while it is being made: answers kept by the server until the decision is stored.

It is nobody's judgement, so it is not in the database; a reload or a lost connection finds it.
"""

from dataclasses import dataclass, field
from typing import Any

from pages.parts.store import current_store


@dataclass
class Draft:
    """The answers so far; `epoch` grows when they change other than through their widgets.

    `how`: whose judgement is to be adopted, if any. `shows_model`: TrekTrace's side was asked for.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    how: str | None = None
    reason: str = ""
    shows_model: bool = False
    revision: int = 0
    epoch: int = 0

    def answer(self, name: str, part: str | None, value: Any) -> None:
        """Take one answer, or one page's inside a field of pages; None clears it."""
        if part is not None:
            marks = {**self.answers.get(name, {}), part: value}
            value = {url: mark for url, mark in marks.items() if mark is not None} or None
        given = {**self.answers, name: value}
        self.answers = {each: answer for each, answer in given.items() if answer is not None}
        self.revision += 1

    def start_from(self, answers: dict[str, Any]) -> None:
        """Take all of somebody's answers instead."""
        self.answers = dict(answers)
        self.revision += 1
        self.epoch += 1


# By database. Not one of Streamlit's caches, which any browser can ask a server to clear.
_DRAFTS: dict[str, dict[tuple[str, str, str], Draft]] = {}


def _drafts(path: str) -> dict[tuple[str, str, str], Draft]:
    return _DRAFTS.setdefault(path, {})


def find_draft(round_name: str, case_id: str, lead: str) -> Draft:
    """A lead's decision on a case as far as it has got."""
    drafts = _drafts(str(current_store().path))
    return drafts.setdefault((round_name, case_id, lead), Draft())


def drop_draft(round_name: str, case_id: str, lead: str) -> None:
    """Forget a draft: the decision is stored."""
    _drafts(str(current_store().path)).pop((round_name, case_id, lead), None)
