"""Where annotators differ in a round, least agreement first, and what was decided over whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from review_db.blind_cases import find_withheld
from review_db.decisions import load_latest_decisions
from review_db.json_text import load_json
from review_db.judgements import read_judgement
from trek_core.checklist import FIELDS, FIELDS_BY_NAME, Kind

PATH: Final = (
    "reference_valid", "response_correct", "evidence_retrieved", "queries_adequate",
    "gold_only_correct", "noise_correct", "override_labels",
)  # fmt: skip
"""The answers that decide where a judgement ends, in the order in which they are asked."""

CLOSED: Final = tuple(f.name for f in FIELDS if f.kind in (Kind.YES_NO, Kind.CHOICE))

_CLOSED_NAMES: Final = frozenset(CLOSED)

_CONCLUSION = """coalesce(j.outcome, '') || '|' || coalesce(j.retrieval_side, '') || '|'
|| coalesce(j.post_side, '')"""

_HANDED_IN = "j.round = :round and j.state in ('submitted', 'needs_discussion')"

_DIFFERING = f"""
select j.case_id, j.annotator, j.state, {_CONCLUSION} as conclusion, j.answers from (
select j.case_id from judgements j where {_HANDED_IN} group by j.case_id
having count(distinct {_CONCLUSION}) > 1 or max(j.state = 'needs_discussion')) differing
cross join judgements j on j.case_id = differing.case_id and {_HANDED_IN}
join cases c on c.case_id = differing.case_id
order by c.position, j.annotator
"""  # noqa: S608 - our own words


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
    decided = load_latest_decisions(db, round_name)
    rows = map(tuple, db.execute(_DIFFERING, {"round": round_name}))
    found = [
        _compare(case_id, [_read(*row[1:]) for row in given], is_decided=case_id in decided)
        for case_id, given in groupby(rows, lambda row: str(row[0]))
        if with_decided or case_id not in decided
    ]
    return sorted(found, key=lambda each: (each.pair_agreement, each.answer_agreement))


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


class _Given(NamedTuple):
    """What one person handed in on a case; `closed` are the closed questions they answered."""

    annotator: str
    state: str
    conclusion: str
    answers: dict[str, Any]
    closed: dict[str, Any]


def _read(annotator: str, state: str, conclusion: str, answers_text: str) -> _Given:
    answers = load_json(answers_text)
    closed = {name: given for name, given in answers.items() if name in _CLOSED_NAMES}
    return _Given(annotator, state, conclusion, answers, closed)


def _compare(case_id: str, given: Sequence[_Given], *, is_decided: bool) -> Disagreement:
    pairs = list(combinations(given, 2))
    asked = sum(len(one.closed.keys() | other.closed.keys()) for one, other in pairs)
    alike = sum(len(one.closed.items() & other.closed.items()) for one, other in pairs)
    first = _find_first_difference(given)
    return Disagreement(
        case_id=case_id,
        annotators=tuple(each.annotator for each in given),
        needs_discussion=any(each.state == "needs_discussion" for each in given),
        is_decided=is_decided,
        pair_agreement=_share(sum(a.conclusion == b.conclusion for a, b in pairs), len(pairs)),
        answer_agreement=_share(alike, asked),
        first_step=FIELDS_BY_NAME[first].step if first else None,
        first_field=first,
    )


def _find_first_difference(given: Sequence[_Given]) -> str | None:
    """The first deciding answer on which not all are alike, else the first closed one."""
    first, *others = given
    for name in (*PATH, *CLOSED):
        mine = first.answers.get(name)
        for each in others:
            if each.answers.get(name) != mine:
                return name
    return None


def _find_differences(
    mine: Mapping[str, Any], decided: Mapping[str, Any]
) -> Iterator[tuple[int, str, Any, Any]]:
    for field in FIELDS:
        closed = field.kind in (Kind.YES_NO, Kind.CHOICE, Kind.SEVERAL)
        if closed and mine.get(field.name) != decided.get(field.name):
            yield field.step, field.name, mine.get(field.name), decided.get(field.name)


def _share(held: int, of: int) -> float:
    return held / of if of else 1.0
