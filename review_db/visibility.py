"""What one annotator may see of a case in a round now; this is the only place that decides it.

Which cases are withheld from them at all is decided in `blind_cases`.
"""

from dataclasses import dataclass, replace

from sqlite_utils import Database

from review_db.access import RESEARCH, By, may
from review_db.blind_cases import (
    BlindPlace,
    find_blind_places,
    find_reasons_in,
    is_withheld,
    judges_blind,
    load_blind_judgements,
)
from review_db.cases import StoredCase, load_case
from review_db.judgement_events import DEFAULT_ROUND, StoredJudgement
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


@dataclass(frozen=True)
class CaseView:
    """A case as one annotator may see it now.

    `record` holds nothing that is withheld; `attribution` is None while it is. `facts` are what
    the checklist asks from, no more than the record shows. `shown_probes` are the probes whose
    runs may be shown, None for all. `withheld_elsewhere`: the judgements for the sake of which it
    is withheld where this round itself would show it. `may_reveal`: `reveal` would show TrekTrace's
    side now. `waits_for`: the other rounds in which it is to be judged blind before anything is
    revealed. `tells_of`: how many cases of its question, still to be judged blind, a reveal would
    tell of.
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
    withheld_elsewhere: tuple[BlindPlace, ...]
    may_reveal: bool
    waits_for: tuple[str, ...]
    tells_of: int

    @property
    def withheld_for_another(self) -> bool:
        """Whether it is withheld for the sake of another case of its question alone."""
        case_id = self.record.case.case_id
        return bool(self.withheld_elsewhere) and all(
            each.case_id != case_id for each in self.withheld_elsewhere
        )


def load_case_for(
    db: Database, case_id: str, annotator: str, round_name: str | None = None
) -> CaseView:
    """A case as an annotator may see it in a round now.

    Without a round, as on a page outside the review: withheld while any round is that has this
    person judge the case, or another of its question, blind.
    """
    case = load_case(db, case_id)
    places = find_blind_places(db, case_id, annotator)
    if round_name is None:
        round_name = places.own[0].round if places.own else DEFAULT_ROUND
    judgement = load_judgement(db, case_id, annotator, round_name)
    is_kept = is_withheld(db, judgement)
    elsewhere = () if is_kept else find_reasons_in(db, judgement)
    is_blind = is_kept or bool(elsewhere)
    shown, facts = read_case(db, case, judgement, is_blind=is_blind)
    can_reveal = is_kept and judgement.mode == "blind_then_reveal"
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
        withheld_elsewhere=elsewhere,
        may_reveal=can_reveal and judgement.is_finished and not waits_for,
        waits_for=waits_for,
        tells_of=len({each.case_id for each in places.others if not each.is_handed_in})
        if can_reveal
        else 0,
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


def find_waits(db: Database, judgement: StoredJudgement) -> tuple[str, ...]:
    """The other rounds that a reveal has to wait for: what is open in one is in all.

    Those in which this person has yet to hand the case in, or judges it blind to the end.
    """
    others = load_blind_judgements(db, judgement.case_id, judgement.annotator)
    return tuple(
        each.round
        for each in others
        if each.round != judgement.round
        and not (each.mode == "blind_then_reveal" and each.is_finished)
    )


def load_judgements_for(
    db: Database, case_id: str, round_name: str, by: By
) -> list[StoredJudgement]:
    """The judgements on a case that somebody may see: while it is withheld, only their own.

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

    `is_blind`: the case is withheld from them. `sees_all`: they are a lead or researcher.
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
