"""The key of a task: which case and round it is of, and whose judgements stood how in it.

It goes out with a task and comes back with its annotations. Each annotator's row key is the one
that the row of the Checklist sheet would have.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trek_core.errors import TrekError
from trek_core.workbook.manifest import SHOWN, WITHHELD
from trek_core.workbook.spreadsheet import read_text

FORMAT = "trektrace-annotations/1"
TASK_KEY = "task_key"
"""Its name among a task's data."""

NOBODY = ""
"""In `rows`: the key for whoever had not begun."""


@dataclass(frozen=True)
class TaskKey:
    """A task's key; `rows` maps annotators to the text of their row's key."""

    case_id: str
    round: str
    with_trektrace: bool
    rows: Mapping[str, str]

    def to_text(self) -> str:
        """The key as JSON in ASCII, which no program changes."""
        values = {
            "format": FORMAT,
            "case_id": self.case_id,
            "round": self.round,
            "trektrace": SHOWN if self.with_trektrace else WITHHELD,
            "rows": dict(self.rows),
        }
        return json.dumps(values, separators=(",", ":"))


def read_task_key(text: Any) -> TaskKey:
    """A key from its text; raise `TrekError` for anything else."""
    try:
        found = json.loads(text)
        key = TaskKey(
            found["case_id"], found["round"], found["trektrace"] == SHOWN, dict(found["rows"])
        )
        texts = [key.case_id, key.round, key.rows[NOBODY], *key.rows, *key.rows.values()]
        good = found["format"] == FORMAT and all(isinstance(each, str) for each in texts)
        for each in texts if good else ():
            read_text(each)
    except (ValueError, TypeError, KeyError, RecursionError, TrekError):
        good = False
    if not good:
        raise TrekError(f"the {TASK_KEY} is missing or was changed; export the case again")
    return key
