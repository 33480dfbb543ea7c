"""The key of an endpoint: read from the environment when it is used, and taken out of all text."""

import json
import os
from urllib.parse import quote

from trek_core.errors import ProbeConfigError

_HIDDEN = "[key]"
# A shorter value (`none`, `local`) guards nothing, and taking it out would spoil ordinary text.
_SHORTEST_SECRET = 8


def load_key(variable: str) -> str:
    """The key in an environment variable; raises `ProbeConfigError` without showing it."""
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ProbeConfigError(
            f"No key: set the environment variable {variable} (a local server takes any text)."
        )
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise ProbeConfigError(
            f"The environment variable {variable} holds no key: it has a space or a character "
            "that no key has. Copy the key again."
        )
    return key


def hide_key(text: str, key: str) -> str:
    """The text with the key taken out, however JSON or an address would have written it."""
    if len(key) < _SHORTEST_SECRET:
        return text
    in_json = json.dumps(key)[1:-1]
    for written in (key, in_json, in_json.replace("/", r"\/"), quote(key), quote(key, safe="")):
        text = text.replace(written, _HIDDEN)
    return text
