"""`trek import --dry-run`: what is in files, and what is missing for TrekTrace to run."""

import json
import sys
from dataclasses import asdict
from typing import Any

from review_db.cli.import_ import describe_found
from trek_core.errors import TrekError, say_unreadable
from trek_core.jsonl import Rejected, Repeated
from trek_core.sources import Lack, ReadAs, Tally, read_source


def run_preview(names: list[str], told: ReadAs, *, as_json: bool) -> int:
    """Say what each file holds, writing nothing; returns 0 when any holds a case, else 1."""
    previews = {name: preview for name in names if (preview := _load(name, told)) is not None}
    if as_json:
        print(json.dumps(previews, ensure_ascii=False))
    else:
        print("\n".join(_describe(name, preview) for name, preview in previews.items()))
    return 0 if any(preview["cases"] for preview in previews.values()) else 1


def _load(name: str, told: ReadAs) -> dict[str, Any] | None:
    """What one file holds, its refusals named on stderr; None where it cannot be read."""
    tally, repeated, rejected = Tally(), 0, 0
    try:
        for entry in read_source(name, name=name, told=told):
            if isinstance(entry, Rejected):
                rejected += 1
                print(entry, file=sys.stderr)
            elif isinstance(entry, Repeated):
                repeated += 1
            else:
                tally.add(entry.record)
    except OSError as error:
        reason = TrekError(say_unreadable(name, error))
        print(f"trek import: {reason}", file=sys.stderr)
        return None
    return {
        "cases": tally.cases,
        "repeated": repeated,
        "rejected": rejected,
        "shapes": dict(tally.shapes),
        "missing": [asdict(each) for each in tally.list_lacks(name)],
    }


def _describe(name: str, preview: dict[str, Any]) -> str:
    counts = ", ".join(f"{preview[word]} {word}" for word in ("cases", "repeated", "rejected"))
    lacks = [Lack(**each) for each in preview["missing"]]
    return f"{name}: {counts}. {describe_found(preview['shapes'], lacks)}"
