"""What comes next for an annotator in a round, what is beside it, and how far they are."""

from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db import cases
from review_db.blind_cases import find_hidden_in
from review_db.case_sets import as_json
from review_db.clock import now_text
from review_db.judgement_events import DEFAULT_ROUND
from review_db.places import TAKEN_BY_OTHERS
from review_db.rounds import load_rules


@dataclass(frozen=True)
class Progress:
    """How far one annotator is with the cases of a round; the states add up to the total.

    `taken` are those they have not begun and cannot: others hold as many places as the round wants.
    `withheld` are those they have not handed in and cannot now: they, or other cases of their
    questions, are to be judged blind in another round first.
    """

    total: int
    submitted: int
    draft: int
    needs_discussion: int
    not_started: int
    skipped: int = 0
    taken: int = 0
    withheld: int = 0

    @property
    def done(self) -> int:
        """How many the annotator has handed in."""
        return self.submitted + self.needs_discussion


@dataclass(frozen=True)
class NextCase:
    """The case to go on with, None where the queue is empty, and why in plain words.

    `is_done`: it is empty because this person has handed in every case.
    """

    case_id: str | None
    reason: str
    is_done: bool = False


PROBE_RUN_DONE = "Your probe run is done."
"""Why a case comes back to the person who asked for a probe of it."""

_ALL_FAILURES = "(select case_id, position from cases where is_failure)"
_MEMBERS = "(select case_id, position from round_cases where round = :round)"

_MINE = (
    "left join judgements j on j.case_id = m.case_id and j.annotator = :annotator "
    "and j.round = :round"
)

# In a round without a limit nothing is ever taken, and nobody else's work is looked at.
_IS_TAKEN = f"(:overlap is not null and {TAKEN_BY_OTHERS} >= :overlap)"

_IS_WITHHELD = """m.case_id in (select w.case_id from cases w
where w.position in (select value from json_each(:withheld)))"""

_STATES = """
select case when coalesce(j.state, 'not_started') not in ('submitted', 'needs_discussion')
and {withheld} then 'withheld'
when coalesce(j.state, 'not_started') = 'not_started' and {taken} then 'taken'
else coalesce(j.state, 'not_started') end as state, count(*) from {members} m {mine} group by 1
"""

# The order starts after the case at hand and goes round once.
_NEXT = """
select m.case_id from {members} m {mine}
where coalesce(j.state, 'not_started') = :state and m.case_id <> :after and not {withheld}
and not (:state in ('not_started', 'skipped') and {taken})
and m.position {side} :position order by m.position limit 1
"""

_SENT_BACK = """
select m.case_id from {members} m {mine}
where j.state = 'draft' and j.sent_back is not null and m.case_id <> :after and not {withheld}
order by m.position limit 1
"""

_SKIPPED = """
select m.case_id from {members} m {mine}
where j.state = 'skipped' and m.case_id <> :after and not {taken} and not {withheld}
order by j.saved_at limit 1
"""

# A run of one case that this person asked for and has answered nothing since. A case that they
# have handed in comes back only if its post-retrieval side was left open.
_PROBED = """
select m.case_id from {members} m
join probe_runs r on r.asked_by = :annotator and r.state = 'done'
and json_array_length(r.case_ids) = 1 and json_extract(r.case_ids, '$[0]') = m.case_id
{mine}
where m.case_id <> :after and r.ended_at > coalesce(j.saved_at, '') and not {withheld}
and (coalesce(j.state, 'not_started') in ('not_started', 'draft') or j.post_side = 'undetermined')
and not (coalesce(j.state, 'not_started') = 'not_started' and {taken})
order by r.ended_at limit 1
"""

_LIST_STATES = """
select m.case_id, coalesce(j.state, 'not_started') from {members} m {mine} order by m.position
"""

_NEIGHBOUR = """
select case_id from {members} m where position {side} :position order by position {order} limit 1
"""


