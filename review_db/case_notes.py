"""What people wrote about cases, kept where a search finds it.

A note is the words of one judgement, comment or decision.
"""

from collections import defaultdict

from sqlite_utils import Database

from review_db.json_text import load_json
from trek_core.search_texts import compute_note_text, split_words

Place = tuple[int, str, str, str, int]
"""Where a note stands: position of the case, kind, round, annotator, and its number there."""

_JUDGEMENTS = """
select c.position, j.round, j.annotator, j.answers, j.skipped, j.flag
from json_each(?) w join cases c on c.case_id = w.value
join judgements j on j.case_id = c.case_id"""

_COMMENTS = """
select c.position, m.round, m.annotator, m.comment_id, m.text
from json_each(?) w join cases c on c.case_id = w.value
join comments m on m.case_id = c.case_id"""

_DECISIONS = """
select c.position, d.round, d.decided_by, d.decision_id, d.reason, d.answers
from json_each(?) w join cases c on c.case_id = w.value
join decisions d on d.case_id = c.case_id"""

_STORED = """
select n.note_id, n.position, n.kind, n.round, n.annotator, n.source, s.notes
from json_each(?) w join cases c on c.case_id = w.value
join notes n on n.position = c.position join note_search s on s.rowid = n.note_id"""


def refresh_notes(db: Database, wanted: str) -> None:
    """Make the notes on cases (their ids as JSON) what people's words about them are now."""
    now = _load_notes(db, wanted)
    stored: dict[Place, tuple[int, str]] = {}
    for note_id, position, kind, round_name, annotator, source, text in db.execute(
        _STORED, [wanted]
    ):
        stored[position, kind, round_name, annotator, source] = (note_id, text)
    for place, (note_id, text) in stored.items():
        if now.get(place) != text:
            db.execute("delete from note_search where rowid = ?", [note_id])
            db.execute("delete from notes where note_id = ?", [note_id])
    for place, text in now.items():
        if place not in stored or stored[place][1] != text:
            cursor = db.execute(
                "insert into notes (position, kind, round, annotator, source) "
                "values (?, ?, ?, ?, ?)",
                list(place),
            )
            db.execute(
                "insert into note_search (rowid, notes) values (?, ?)", [cursor.lastrowid, text]
            )


def _load_notes(db: Database, wanted: str) -> dict[Place, str]:
    found: dict[Place, list[str]] = defaultdict(list)
    for position, round_name, annotator, answers, skipped, flag in db.execute(
        _JUDGEMENTS, [wanted]
    ):
        written = compute_note_text(load_json(answers))
        words = (written, *(split_words(each) for each in (skipped, flag) if each))
        found[position, "judgement", round_name, annotator, 0] += words
    for position, round_name, annotator, source, text in db.execute(_COMMENTS, [wanted]):
        found[position, "comment", round_name, annotator, source].append(split_words(text))
    for position, round_name, by, source, reason, answers in db.execute(_DECISIONS, [wanted]):
        written = compute_note_text(load_json(answers))
        found[position, "decision", round_name, by, source] += (split_words(reason), written)
    joined = {place: "\n".join(each for each in texts if each) for place, texts in found.items()}
    return {place: text for place, text in joined.items() if text}
