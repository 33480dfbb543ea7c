"""What comes next for an annotator, what is beside it, and how far they are."""

from dataclasses import dataclass

from sqlite_utils import Database

from review_db.cases import case_not_found
from review_db.judgement_events import DEFAULT_ROUND


@dataclass(frozen=True)
class Progress:
    """How far one annotator is with the cases to review; the four states add up to the total."""

    total: int
    submitted: int
    draft: int
    needs_discussion: int
    not_started: int

    @property
    def done(self) -> int:
        """How many the annotator has handed in."""
        return self.submitted + self.needs_discussion


@dataclass(frozen=True)
class NextCase:
    """The case to go on with, None where the queue is empty, and why in plain words."""

    case_id: str | None
    reason: str


_STATES = """
select coalesce(j.state, 'not_started') as state, count(*) from cases c
left join judgements j on j.case_id = c.case_id and j.annotator = ? and j.round = ?
where c.is_failure group by 1
"""

# The order starts after the case at hand and goes round once.
_NEXT = """
select c.case_id from cases c
left join judgements j on j.case_id = c.case_id and j.annotator = :annotator and j.round = :round
where c.is_failure and coalesce(j.state, 'not_started') = :state and c.case_id <> :after
and c.position {side} :position order by c.position limit 1
"""

# A run of one case that this person asked for and has answered nothing since. A case that they
# have handed in comes back only if its post-retrieval side was left open.
_PROBED = """
select c.case_id from cases c
join probe_runs r on r.asked_by = :annotator and r.state = 'done'
and json_array_length(r.case_ids) = 1 and json_extract(r.case_ids, '$[0]') = c.case_id
left join judgements j on j.case_id = c.case_id and j.annotator = :annotator and j.round = :round
where c.is_failure and c.case_id <> :after and r.ended_at > coalesce(j.saved_at, '')
and (coalesce(j.state, 'not_started') in ('not_started', 'draft') or j.post_side = 'undetermined')
order by r.ended_at limit 1
"""

PROBE_RUN_DONE = "Your probe run is done."
"""Why a case comes back to the person who asked for a probe of it."""

_NEIGHBOUR = """
select case_id from cases where is_failure and position {side} ? order by position {order} limit 1
"""


def count_progress(db: Database, annotator: str) -> Progress:
    """How one annotator's judgements stand over the cases to review."""
    counts = dict(db.execute(_STATES, [annotator, DEFAULT_ROUND]).fetchall())
    states = ("submitted", "draft", "needs_discussion", "not_started")
    return Progress(sum(counts.values()), *(counts.get(state, 0) for state in states))


def find_next_case(db: Database, annotator: str, after_case_id: str | None) -> NextCase:
    """Cases whose probe run is done, then own drafts, then the next in order not begun."""
    probed = _find_probed(db, annotator, after_case_id)
    if probed is not None:
        return NextCase(probed, PROBE_RUN_DONE)
    progress = count_progress(db, annotator)
    draft = _find_in_state(db, annotator, "draft", after_case_id)
    if draft is not None:
        return NextCase(draft, "You began this case and have not submitted it.")
    fresh = _find_in_state(db, annotator, "not_started", after_case_id)
    if fresh is not None:
        return NextCase(fresh, f"Next in order; {progress.not_started} not begun.")
    return NextCase(None, _say_why_empty(db, progress))


def find_neighbours(db: Database, case_id: str) -> tuple[str | None, str | None]:
    """The cases to review before and after a case, in order."""
    position = _find_position(db, case_id)
    if position is None:
        raise case_not_found(case_id)
    sides = ((">", "asc"), ("<", "desc"))
    following, previous = (
        db.execute(_NEIGHBOUR.format(side=side, order=order), [position]).fetchone()
        for side, order in sides
    )
    return (previous and previous["case_id"]), (following and following["case_id"])


def _find_probed(db: Database, annotator: str, after: str | None) -> str | None:
    values = {"annotator": annotator, "round": DEFAULT_ROUND, "after": after or ""}
    row = db.execute(_PROBED, values).fetchone()
    return None if row is None else str(row["case_id"])


def _find_in_state(db: Database, annotator: str, state: str, after: str | None) -> str | None:
    values = {
        "annotator": annotator,
        "round": DEFAULT_ROUND,
        "state": state,
        "after": after or "",
        "position": (after and _find_position(db, after)) or 0,
    }
    for side in (">", "<="):
        row = db.execute(_NEXT.format(side=side), values).fetchone()
        if row is not None:
            return str(row["case_id"])
    return None


def _find_position(db: Database, case_id: str) -> int | None:
    row = db.execute("select position from cases where case_id = ?", [case_id]).fetchone()
    return None if row is None else int(row["position"])


def _say_why_empty(db: Database, progress: Progress) -> str:
    if progress.total == 0:
        accepted = db.execute("select count(*) from cases").fetchone()[0]
        if accepted:
            return f"Nothing to review: all {accepted} answers were judged correct."
        return "There are no cases yet: import a file first."
    discussed = progress.needs_discussion
    aside = f", {discussed} of them to be discussed" if discussed else ""
    done = f"{progress.done} of {progress.total} cases submitted{aside}"
    left = progress.draft + progress.not_started
    if left:
        return f"This is the last open case; {done}."
    return f"All done: {done}."
