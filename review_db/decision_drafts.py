"""A lead's decision while it is being made, kept so that a reload or a restart finds it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from sqlite_utils import Database

from review_db.cases import load_case_version
from review_db.clock import now_text
from review_db.json_text import dump_json, load_json
from review_db.rounds import load_rules
from trek_core.errors import StoreError


@dataclass(frozen=True)
class DecisionDraft:
    """The answers so far; `epoch` grows when they change other than through their widgets.

    `how`: whose judgement is to be adopted, if any. `shows_model`: TrekTrace's side was asked for.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    how: str | None = None
    reason: str = ""
    shows_model: bool = False
    revision: int = 0
    epoch: int = 0

    def with_answer(self, name: str, part: str | None, value: Any) -> Self:
        """Take one answer, or one page's inside a field of pages; None clears it."""
        if part is not None:
            marks = {**self.answers.get(name, {}), part: value}
            value = {url: mark for url, mark in marks.items() if mark is not None} or None
        given = {**self.answers, name: value}
        answers = {each: answer for each, answer in given.items() if answer is not None}
        return replace(self, answers=answers, revision=self.revision + 1)

    def starting_from(self, answers: Mapping[str, Any]) -> Self:
        """Take these answers instead of those so far."""
        revision, epoch = self.revision + 1, self.epoch + 1
        return replace(self, answers=dict(answers), revision=revision, epoch=epoch)


Change = Callable[[DecisionDraft], DecisionDraft]


def load_draft(db: Database, case_id: str, round_name: str, lead: str) -> DecisionDraft:
    """A lead's decision on a case as far as it has got."""
    row = db.execute(
        "select draft from decision_drafts where round = ? and case_id = ? and lead = ?",
        [round_name, case_id, lead],
    ).fetchone()
    return DecisionDraft() if row is None else DecisionDraft(**load_json(row["draft"]))


def change_draft(
    db: Database, case_id: str, round_name: str, lead: str, change: Change
) -> DecisionDraft:
    """Change a draft and keep it; returns it as it is then.

    Raises `StoreError` where there is no such case or round, or the round is closed.
    """
    load_case_version(db, case_id)
    if load_rules(db, round_name).state == "closed":
        raise StoreError(f"The round {round_name!r} is closed: reopen it before deciding anything.")
    changed = change(load_draft(db, case_id, round_name, lead))
    db.execute(
        "insert or replace into decision_drafts (round, case_id, lead, draft, saved_at) "
        "values (?, ?, ?, ?, ?)",
        [round_name, case_id, lead, dump_json(asdict(changed)), now_text()],
    )
    return changed


def drop_draft(db: Database, case_id: str, round_name: str, lead: str) -> None:
    """Forget a draft: the decision is stored."""
    db.execute(
        "delete from decision_drafts where round = ? and case_id = ? and lead = ?",
        [round_name, case_id, lead],
    )
