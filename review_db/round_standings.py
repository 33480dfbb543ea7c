"""Where each judged case of each round stands, written down as judgements change.

Reading every answer of a round to say how many people differ took as long as the round is large.
`case_changes.py` calls this for the cases that a transaction touched; nothing else writes here.
What depends on more than judgements is left to whoever reads: decisions, and a round's overlap.
A change of `PATH` or `CLOSED` needs a step of the schema that writes all of it anew.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from review_db.case_state import Standing, compute_case_state
from review_db.json_text import dump_json, load_json
from trek_core.checklist import FIELDS, Kind

PATH: Final = (
    "reference_valid", "response_correct", "evidence_retrieved", "queries_adequate",
    "gold_only_correct", "noise_correct", "override_labels",
)  # fmt: skip
"""The answers that decide where a judgement ends, in the order in which they are asked."""

CLOSED: Final = tuple(f.name for f in FIELDS if f.kind in (Kind.YES_NO, Kind.CHOICE))

_CLOSED_NAMES: Final = frozenset(CLOSED)

_JUDGED = """
select j.case_id, j.round, j.annotator, j.state, j.outcome, j.retrieval_side, j.post_side, j.answers
from json_each(?) w join judgements j on j.case_id = w.value
order by j.case_id, j.round, j.annotator"""

_STORE = """
insert into round_standings values (:round, :case_id, :state, :handed_in, :annotators,
:pair_agreement, :answer_agreement, :first_field) on conflict do update set
state = excluded.state, handed_in = excluded.handed_in, annotators = excluded.annotators,
pair_agreement = excluded.pair_agreement, answer_agreement = excluded.answer_agreement,
first_field = excluded.first_field"""


class _Given(NamedTuple):
    """One person's judgement on a case; `closed` are the closed questions they answered."""

    annotator: str
    standing: Standing
    answers: dict[str, Any]
    closed: dict[str, Any]

    @property
    def is_handed_in(self) -> bool:
        return self.standing.state in ("submitted", "needs_discussion")

    @property
    def conclusion(self) -> tuple[str, str, str]:
        """Where it ends; what was not said is all one."""
        of = self.standing
        return of.outcome or "", of.retrieval_side or "", of.post_side or ""


def refresh_round_standings(db: Database, wanted: str) -> None:
    """Write down anew where cases stand; `wanted` are their ids as a JSON list."""
    rows = db.execute(_JUDGED, [wanted]).fetchall()
    for (case_id, round_name), judged in groupby(map(tuple, rows), lambda row: row[:2]):
        given = [_read(*row[2:]) for row in judged]
        db.execute(_STORE, {"round": round_name, "case_id": case_id} | _compute(given))


def _read(
    annotator: str,
    state: str,
    outcome: str | None,
    retrieval_side: str | None,
    post_side: str | None,
    answers_text: str,
) -> _Given:
    answers = load_json(answers_text)
    closed = {name: given for name, given in answers.items() if name in _CLOSED_NAMES}
    standing = Standing(state, outcome, retrieval_side, post_side)
    return _Given(annotator, standing, answers, closed)


def _compute(given: Sequence[_Given]) -> dict[str, Any]:
    handed_in = [each for each in given if each.is_handed_in]
    pairs = list(combinations(handed_in, 2))
    asked = sum(len(one.closed.keys() | other.closed.keys()) for one, other in pairs)
    alike = sum(_count_alike(one, other) for one, other in pairs)
    return {
        "state": compute_case_state(each.standing for each in given)[0],
        "handed_in": len(handed_in),
        "annotators": dump_json([each.annotator for each in handed_in]),
        "pair_agreement": _share(sum(a.conclusion == b.conclusion for a, b in pairs), len(pairs)),
        "answer_agreement": _share(alike, asked),
        "first_field": next(_find_differences(handed_in), None),
    }


def _count_alike(one: _Given, other: _Given) -> int:
    return len(one.closed.items() & other.closed.items())


def _find_differences(given: Sequence[_Given]) -> Iterator[str]:
    """The answers on which not all are alike: the deciding ones first, then the closed ones."""
    for name in (*PATH, *CLOSED):
        if any(each.answers.get(name) != given[0].answers.get(name) for each in given[1:]):
            yield name


def _share(held: int, of: int) -> float:
    return held / of if of else 1.0
