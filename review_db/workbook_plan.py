"""From edits to a plan: what of each judgement's edits can be taken, and why the rest cannot."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from review_db.answering import Change, say_problems
from review_db.blind_cases import is_withheld
from review_db.cases import load_case
from review_db.claims import check_may_judge, check_member
from review_db.json_text import dump_json
from review_db.judgement_events import StoredJudgement, read_answer
from review_db.judgements import load_judgement
from review_db.places import check_place, takes_place
from review_db.visibility import read_case
from review_db.workbook_report import JudgementPlan, Status
from review_db.workbook_rows import Edit, Unit
from trek_core.checklist import Evaluation, evaluate
from trek_core.checklist import Status as FieldStatus
from trek_core.errors import TrekError
from trek_core.workbook.answer_text import show_answer
from trek_core.workbook.cells import make_cell
from trek_core.workbook.row_keys import STATE

_NOT_COUNTED = {
    FieldStatus.NOT_ASKED: "this question is not asked after the other answers",
    FieldStatus.NOT_RECORDED: "the case has nothing recorded that this asks about",
    FieldStatus.WITHHELD: "it asks about what the round withholds from the annotator",
    FieldStatus.UNANSWERED: "the answer is not offered after the other answers",
}

Report = Callable[[Edit, Status, str, str], None]
"""Says what becomes of an edit: status, what is stored now, and why."""

_HANDED_IN = ("submitted", "needs_discussion")


def plan_judgement(db: Database, edits: list[Edit], report: Report) -> JudgementPlan | None:
    """Plan the edits of one judgement and report each; None where nothing is to be done."""
    first = edits[0]
    case_id, annotator, round_name = first.judgement
    try:
        check_may_judge(db, str(annotator), round_name)
        check_member(db, case_id, round_name)
        stored = load_judgement(db, case_id, str(annotator), round_name)
    except TrekError as error:
        for edit in edits:
            report(edit, "refused", "", str(error))
        return None
    return _Planning(db, stored, report).plan(edits)


class _Planning:
    """The edits of one judgement, of which fewer and fewer can be taken."""

    def __init__(self, db: Database, stored: StoredJudgement, report: Report) -> None:
        self._db = db
        self._stored = stored
        self._report = report
        self._case = load_case(db, stored.case_id)
        self._is_blind = is_withheld(db, stored)

    def plan(self, edits: list[Edit]) -> JudgementPlan | None:
        taken = self._drop_conflicts(_drop_clashes(edits, self._refuse))
        taken = self._drop_uncounted(self._drop_foreign_pages(taken))
        wanted = _find_state(taken) or self._keep_state(taken)
        evaluation = self._evaluate(taken)
        if wanted == "submitted" and evaluation.problems:
            why = say_problems(evaluation)
            if self._stored.is_finished:
                for edit in taken:
                    self._refuse(edit, f"{why} The judgement is handed in and stays as it was.")
                return None
            for edit in taken:
                if _is_state(edit):
                    self._refuse(edit, why)
            taken = [edit for edit in taken if not _is_state(edit)]
            wanted = None
        try:
            self._check_place(taken)
        except TrekError as error:
            for edit in taken:
                self._refuse(edit, str(error))
            return None
        for edit in taken:
            was = any(value is not None for value in edit.before.values()) or _is_state(edit)
            self._report(edit, "changed" if was else "new", self._show(edit), "")
        return self._make(taken, wanted)

    def _keep_state(self, taken: list[Edit]) -> str | None:
        return "submitted" if taken and self._stored.is_finished else None

    def _make(self, taken: list[Edit], wanted: str | None) -> JudgementPlan | None:
        if not taken:
            return None
        state_origin = next((edit.origin for edit in taken if _is_state(edit)), taken[0].origin)
        changes = tuple(
            (Change(field, part, value), edit.origin)
            for edit in taken
            for (field, part), value in edit.values.items()
            if field != STATE
        )
        unique = {(change.field, change.part): (change, origin) for change, origin in changes}
        finished = self._stored.is_finished
        return JudgementPlan(
            self._stored.case_id,
            self._stored.annotator,
            self._stored.round,
            tuple(unique.values()),
            reopen=state_origin if finished and (unique or wanted != "submitted") else None,
            submit=state_origin if wanted == "submitted" else None,
        )

    def _drop_conflicts(self, edits: Iterable[Edit]) -> list[Edit]:
        kept = []
        for edit in edits:
            now = {unit: self._read(unit) for unit in edit.values}
            if all(now[unit] == value for unit, value in edit.values.items()):
                self._report(edit, "unchanged", self._show(edit), "")
            elif any(now[unit] not in (edit.before[unit], edit.values[unit]) for unit in now):
                why = f"changed here since the export, at revision {self._stored.revision} by now"
                self._report(edit, "conflict", self._show(edit), why)
            else:
                kept.append(edit)
        return kept

    def _drop_foreign_pages(self, edits: list[Edit]) -> list[Edit]:
        """Without marks of gold pages that the case does not have, which would say nothing."""
        gold = self._case.record.case.gold
        kept = []
        for edit in edits:
            foreign = [
                url
                for (field, url), mark in edit.values.items()
                if field == "gold_pages" and mark is not None and url not in gold
            ]
            if foreign:
                self._refuse(edit, f"{str(foreign[0])[:100]} is no gold page of this case")
            else:
                kept.append(edit)
        return kept

    def _drop_uncounted(self, edits: list[Edit]) -> list[Edit]:
        """Without answers that would not count; each may have opened the question of another."""
        while True:
            status = self._evaluate(edits).status
            moot = {
                edit.origin: _NOT_COUNTED[status[field]]
                for edit in edits
                for (field, _), value in edit.values.items()
                if field != STATE and value is not None and status[field] in _NOT_COUNTED
            }
            for edit in edits:
                if edit.origin in moot:
                    self._refuse(edit, moot[edit.origin])
            if not moot:
                return edits
            edits = [edit for edit in edits if edit.origin not in moot]

    def _evaluate(self, edits: list[Edit]) -> Evaluation:
        answers = _apply(self._stored.answers, edits)
        judged = replace(self._stored, answers=answers)
        _, facts = read_case(self._db, self._case, judged, is_blind=self._is_blind)
        return evaluate(answers, facts, was_handed_in=self._stored.is_finished)

    def _check_place(self, taken: list[Edit]) -> None:
        if taken and takes_place(self._stored.state, "draft"):
            stored = self._stored
            check_place(self._db, stored.round, stored.case_id, stored.annotator)

    def _read(self, unit: Unit) -> Any:
        if unit[0] == STATE:
            return "submitted" if self._stored.is_finished else self._stored.state
        return read_answer(self._stored.answers, *unit)

    def _show(self, edit: Edit) -> str:
        field = next(iter(edit.values))[0]
        if field == STATE:
            return self._stored.state
        part = next(iter(edit.values))[1]
        value = self._stored.answers.get(field)
        if part is not None and edit.origin.column == "page_mark":
            value = (value or {}).get(part)
            return "" if value is None else str(value)
        shown = make_cell(show_answer(field, value) if value is not None else None).value
        return "" if shown is None else str(shown)

    def _refuse(self, edit: Edit, why: str) -> None:
        self._report(edit, "refused", self._show(edit), why)


def _drop_clashes(edits: list[Edit], refuse: Callable[[Edit, str], None]) -> list[Edit]:
    """Without cells of one file that say different things of the same."""
    said: dict[Unit, set[str]] = {}
    for edit in edits:
        for unit, value in edit.values.items():
            said.setdefault(unit, set()).add(dump_json(value))
    kept = []
    for edit in edits:
        if any(len(said[unit]) > 1 for unit in edit.values):
            refuse(edit, "another cell of this file says something else of the same question")
        else:
            kept.append(edit)
    return kept


def _apply(answers: Mapping[str, Any], edits: Iterable[Edit]) -> dict[str, Any]:
    changed = dict(answers)
    for edit in edits:
        for (field, part), value in edit.values.items():
            if part is not None:
                marks = {**(changed.get(field) or {}), part: value}
                changed[field] = {url: mark for url, mark in marks.items() if mark is not None}
            elif field != STATE:
                changed[field] = value
    return {name: value for name, value in changed.items() if value not in (None, {})}


def _find_state(edits: Iterable[Edit]) -> str | None:
    states = [edit.values[STATE, None] for edit in edits if _is_state(edit)]
    return states[0] if states else None


def _is_state(edit: Edit) -> bool:
    return (STATE, None) in edit.values