class Queue:
    """One annotator's way through a round, as of one moment."""

    def __init__(self, db: Database, annotator: str, round_name: str) -> None:
        self._db = db
        self.rules = load_rules(db, round_name)
        self._withheld = find_hidden_in(db, annotator, self.rules)
        self._members = _ALL_FAILURES if round_name == DEFAULT_ROUND else _MEMBERS
        self._values: dict[str, Any] = {
            "annotator": annotator,
            "round": round_name,
            "overlap": self.rules.overlap,
            "now": now_text(),
            "withheld": as_json(self._withheld),
        }

    def count(self) -> Progress:
        """How this annotator's judgements stand over the cases of the round."""
        counts = dict(self._execute(_STATES).fetchall())
        states = (
            "submitted", "draft", "needs_discussion", "not_started", "skipped", "taken", "withheld",
        )  # fmt: skip
        return Progress(sum(counts.values()), *(counts.get(state, 0) for state in states))

    def list_states(self) -> dict[str, str]:
        """Case id -> the state of this annotator's judgement, in the round's order."""
        return dict(self._execute(_LIST_STATES))

    def find_next(self, after: str | None, progress: Progress | None = None) -> NextCase:
        """What was sent back, a probe run that is done, own drafts, the order, what was skipped."""
        sent_back = self._first(_SENT_BACK, after)
        if sent_back is not None:
            return NextCase(sent_back, "A lead sent this case back to you.")
        probed = self._first(_PROBED, after)
        if probed is not None:
            return NextCase(probed, PROBE_RUN_DONE)
        draft = self._find_in_state("draft", after)
        if draft is not None:
            return NextCase(draft, "You began this case and have not submitted it.")
        progress = progress or self.count()
        fresh = self._find_in_state("not_started", after) if progress.not_started else None
        if fresh is not None:
            return NextCase(fresh, f"Next in order; {progress.not_started} not begun.")
        skipped = self._first(_SKIPPED, after) if progress.skipped else None
        if skipped is not None:
            return NextCase(skipped, f"You skipped this case; {progress.skipped} skipped.")
        is_done = progress.done == progress.total > 0
        return NextCase(None, self._say_why_empty(progress), is_done)

    def withholds(self, case_id: str) -> bool:
        """Whether a case cannot be judged here before it, or its question, was judged elsewhere."""
        position = cases.list_positions(self._db, [case_id]).get(case_id, 0)
        return bool(self._withheld >> position & 1)

    def find_neighbours(self, case_id: str) -> tuple[str | None, str | None]:
        """The cases of the round before and after a case, in order."""
        position = self._find_position(case_id)
        if position is None:
            if not self._db.execute("select 1 from cases where case_id = ?", [case_id]).fetchone():
                raise cases.case_not_found(case_id)
            return None, None
        following, previous = (
            self._execute(_NEIGHBOUR, side=side, order=order, position=position).fetchone()
            for side, order in ((">", "asc"), ("<", "desc"))
        )
        return (previous and previous["case_id"]), (following and following["case_id"])

    def _execute(self, statement: str, side: str = "", order: str = "", **values: Any) -> Any:
        text = statement.format(
            members=self._members, mine=_MINE, taken=_IS_TAKEN, withheld=_IS_WITHHELD,
            side=side, order=order,
        )  # fmt: skip
        return self._db.execute(text, self._values | values)

    def _first(self, statement: str, after: str | None, **values: Any) -> str | None:
        row = self._execute(statement, after=after or "", **values).fetchone()
        return None if row is None else str(row["case_id"])

    def _find_in_state(self, state: str, after: str | None) -> str | None:
        position = (after and self._find_position(after)) or 0
        for side in (">", "<="):
            found = self._first(_NEXT, after, side=side, state=state, position=position)
            if found is not None:
                return found
        return None

    def _find_position(self, case_id: str) -> int | None:
        # In the round of all failures an accepted answer has its place among them all the same.
        places = "cases" if self.rules.name == DEFAULT_ROUND else "{members}"
        row = self._execute(
            f"select position from {places} m where m.case_id = :case_id",  # noqa: S608
            case_id=case_id,
        ).fetchone()
        return None if row is None else int(row["position"])

    def _say_why_empty(self, progress: Progress) -> str:
        if progress.total == 0:
            accepted = self._db.execute("select count(*) from cases").fetchone()[0]
            if accepted and self.rules.name == DEFAULT_ROUND:
                answers = (
                    "the one answer was" if accepted == 1 else f"all {accepted:,} answers were"
                )
                return f"Nothing to review: {answers} judged correct."
            return "There are no cases yet: import a file first."
        discussed = progress.needs_discussion
        aside = f", {discussed} of them to be discussed" if discussed else ""
        done = f"{progress.done} of {progress.total} cases submitted{aside}"
        left = progress.draft + progress.not_started + progress.skipped
        if left:
            return f"This is the last open case; {done}."
        if progress.withheld:
            return f"Nothing for you now: {say_waiting(progress.withheld)}; {done}."
        return f"{self._say_taken(progress)}; {done}." if progress.taken else f"All done: {done}."

    def _say_taken(self, progress: Progress) -> str:
        """Who is on the cases that this annotator has not begun and cannot."""
        rows = self._execute(
            "select l.annotator, count(*) as n, min(l.expires_at) as until from leases l "
            "join {members} m on m.case_id = l.case_id {mine} "
            "where l.round = :round and l.annotator <> :annotator and l.expires_at > :now "
            "and coalesce(j.state, 'not_started') = 'not_started' and not exists ("
            "select 1 from judgements h where h.round = l.round and h.case_id = l.case_id and "
            "h.annotator = l.annotator and h.state <> 'not_started' and h.state <> 'skipped') "
            "group by 1 order by 1"
        ).fetchall()
        leased = [
            f"{row['n']} leased by {row['annotator']} until {row['until'][11:16]} UTC"
            for row in rows
        ]
        begun = progress.taken - sum(row["n"] for row in rows)
        others = [f"{begun} with others"] if begun > 0 else []
        return f"Nothing for you now: {', '.join(['0 open to you', *leased, *others])}"


def say_waiting(number: int) -> str:
    """Why so many cases do not come up: a clause."""
    verb = "waits" if number == 1 else "wait"
    return f"{number:,} {verb} until you have judged their questions blind in another round"


def count_progress(db: Database, annotator: str, round_name: str = DEFAULT_ROUND) -> Progress:
    """How one annotator's judgements stand over the cases of a round."""
    return Queue(db, annotator, round_name).count()


def load_states_of(db: Database, annotator: str, round_name: str) -> dict[str, str]:
    """Where one annotator is with each case of a round, in its order."""
    return Queue(db, annotator, round_name).list_states()


def find_next_case(
    db: Database, annotator: str, after_case_id: str | None, round_name: str = DEFAULT_ROUND
) -> NextCase:
    """What comes next, without taking it."""
    return Queue(db, annotator, round_name).find_next(after_case_id)


def find_neighbours(
    db: Database, case_id: str, round_name: str = DEFAULT_ROUND
) -> tuple[str | None, str | None]:
    """The cases of a round before and after a case, in order."""
    return Queue(db, "", round_name).find_neighbours(case_id)
