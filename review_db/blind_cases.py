"""Which cases are withheld from an annotator now; this is the only place that decides it.

Key evidence and equivalent pages belong to a question, so any case of the question tells them. What
is withheld of a case that somebody judges blind is therefore withheld of every other case of its
question, until they judge none of them blind any more. Three things stay as they are:

- What they have been shown is not taken back: a case of the question that they revealed, or handed
  in in a round that is closed.
- An assisted round that a lead put them in shows its own cases while it is not closed, in its own
  Review alone: a judgement called assisted that was made without TrekTrace's side would say what is
  not true. The round `default` was given to nobody, and shows none of them.
- A reveal does not wait for the other cases of the question, some of which may never come to this
  person: it tells of them, and whoever reveals is told so first (`CaseView.tells_of`).

A question is its wording but for case, spacing, typography and marks at its ends (`question_key`),
in whatever dataset or year.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from sqlite_utils import Database

from review_db import cases
from review_db.case_sets import ASKED_IN, as_bits, as_json, load_set
from review_db.judgement_events import DEFAULT_ROUND, StoredJudgement
from review_db.judgements import load_judgement
from review_db.rounds import Rules, load_rules
from trek_core.errors import StoreError
from trek_core.judgements import Mode

_IS_CLOSED = """'closed' = coalesce((select e.kind from round_events e
where e.round = r.round and e.kind <> 'changed' order by e.event_id desc limit 1), '')"""

_HANDED_IN = "j.state in ('submitted', 'needs_discussion')"

_BLIND_ROUNDS = f"""
select r.round, r.mode from round_annotators a
join rounds r on r.round = a.round and r.mode <> 'assisted' and not {_IS_CLOSED}
where a.annotator = :annotator order by r.rowid"""  # noqa: S608 - our own words, here and below

_WHO_JUDGES_BLIND = f"""
select r.round, a.annotator from round_annotators a
join rounds r on r.round = a.round and r.mode <> 'assisted' and not {_IS_CLOSED}
order by r.rowid"""  # noqa: S608

# Of a case's question, itself first, more than anybody looks at left out; a judgement that came
# from a file may have another mode.
_BLIND_PLACES = f"""
select c.case_id, r.round, coalesce({_HANDED_IN}, 0)
from round_annotators a
join rounds r on r.round = a.round and r.mode <> 'assisted' and not {_IS_CLOSED}
cross join cases asked on asked.case_id = :case_id
cross join cases c on c.question_key = asked.question_key
cross join round_cases m on m.round = r.round and m.case_id = c.case_id
left join judgements j on j.case_id = c.case_id and j.annotator = a.annotator and j.round = r.round
where a.annotator = :annotator and j.revealed_at is null
and coalesce(j.mode, r.mode) <> 'assisted'
order by c.case_id <> asked.case_id, r.rowid, c.position limit 200"""  # noqa: S608

_QUESTIONS_OF = """
select group_concat(c.position, ' ') from cases c where c.question_key in (
select b.question_key from cases b where b.position in (select value from json_each(:cases)))
group by c.question_key"""

# One case, and those of many at once that were handed in; the many that were revealed are bits.
_WAS_SHOWN = f"""
select 1 from judgements j join rounds r on r.round = j.round
where j.case_id = :case_id and j.annotator = :annotator
and (j.revealed_at is not null or ({_HANDED_IN} and {_IS_CLOSED}))"""  # noqa: S608

_HANDED_IN_AND_CLOSED = f"""
select group_concat(c.position, ' ') from json_each(:cases) w join cases c on c.position = w.value
join judgements j on j.case_id = c.case_id and j.annotator = :annotator and {_HANDED_IN}
join rounds r on r.round = j.round and {_IS_CLOSED}"""  # noqa: S608

_ROUNDS = f"select r.round, {_IS_CLOSED} from rounds r"  # noqa: S608

_SHOWS_ITS_OWN = f"""
select 1 from rounds r join round_annotators a on a.round = r.round and a.annotator = :annotator
join round_cases m on m.round = r.round and m.case_id = :case_id
where r.round = :round and r.mode = 'assisted' and not {_IS_CLOSED}"""  # noqa: S608


@dataclass(frozen=True)
class BlindPlace:
    """A case and a round in which somebody is to judge it without TrekTrace's side."""

    case_id: str
    round: str
    is_handed_in: bool


