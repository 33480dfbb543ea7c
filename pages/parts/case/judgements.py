"""What people made of a case: their judgements side by side, histories, decisions, comments."""

from dataclasses import dataclass

from pages.parts.annotator import current_annotator
from pages.parts.case.address import judgement_part
from pages.parts.history import Revision, list_revisions
from pages.parts.paths import (
    PathRow,
    compute_rows,
    path_of_decision,
    path_of_judgement,
    path_of_trektrace,
)
from pages.parts.store import current_store
from review_db.store import CaseView, Comment, Round, StoredDecision, StoredJudgement


@dataclass(frozen=True)
class Given:
    """One judgement with its history."""

    part: str
    judgement: StoredJudgement
    revisions: list[Revision]


@dataclass(frozen=True)
class RoundOfCase:
    """What was judged and decided about a case in one round, and its ways side by side."""

    round: Round
    given: list[Given]
    decisions: list[StoredDecision]
    columns: list[str]
    rows: list[PathRow]


def load_case_rounds(view: CaseView) -> list[RoundOfCase]:
    """Round by round, as far as whoever is here may see it."""
    store, who, case_id = current_store(), current_annotator(), view.record.case.case_id
    events, origins = store.load_judgement_events(case_id), store.load_origins(case_id)
    decisions = store.load_case_decisions(case_id, by=who)
    names = dict.fromkeys([*(each.round for each in events), *(each.round for each in decisions)])
    found = []
    for name in names:
        given = [
            Given(
                judgement_part(each.annotator, name),
                each,
                list_revisions(
                    [e for e in events if (e.annotator, e.round) == (each.annotator, name)],
                    origins,
                ),
            )
            for each in store.load_case_judgements(case_id, name, by=who)
            if each.revision > 0
        ]
        decided = [each for each in decisions if each.round == name]
        if given or decided:
            found.append(_put_side_by_side(view, store.load_round(name), given, decided))
    return found


def load_case_comments(case_id: str) -> list[Comment]:
    """What was said about a case in any round, oldest first, as far as it may be read."""
    return current_store().load_comments(case_id, current_annotator() or "", round=None)


def _put_side_by_side(
    view: CaseView, its_round: Round, given: list[Given], decided: list[StoredDecision]
) -> RoundOfCase:
    people = [
        path_of_judgement(each.judgement.annotator, each.judgement, view.facts) for each in given
    ]
    others = [path_of_decision("Decided", decided[-1], view.facts)] if decided else []
    if view.attribution is not None:
        others.append(path_of_trektrace(view))
    columns = [*people, *others]
    return RoundOfCase(
        its_round, given, decided, [each.title for each in columns], compute_rows(columns)
    )
