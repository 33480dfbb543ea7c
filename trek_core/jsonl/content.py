"""What a record says, apart from what is computed from it and what people judged of it."""

import hashlib
import json
from collections import Counter
from typing import Any, cast

from trek_core.cases import Case
from trek_core.jsonl.strict_json import mend
from trek_core.recorded import Recorded
from trek_core.records import Record


def plain_json(part: Recorded) -> dict[str, Any]:
    """A part of a record as plain JSON values, with only the fields that were given."""
    # Mended here too: a record made in code need not have come through the reader.
    return cast(dict[str, Any], mend(part.model_dump(exclude_unset=True), Counter()))


def record_content(record: Record) -> dict[str, Any]:
    """The case and its probes in nested form as plain JSON values, unknown fields last."""
    case = plain_json(record.case)
    known = {name: case[name] for name in case if name in Case.model_fields}
    return known | plain_json(record.probes) | case


def content_hash(record: Record) -> str:
    """SHA-256 (hex) of the record's canonical JSON, equal for its flat and its nested form.

    Null and absent are the same, null and an empty list are not. Judgements and computed fields
    (labels, complete, grounds, missing) are no content.
    """
    text = json.dumps(
        _without_nulls(record_content(record)),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _without_nulls(value: object) -> object:
    """The value without nulls, and without objects that hold nothing else."""
    if isinstance(value, dict):
        kept = {name: _without_nulls(item) for name, item in value.items()}
        return {name: item for name, item in kept.items() if item is not None and item != {}}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value
