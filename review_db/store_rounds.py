"""The part of `ReviewStore` about rounds: making them, claiming their cases, a lead's view."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from review_db import activity, claims, lead_view, round_making, round_states, rounds, training
from review_db.access import By, by_name, check_may, check_own
from review_db.case_queue import NextCase
from review_db.connection import open_database, write_transaction
from review_db.judgement_events import DEFAULT_ROUND
from review_db.lead_view import RoundOverview
from review_db.round_making import CaseChoice, RoundPlan
from review_db.rounds import Round, RoundEvent
from review_db.training import FieldFeedback
from trek_core.judgements import Mode


class RoundMethods:
    """What may be asked of a review database about rounds."""

    path: Path

    def create_round(self, plan: RoundPlan, *, by: By = None) -> Round:
        """Make a round, open from the start; `StoreError` says what of the plan cannot be."""
        with write_transaction(self.path) as db:
            check_may(db, "create_round", by)
            return rounds.load_round(db, round_making.create_round(db, plan, by_name(by)))

    def preview_round(self, cases: CaseChoice, *, visible_to: str | None = None) -> list[str]:
        """The cases that a choice takes, in the order of import, before a round is made of it.

        A filter finds what `visible_to`, who would make it, finds with it on Cases.
        """
        with open_database(self.path) as db:
            return round_making.choose_cases(db, cases, visible_to)[0]

    def load_round(self, round: str = DEFAULT_ROUND) -> Round:
        """A round as it stands; `StoreError` where there is none of this name."""
        with open_database(self.path) as db:
            return rounds.load_round(db, round)

    def list_rounds(self, annotator: str | None = None) -> list[Round]:
        """Every round, `default` first; with a name, those that this person judges in."""
        with open_database(self.path) as db:
            found = rounds.list_rounds(db)
        mine = (each.name == DEFAULT_ROUND or annotator in each.annotators for each in found)
        return [each for each, is_mine in zip(found, mine, strict=True) if not annotator or is_mine]

    def load_round_events(self, round: str) -> list[RoundEvent]:
        """What happened to a round, oldest first; `closed` holds its frozen population."""
        with open_database(self.path) as db:
            return rounds.load_round_events(db, round)

    def has_case(self, round: str, case_id: str) -> bool:
        """Whether a round has a case."""
        with open_database(self.path) as db:
            return round_states.has_case(db, round, case_id)

    def find_rounds_to_judge(self, case_id: str, annotator: str) -> list[str]:
        """The open rounds in which somebody may judge a case, `default` last."""
        with open_database(self.path) as db:
            return round_states.find_rounds_to_judge(db, case_id, annotator)

    def load_round_states(self, round: str) -> dict[str, str]:
        """Case id -> where it stands in this round, for every case of it, in the round's order."""
        with open_database(self.path) as db:
            return dict(round_states.compute_round_states(db, round))

    def change_round(
        self,
        round: str,
        *,
        mode: Mode | None = None,
        overlap: int | None = None,
        add_annotators: Collection[str] = (),
        new_people: Collection[str] = (),
        by: By = None,
    ) -> Round:
        """Change a round; its mode only before the first judgement, else `StoreError`."""
        with write_transaction(self.path) as db:
            check_may(db, "change_round", by)
            round_making.change_round(
                db,
                round,
                by_name(by),
                mode=mode,
                overlap=overlap,
                add_annotators=add_annotators,
                new_people=new_people,
            )
            return rounds.load_round(db, round)

    def pause_round(self, round: str, why: str = "", *, by: By = None) -> Round:
        """Let nobody change anything in a round for now."""
        return self._set_state("pause_round", round, "paused", by, why)

    def open_round(self, round: str, why: str = "", *, by: By = None) -> Round:
        """Go on with a round that was paused."""
        return self._set_state("open_round", round, "opened", by, why)

    def close_round(self, round: str, why: str = "", *, by: By = None) -> Round:
        """End a round and hold its population fast for quoting (`load_frozen_population`)."""
        return self._set_state("close_round", round, "closed", by, why)

    def reopen_round(self, round: str, why: str, *, by: By = None) -> Round:
        """Open a round that was closed; the reason stays beside the population it had."""
        return self._set_state("reopen_round", round, "reopened", by, why)

    def load_frozen_population(self, round: str) -> dict[str, Any] | None:
        """What a closed round is quoted by: n, case_ids, n_settled, settled; None while open."""
        with open_database(self.path) as db:
            return round_states.load_frozen(db, round)

    def _set_state(
        self, action: str, name: str, kind: rounds.RoundEventKind, by: By, why: str
    ) -> Round:
        with write_transaction(self.path) as db:
            check_may(db, action, by)
            round_states.set_round_state(db, name, kind, by_name(by), why)
            return rounds.load_round(db, name)

    # Claiming

    def claim_next(
        self,
        annotator: str,
        round: str = DEFAULT_ROUND,
        after_case_id: str | None = None,
        *,
        by: By = None,
    ) -> NextCase:
        """Find the case to go on with and lease it, in one transaction; why, or why there is none.

        Raises `AccessError` for somebody outside the round, `StoreError` while it is not open.
        """
        with write_transaction(self.path) as db:
            check_own(db, "claim_next", annotator, by)
            return claims.claim_next(db, annotator, round, after_case_id)

    def claim_case(
        self,
        case_id: str,
        annotator: str,
        round: str = DEFAULT_ROUND,
        *,
        by: By = None,
    ) -> str:
        """Lease a case chosen by hand; returns until when (UTC). `StoreError`: no place is left."""
        with write_transaction(self.path) as db:
            check_own(db, "claim_case", annotator, by)
            return claims.claim_case(db, case_id, annotator, round)

    def renew_lease(
        self,
        case_id: str,
        annotator: str,
        round: str = DEFAULT_ROUND,
        *,
        by: By = None,
    ) -> str:
        """Say that a page with this case is in use: renews the lease and counts active time.

        Call it every 30 seconds or so. Does not raise the revision: nothing that is cached changes.
        Raises as `claim_case` does, so that a page can say that others have taken the case.
        """
        with write_transaction(self.path, raises_revision=False) as db:
            check_own(db, "renew_lease", annotator, by)
            until = claims.claim_case(db, case_id, annotator, round)
            activity.touch(db, round, case_id, annotator)
            return until

    def release_lease(
        self,
        case_id: str,
        annotator: str,
        round: str = DEFAULT_ROUND,
        *,
        by: By = None,
    ) -> None:
        """Give a case back before its lease runs out: one's own, or as a lead anybody's."""
        with write_transaction(self.path) as db:
            if by is not None and by != annotator:
                check_may(db, "release_lease", by)
            else:
                check_own(db, "claim_case", annotator, by)
            claims.release(db, case_id, annotator, round)

    def load_round_overview(
        self, round: str = DEFAULT_ROUND, *, visible_to: str | None = None
    ) -> RoundOverview:
        """A lead's numbers: people, case states, pace, fast and stuck judgements, what blocks.

        How its cases were chosen, by a label say, is withheld from whoever judges any case blind.
        """
        with open_database(self.path) as db:
            return lead_view.load_round_overview(db, round, visible_to)

    # Training

    def set_known_answers(
        self,
        round: str,
        case_id: str,
        answers: Mapping[str, Any],
        *,
        by: By = None,
    ) -> None:
        """Say what a case of a training round comes to; `StoreError` in any other round."""
        with write_transaction(self.path) as db:
            check_may(db, "set_known_answers", by)
            training.set_known_answers(db, round, case_id, answers, by_name(by))

    def load_known_answers(self, round: str) -> dict[str, dict[str, Any]]:
        """The known answers of a training round, by case id: for its lead's page alone."""
        with open_database(self.path) as db:
            return training.load_known_answers(db, round)

    def load_feedback(self, case_id: str, annotator: str, round: str) -> list[FieldFeedback]:
        """Known answers beside one's own; `StoreError` before one's own are handed in."""
        with open_database(self.path) as db:
            return training.load_feedback(db, case_id, annotator, round)
