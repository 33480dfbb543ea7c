"""Merging how plain rows are read: the saved mappings of columns to fields."""

import json

from review_db.merge_report import Conflict
from review_db.merge_rows import Merge, load_rows

_WHY = "a mapping of this name reads other columns here: save theirs under another name"


def take_mappings(merging: Merge) -> None:
    """Take the mappings whose names are not here; of one name, ours stays."""
    ours = {row["name"]: row["columns"] for row in load_rows(merging.ours, "row_mappings")}
    for row in load_rows(merging.theirs, "row_mappings"):
        if row["name"] not in ours:
            merging.insert("row_mappings", row)
        elif (here := json.loads(ours[row["name"]])) != (there := json.loads(row["columns"])):
            name = {"mapping": row["name"]}
            merging.refuse(Conflict("mapping", None, None, None, name | here, name | there, _WHY))
