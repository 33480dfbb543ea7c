"""Where annotators differ in a round, least agreement first, and what was decided over whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.blind_cases import find_withheld
from review_db.decisions import load_latest_decisions
from review_db.json_text import load_json
from review_db.judgements import read_judgement
from trek_core.checklist import FIELDS, FIELDS_BY_NAME, Kind

_DIFFERING = """
select s.case_id, s.annotators, s.state, s.pair_agreement, s.answer_agreement, s.first_field,
s.case_id in (select case_id from decisions where round = :round) as is_decided
from round_standings s join cases c on c.case_id = s.case_id
where s.round = :round and s.state in ('needs_discussion', 'needs_adjudication')
order by s.pair_agreement, s.answer_agreement, c.position
"""


@dataclass(frozen=True)
class Disagreement:
    """A case that its annotators do not conclude alike, or that one wants to discuss.

    `pair_agreement` is the share of pairs of people with the same conclusion, `answer_agreement`
    that of closed questions answered alike, over all pairs; both 1.0 for one person alone.
    `first_step` and `first_field` are where their paths part (None: nowhere).
    """

    case_id: str
    annotators: tuple[str, ...]
    needs_discussion: bool
    is_decided: bool
    pair_agreement: float
    answer_agreement: float
    first_step: int | None
    first_field: str | None


@dataclass(frozen=True)
class Correction:
    """One question on which a decision went another way than somebody's judgement."""

    round: str
    case_id: str
    step: int
    field: str
    mine: Any
    decided: Any
    reason: str
    decided_at: str


def list_disagreements(
    db: Database, round_name: str, *, with_decided: bool = False
) -> list[Disagreement]:
    """The cases of a round to adjudicate, least agreement first, then in order of import."""
    return [
        Disagreement(
            case_id=row["case_id"],
            annotators=tuple(load_json(row["annotators"])),
            needs_discussion=row["state"] == "needs_discussion",
            is_decided=bool(row["is_decided"]),
            pair_agreement=row["pair_agreement"],
            answer_agreement=row["answer_agreement"],
            first_step=FIELDS_BY_NAME[row["first_field"]].step if row["first_field"] else None,
            first_field=row["first_field"],
        )
        for row in db.execute(_DIFFERING, {"round": round_name})
        if with_decided or not row["is_decided"]
    ]


def load_corrections(db: Database, annotator: str) -> list[Correction]:
    """Where decisions overruled somebody, in the order of the checklist, latest first in each.

    Nothing of a case that is withheld from them now: answers and reason may name what is.
    """
    rows = db.execute(
        "select j.* from judgements j where j.annotator = ? and j.state in ('submitted', "
        "'needs_discussion') and (j.round, j.case_id) in (select round, case_id from decisions)",
        [annotator],
    ).fetchall()
    withheld = find_withheld(db, {row["case_id"] for row in rows}, annotator)
    judged = [read_judgement(dict(row)) for row in rows if row["case_id"] not in withheld]
    decided = {name: load_latest_decisions(db, name) for name in {each.round for each in judged}}
    found: list[Correction] = []
    for judgement in judged:
        decision = decided[judgement.round][judgement.case_id]
        place = (judgement.round, judgement.case_id)
        found += [
            Correction(*place, step, field, mine, given, decision.reason, decision.decided_at)
            for step, field, mine, given in _find_differences(judgement.answers, decision.answers)
        ]
    found.sort(key=lambda each: each.decided_at, reverse=True)
    return sorted(found, key=lambda each: each.step)


def _find_differences(
    mine: Mapping[str, Any], decided: Mapping[str, Any]
) -> Iterator[tuple[int, str, Any, Any]]:
    for field in FIELDS:
        closed = field.kind in (Kind.YES_NO, Kind.CHOICE, Kind.SEVERAL)
        if closed and mine.get(field.name) != decided.get(field.name):
            yield field.step, field.name, mine.get(field.name), decided.get(field.name)