@dataclass(frozen=True)
class BlindPlaces:
    """Where somebody judges a case blind: `own`; and `others`, those of its question."""

    own: tuple[BlindPlace, ...]
    others: tuple[BlindPlace, ...]


@dataclass(frozen=True)
class BlindRound:
    """A round that withholds cases from somebody now: how many it has, and of how many it does."""

    name: str
    mode: Mode
    n: int
    withheld: int


def is_withheld(db: Database, judgement: StoredJudgement) -> bool:
    """Whether TrekTrace's side is kept from a judgement itself, whatever else its annotator judges.

    Blind ends when the round is closed; blind then reveal, when it was revealed.
    """
    if judgement.mode == "assisted" or judgement.revealed_at is not None:
        return False
    return load_rules(db, judgement.round).state != "closed"


def find_blind_places(db: Database, case_id: str, annotator: str) -> BlindPlaces:
    """Where somebody judges a case and the others of its question blind now, begun or not."""
    rows = db.execute(_BLIND_PLACES, {"case_id": case_id, "annotator": annotator})
    places = [BlindPlace(row[0], row[1], bool(row[2])) for row in rows]
    return BlindPlaces(
        tuple(each for each in places if each.case_id == case_id),
        tuple(each for each in places if each.case_id != case_id),
    )


def find_reasons(db: Database, case_id: str, annotator: str) -> tuple[BlindPlace, ...]:
    """For the sake of which judgements a case is withheld from somebody; empty where it is not."""
    places = find_blind_places(db, case_id, annotator)
    if places.own or not places.others:
        return places.own
    return () if _was_shown(db, case_id, annotator) else places.others


def find_reasons_in(db: Database, judgement: StoredJudgement) -> tuple[BlindPlace, ...]:
    """The same in the Review of a judgement's round."""
    reasons = find_reasons(db, judgement.case_id, judgement.annotator)
    is_of_others = all(each.case_id != judgement.case_id for each in reasons)
    return () if is_of_others and _shows_its_own(db, judgement) else reasons


def check_is_shown(db: Database, judgement: StoredJudgement) -> None:
    """Raise `StoreError` where the judgement's round may not show its case to its annotator."""
    if is_withheld(db, judgement):
        return
    for each in find_reasons_in(db, judgement):
        is_own = each.case_id == judgement.case_id
        which = "it" if is_own else f"the case {each.case_id[:200]!r} of its question"
        raise StoreError(
            f"Nothing was changed: you judge {which} blind in the round “{each.round}”, and here "
            "this case would show what is withheld from you there. It opens when that is done."
        )


def judges_blind(db: Database, case_id: str, annotator: str) -> bool:
    """Whether a case is withheld from somebody on every page but a Review that shows its own."""
    return bool(find_reasons(db, case_id, annotator))


def load_blind_judgements(db: Database, case_id: str, annotator: str) -> list[StoredJudgement]:
    """Somebody's judgements on a case itself, begun or not, from which TrekTrace's side is kept."""
    own = find_blind_places(db, case_id, annotator).own
    return [load_judgement(db, case_id, annotator, each.round) for each in own]


def list_blind_rounds(db: Database, annotator: str) -> list[BlindRound]:
    """The rounds for the sake of which anything is withheld from somebody, in order."""
    found = []
    for name, mode in db.execute(_BLIND_ROUNDS, {"annotator": annotator}).fetchall():
        withheld = _find_blind_in(db, name, annotator).bit_count()
        if withheld:
            n = load_set(db, "round", [name]).bit_count()
            found.append(BlindRound(name, mode, n, withheld))
    return found


def find_blind_rounds(db: Database, chosen: int) -> list[str]:
    """The rounds in which anybody judges any of some cases, given as bits, blind now; in order.

    A case of the same question is told of as well.
    """
    blind: dict[str, int] = {}
    for name, who in db.execute(_WHO_JUDGES_BLIND).fetchall():
        blind[name] = blind.get(name, 0) | _find_blind_in(db, name, who)
    return [
        name
        for name, some in blind.items()
        if chosen & some or _share_a_question(db, chosen & load_set(db, ASKED_IN, [name]), some)
    ]


