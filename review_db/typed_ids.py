"""Case ids as people type or paste them: one a line, or several with something between them.

An id may hold anything. A text that is one stays whole; any other is taken for several, with
commas, semicolons or tabs between, and what is still none for several with spaces between.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from sqlite_utils import Database

from review_db.cases import case_not_found
from trek_core.errors import CaseNotFoundError

_SEPARATORS = (r"[,;\t]", r"\s")
_MOST_NAMED = 10


def read_ids(db: Database, texts: Iterable[str]) -> Iterator[str]:
    """The ids that texts hold; raise `CaseNotFoundError` naming what is none, in any reading."""
    texts = list(texts)
    readings = list({each for text in texts for each in _list_readings(text)})
    rows = db.execute(
        "select case_id from json_each(?) wanted join cases on case_id = wanted.value",
        [json.dumps(readings)],
    )
    known = {row["case_id"] for row in rows}
    found = [each for text in texts for each in _split(text, known, _SEPARATORS)]
    unknown = [each for each in found if each not in known]
    if len(unknown) == 1:
        raise case_not_found(unknown[0])
    if unknown:
        named = ", ".join(repr(each[:100]) for each in unknown[:_MOST_NAMED])
        more = len(unknown) - _MOST_NAMED
        raise CaseNotFoundError(
            f"{len(unknown):,} of {len(found):,} ids are of no case in this database: {named}"
            f"{f' and {more:,} more' if more > 0 else ''}. Check them, or import their file."
        )
    yield from found


def _list_readings(text: str) -> Iterator[str]:
    """All that a text may be as an id, or hold as ids."""
    yield from (text, text.strip())
    for part in re.split(_SEPARATORS[0], text):
        yield from (part.strip(), *part.split())


def _split(text: str, known: Collection[str], separators: Sequence[str]) -> Iterator[str]:
    if text in known or (text := text.strip()) in known or (text and not separators):
        yield text
    elif text:
        for part in re.split(separators[0], text):
            yield from _split(part, known, separators[1:])
