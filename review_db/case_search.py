"""Searching cases: by the words in them, and in what people wrote, as far as somebody may see it.

Words are indexed (FTS5 `unicode61`), not runs of three characters (`trigram`): over 20,000 made-up
cases a word took 2.4 to 2.9 times as long in a trigram index, which was 4.8 times as large and took
5 times as long to make; and two characters, as many Chinese and Japanese words have, cannot be
found in it at all. A word is found by its beginning. Scripts without spaces are indexed character
by character (`trek_core/search_texts.py`), so that any part of them is found.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.access import RESEARCH, may
from review_db.case_sets import as_bits
from review_db.judgement_events import FINISHED
from review_db.visibility import may_read_others
from trek_core.search_texts import SEPARATOR, SHOWN, split_words

LONGEST_SEARCH = 1000
MOST_WORDS = 24
"""Characters and words of a search that count; the rest is left out."""

FIELDS = ("case_id", "question", "answers", "queries", "evidence")
NOTES = "notes"

_WORD = re.compile(r'"([^"]*)"|(\S+)')
_HIT, _END = "\x02", "\x03"
_SHOWN_WORDS = 14


@dataclass(frozen=True)
class Snippet:
    """Where a search hit: the field, and a piece of it as texts, each a hit or not."""

    field: str
    parts: tuple[tuple[str, bool], ...]


def compute_match(search: str) -> str | None:
    """The search as an FTS5 expression: all of its words; None where it has none.

    A word stands for every word that begins like it, words in double quotes for exactly this run.
    """
    text = split_words(search[:LONGEST_SEARCH])
    words = [
        _match_word(run or word.replace('"', " "), is_whole=bool(run))
        for run, word in _WORD.findall(text)
        if any(character.isalnum() for character in run or word)
    ]
    return " AND ".join(words[:MOST_WORDS]) or None


def _match_word(word: str, *, is_whole: bool) -> str:
    folded = word.casefold()
    # Wide letters and digits come from keyboards for Chinese and Japanese.
    narrow = unicodedata.normalize("NFKC", folded)
    spellings = dict.fromkeys((word, folded, folded.replace("ss", "ß"), narrow))
    ends = "" if is_whole else " *"
    either = " OR ".join(f'"{each}"{ends}' for each in spellings)
    return f"({either})"


def find_matches(db: Database, match: str, hidden: int, visible_to: str | None) -> int:
    """The cases that a search finds: in what is withheld (`hidden` cases), by nothing withheld."""
    found = _find_cases(db, match)
    if hidden:
        shown = _find_cases(db, f"{{{' '.join(SHOWN)}}} : ({match})")
        found = found & ~hidden | shown & hidden
    return found | _find_notes(db, match, hidden, visible_to)


def find_in_questions(db: Database, words: str) -> int:
    """The cases whose question has all of the words of a search."""
    match = compute_match(words)
    return _find_cases(db, f"question : ({match})") if match else 0


def load_snippets(
    db: Database, match: str, positions: Sequence[int], hidden: int, visible_to: str | None
) -> dict[int, Snippet]:
    """Where each of some cases was hit, by position."""
    found = {
        position: Snippet(NOTES, _read_parts(text))
        for position, text in _load_note_texts(db, match, positions, hidden, visible_to)
    }
    fields = {False: FIELDS, True: SHOWN}
    for is_hidden, names in fields.items():
        wanted = [each for each in positions if bool(hidden >> each & 1) is is_hidden]
        found |= _load_case_snippets(db, match, wanted, names)
    return found


def _find_cases(db: Database, match: str) -> int:
    # One long text is quicker than thousands of rows.
    (found,) = db.execute(
        "select json_group_array(rowid) from case_search where case_search match ?", [match]
    ).fetchone()
    return as_bits(json.loads(found))


_NOTES = """
select n.position, n.kind, n.round, n.annotator, {text}, j.state from note_search s
join notes n on n.note_id = s.rowid join cases c on c.position = n.position
left join judgements j on n.kind = 'judgement' and j.case_id = c.case_id
and j.annotator = n.annotator and j.round = n.round where note_search match :match"""

_AT = " and n.position in (select value from json_each(:positions))"

_CLOSED = """
select round from rounds r where 'closed' = (select e.kind from round_events e
where e.round = r.round and e.kind <> 'changed' order by e.event_id desc limit 1)"""


def _find_notes(db: Database, match: str, hidden: int, visible_to: str | None) -> int:
    rows = db.execute(_NOTES.format(text="''"), {"match": match})
    return as_bits(row[0] for row in _keep_visible(db, rows, hidden, visible_to))


def _keep_visible(
    db: Database, rows: Iterable[Any], hidden: int, visible_to: str | None
) -> Iterable[Any]:
    """The notes that somebody may read: judgements and decisions as `visibility` says it.

    Comments are for whoever looks at the case, as long as it is not withheld from them.
    """
    if visible_to is None:
        return rows
    sees_all = may(db, visible_to, RESEARCH)
    closed = {row[0] for row in db.execute(_CLOSED)}

    def may_read(row: Any) -> bool:
        position, kind, round_name, annotator, _, state = row
        is_blind = bool(hidden >> position & 1)
        if kind != "decision" and annotator == visible_to:
            return True
        if kind == "comment":
            return not is_blind
        return may_read_others(
            is_blind=is_blind,
            sees_all=sees_all,
            is_closed=round_name in closed,
            is_finished=kind == "decision" or state in FINISHED,
        )

    return filter(may_read, rows)


def _load_note_texts(
    db: Database, match: str, positions: Sequence[int], hidden: int, visible_to: str | None
) -> list[tuple[int, str]]:
    text = f"snippet(note_search, 0, '{_HIT}', '{_END}', '…', {_SHOWN_WORDS})"
    rows = db.execute(
        _NOTES.format(text=text) + _AT,
        {"match": match, "positions": json.dumps(list(positions))},
    ).fetchall()
    return [(row[0], row[4]) for row in _keep_visible(db, rows, hidden, visible_to)]


def _load_case_snippets(
    db: Database, match: str, positions: Sequence[int], names: Sequence[str]
) -> dict[int, Snippet]:
    if not positions:
        return {}
    columns = ", ".join(
        f"snippet(case_search, {FIELDS.index(name)}, '{_HIT}', '{_END}', '…', {_SHOWN_WORDS})"
        for name in names
    )
    # By rowid one after another would begin the search anew for each row; the range is one pass.
    rows = db.execute(
        f"select rowid, {columns} from case_search where case_search match :match "  # noqa: S608
        "and rowid between :low and :high and +rowid in (select value from json_each(:positions))",
        {
            "match": f"{{{' '.join(names)}}} : ({match})",
            "low": min(positions),
            "high": max(positions),
            "positions": json.dumps(list(positions)),
        },
    )
    found = {}
    for position, *texts in rows:
        hits = [(name, text) for name, text in zip(names, texts, strict=True) if _HIT in text]
        if hits:
            # Where most was hit; the question and id stand in the row, so another place says more.
            name, text = max(hits, key=lambda each: (each[1].count(_HIT), FIELDS.index(each[0])))
            found[position] = Snippet(name, _read_parts(text))
    return found


def _read_parts(text: str) -> tuple[tuple[str, bool], ...]:
    pieces = re.split(f"({_HIT}[^{_END}]*{_END})", text.replace(SEPARATOR, ""))
    return tuple((piece.strip(_HIT + _END), piece[0] == _HIT) for piece in pieces if piece)