def find_hidden(db: Database, annotator: str | None) -> int:
    """All cases that are withheld from somebody, as bits; none from nobody in particular."""
    rounds = _load_blind_names(db, annotator)
    blind = _find_blind(db, rounds, annotator)
    return blind | _find_others(db, rounds, blind, annotator) if blind else 0


def find_hidden_in(db: Database, annotator: str, rules: Rules) -> int:
    """The cases that a round may not show somebody, for the sake of another."""
    if rules.mode != "assisted":
        return 0
    # Nobody but its annotators is in a round, and the round `default` has no list of them.
    in_all = rules.name == DEFAULT_ROUND
    if in_all:
        return find_hidden(db, annotator)
    return _find_blind(db, _load_blind_names(db, annotator), annotator)


def find_withheld(db: Database, case_ids: Iterable[str], annotator: str) -> set[str]:
    """Those of some cases that are withheld from somebody."""
    hidden = find_hidden(db, annotator)
    placed = cases.list_positions(db, case_ids) if hidden else {}
    return {case_id for case_id, position in placed.items() if hidden >> position & 1}


def _load_blind_names(db: Database, annotator: str | None) -> list[str]:
    return [row[0] for row in db.execute(_BLIND_ROUNDS, {"annotator": annotator})]


def _find_blind(db: Database, rounds: Iterable[str], annotator: str | None) -> int:
    return reduce(or_, (_find_blind_in(db, name, annotator) for name in rounds), 0)


def _find_blind_in(db: Database, round_name: str, annotator: str | None) -> int:
    return load_set(db, "round", [round_name]) & ~_find_revealed(db, [round_name], annotator)


def _find_revealed(db: Database, rounds: Iterable[str], annotator: str | None) -> int:
    return load_set(db, "revealed", [f"{annotator}\n{name}" for name in rounds])


def _find_others(
    db: Database, blind_rounds: Sequence[str], blind: int, annotator: str | None
) -> int:
    """The cases of the questions of those judged blind, without what was shown."""
    others = load_set(db, ASKED_IN, blind_rounds) & ~blind
    others &= ~_find_judged(db, blind_rounds, blind, annotator)
    if not others:
        return 0
    rounds = db.execute(_ROUNDS).fetchall()
    others &= ~_find_revealed(db, [name for name, _ in rounds], annotator)
    closed = others & load_set(db, "round", [name for name, is_closed in rounds if is_closed])
    if not closed:
        return others
    values = {"cases": as_json(closed), "annotator": annotator}
    (shown,) = db.execute(_HANDED_IN_AND_CLOSED, values).fetchone()
    return others & ~as_bits(map(int, (shown or "").split()))


def _find_judged(
    db: Database, blind_rounds: Sequence[str], blind: int, annotator: str | None
) -> int:
    """The cases of the questions of which none is judged blind any more: all were revealed."""
    revealed = _find_revealed(db, blind_rounds, annotator) & ~blind
    if not revealed:
        return 0
    judged: list[int] = []
    for (found,) in db.execute(_QUESTIONS_OF, {"cases": as_json(revealed)}):
        positions = [int(each) for each in found.split()]
        if not any(blind >> each & 1 for each in positions):
            judged += positions
    return as_bits(judged)


def _share_a_question(db: Database, these: int, those: int) -> bool:
    questions = db.execute(_QUESTIONS_OF, {"cases": as_json(these)}) if these else ()
    return any(those >> int(each) & 1 for (found,) in questions for each in found.split())


def _was_shown(db: Database, case_id: str, annotator: str) -> bool:
    values = {"case_id": case_id, "annotator": annotator}
    return db.execute(_WAS_SHOWN, values).fetchone() is not None


def _shows_its_own(db: Database, judgement: StoredJudgement) -> bool:
    values = {
        "round": judgement.round,
        "annotator": judgement.annotator,
        "case_id": judgement.case_id,
    }
    return db.execute(_SHOWS_ITS_OWN, values).fetchone() is not None
