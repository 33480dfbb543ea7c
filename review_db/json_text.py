"""Values as JSON text in a column."""

import json
from typing import Any

from trek_core.errors import AnswerError


def dump_json(value: Any) -> str:
    """Write a value as compact JSON; raise `AnswerError` for text that no file could hold."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise AnswerError(
            "The text holds half of a character (a broken emoji, perhaps): retype it."
        ) from None
    return text


def load_json(text: str | None) -> Any:
    """Read a column's JSON; None for a column without a value."""
    return None if text is None else json.loads(text)
