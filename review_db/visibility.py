"""What one annotator may see of a case in a round now; this is the only place that decides it."""

from dataclasses import dataclass, replace

from sqlite_utils import Database

from review_db.access import RESEARCH, By, may
from review_db.cases import StoredCase, load_case
from review_db.judgement_events import StoredJudgement
from review_db.judgements import load_judgement, load_judgements
from review_db.probe_calls import StoredCall, find_answered_probes, load_calls
from review_db.probe_runs import ProbeResult, load_results
from review_db.rounds import load_rules
from trek_core.attribution import Attribution
from trek_core.blind import SHOWN_PROBE_CALLS, may_see_noise, withhold
from trek_core.checklist import CaseFacts, compute_facts, compute_side
from trek_core.judgements import Mode
from trek_core.recorded_probes import Probes
from trek_core.records import Record

_BLIND_ROUNDS = """
select r.round from rounds r
join round_annotators a on a.round = r.round and a.annotator = :annotator
join round_cases c on c.round = r.round and c.case_id = :case_id
where r.mode <> 'assisted'
"""


@dataclass(frozen=True)
class CaseView:
    """A case as one annotator may see it now.

    `record` holds nothing that is withheld; `attribution` is None while it is. `facts` are what
    the checklist asks from, no more than the record shows. `shown_probes` are the probes whose
    runs may be shown, None for all. `may_reveal`: `reveal` would show TrekTrace's side now.
    `waits_for`: the other rounds in which it is to be judged blind before anything is revealed.
    """

    record: Record
    attribution: Attribution | None
    version: int
    imported_at: str
    round: str
    mode: Mode
    is_blind: bool
    facts: CaseFacts
    shown_probes: frozenset[str] | None
    may_reveal: bool
    waits_for: tuple[str, ...]


def load_case_for(
    db: Database, case_id: str, annotator: str, round_name: str | None = None
) -> CaseView:
    """A case as an annotator may see it in a round now.

    Without a round, as on a page outside the review: withheld while any round is that has this
    person judge the case blind.
    """
    case = load_case(db, case_id)
    if round_name is None:
        blind = find_withheld(db, case_id, annotator)
        round_name = blind[0].round if blind else "default"
    judgement = load_judgement(db, case_id, annotator, round_name)
    is_blind = is_withheld(db, judgement)
    shown, facts = read_case(db, case, judgement, is_blind=is_blind)
    can_reveal = is_blind and judgement.mode == "blind_then_reveal"
    waits_for = find_waits(db, judgement) if can_reveal else ()
    return CaseView(
        record=shown,
        attribution=None if is_blind else case.attribution,
        version=case.version,
        imported_at=case.imported_at,
        round=round_name,
        mode=judgement.mode,
        is_blind=is_blind,
        facts=facts,
        shown_probes=_shown_probes(judgement) if is_blind else None,
        may_reveal=can_reveal and judgement.is_finished and not waits_for,
        waits_for=waits_for,
    )


def read_case(
    db: Database, case: StoredCase, judgement: StoredJudgement, *, is_blind: bool
) -> tuple[Record, CaseFacts]:
    """The record as the judgement rests on it, and the facts that its questions are asked from."""
    runs = find_answered_probes(db, judgement.case_id)
    side = compute_side(judgement.mode, is_withheld=is_blind)
    if not is_blind:
        return case.record, compute_facts(case.record, case.attribution, runs, side)
    shown = withhold(case.record, judgement.answers)
    return shown, compute_facts(shown, None, runs & _shown_probes(judgement), side)


def is_withheld(db: Database, judgement: StoredJudgement) -> bool:
    """Whether TrekTrace's side is kept from this judgement's annotator now.

    Blind ends when the round is closed; blind then reveal, when it was revealed.
    """
    if judgement.mode == "assisted" or judgement.revealed_at is not None:
        return False
    return load_rules(db, judgement.round).state != "closed"


def load_calls_for(
    db: Database, case_id: str, annotator: str, round_name: str | None = None
) -> list[StoredCall]:
    """The probe calls about a case that an annotator may see: while blind, answers, no grades."""
    shown = load_case_for(db, case_id, annotator, round_name).shown_probes
    calls = load_calls(db, case_id)
    return [each for each in calls if shown is None or each.call.request.probe in shown]


def _shown_probes(judgement: StoredJudgement) -> frozenset[str]:
    shown = set(SHOWN_PROBE_CALLS)
    if not may_see_noise(judgement.answers):
        shown.discard("gold_plus_noise")
    return frozenset(shown)


def find_withheld(db: Database, case_id: str, annotator: str) -> list[StoredJudgement]:
    """Somebody's judgements on a case, begun or not, from which TrekTrace's side is kept now."""
    rows = db.execute(_BLIND_ROUNDS, {"annotator": annotator, "case_id": case_id}).fetchall()
    found = [load_judgement(db, case_id, annotator, row["round"]) for row in rows]
    return [each for each in found if is_withheld(db, each)]


def find_waits(db: Database, judgement: StoredJudgement) -> tuple[str, ...]:
    """The other rounds that a reveal has to wait for: what is open in one is in all.

    Those in which this person has yet to hand the case in, or judges it blind to the end.
    """
    others = find_withheld(db, judgement.case_id, judgement.annotator)
    return tuple(
        each.round
        for each in others
        if each.round != judgement.round
        and not (each.mode == "blind_then_reveal" and each.is_finished)
    )


def judges_blind(db: Database, case_id: str, annotator: str) -> bool:
    """Whether somebody judges a case in any round without seeing TrekTrace's side, as of now."""
    return bool(find_withheld(db, case_id, annotator))


def load_judgements_for(
    db: Database, case_id: str, round_name: str, by: By
) -> list[StoredJudgement]:
    """The judgements on a case that somebody may see: while blind on it themself, only their own.

    A lead or researcher sees everybody's; others see what was handed in once the round is closed.
    """
    given = [each for each in load_judgements(db, case_id) if each.round == round_name]
    is_blind = isinstance(by, str) and judges_blind(db, case_id, by)
    sees_all = may(db, by, RESEARCH)
    is_closed = load_rules(db, round_name).state == "closed"
    return [
        each
        for each in given
        if each.annotator == by
        or may_read_others(
            is_blind=is_blind,
            sees_all=sees_all,
            is_closed=is_closed,
            is_finished=each.is_finished,
        )
    ]


def may_read_others(*, is_blind: bool, sees_all: bool, is_closed: bool, is_finished: bool) -> bool:
    """Whether somebody may read another's judgement, or what is decided on judgements.

    `is_blind`: they judge the case blind. `sees_all`: they are a lead or researcher.
    """
    return not is_blind and (sees_all or (is_closed and is_finished))


def load_results_for(
    db: Database, case_id: str, annotator: str, round_name: str | None = None
) -> list[ProbeResult]:
    """What probe runs made of a case, as far as an annotator may see it."""
    view = load_case_for(db, case_id, annotator, round_name)
    found = load_results(db, case_id=case_id)
    if not view.is_blind:
        return found
    answers = load_judgement(db, case_id, annotator, view.round).answers

    def shown(probes: Probes) -> Probes:
        return withhold(Record(case=view.record.case, probes=probes), answers).probes

    return [replace(each, probes=shown(each.probes)) for each in found]
