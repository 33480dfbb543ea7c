"""A key is found however it is written, and nothing else is taken for it."""

import base64
import html
import json
import time
from urllib.parse import quote

import pytest

from trek_core.probes.keys import hide_key

LONG = "sk-proj-Zx9/Qw+8vB7nM6lK5jH4gF3dS2a-0123456789_abcdefghijklmnopqrstuvw"
KEYS = (LONG, "sk-made-up/0123456789+abcdef", "abcd/efg", 'odd"key\\with&marks<12345')


def each(key, form):
    return "".join(form.format(ord(character)) for character in key)


WAYS = {
    "plain": str,
    "small letters": str.lower,
    "capitals": str.upper,
    "json": lambda key: json.dumps(key)[1:-1],
    "json with slashes": lambda key: json.dumps(key)[1:-1].replace("/", "\\/"),
    "json escapes": lambda key: each(key, "\\u{:04x}"),
    "json escapes in capitals": lambda key: each(key, "\\u{:04X}"),
    "json in json": lambda key: each(key, "\\\\u{:04x}"),
    "json in json in json": lambda key: json.dumps(json.dumps(json.dumps(key))),
    "address": quote,
    "whole address": lambda key: quote(key, safe=""),
    "address in small letters": lambda key: quote(key, safe="").replace("%2F", "%2f"),
    "every character": lambda key: each(key, "%{:02X}"),
    "every character in small letters": lambda key: each(key, "%{:02x}"),
    "address in json": lambda key: each(key, "\\u0025{:02x}"),
    "html": html.escape,
    "html numbers": lambda key: each(key, "&#{};"),
    "html hexadecimal": lambda key: each(key, "&#x{:X};"),
    "hexadecimal": lambda key: key.encode().hex(),
    **{
        f"base64 after {before!r}": lambda key, before=before: base64.b64encode(
            f"{before}{key}".encode()
        ).decode()
        for before in ("", "x", "xy", "Bearer ", "user:")
    },
    "base64 for addresses": lambda key: base64.urlsafe_b64encode(f"Bearer {key}".encode()).decode(),
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("way", WAYS)
def test_a_key_is_taken_out_however_it_is_written(key, way):
    written = WAYS[way](key)
    hidden = hide_key(f"before {written} after", key)
    assert hidden.startswith("before ")
    assert hidden.endswith(" after")
    assert "[key]" in hidden
    # Of base64 a few characters at the ends may belong to what stands beside the key.
    assert len(hidden) < len("before [key] after") + 16


@pytest.mark.parametrize("piece", [LONG[-20:], LONG[:20], LONG[7:40], f"...{LONG[-24:]}"])
@pytest.mark.parametrize("way", ["plain", "json escapes", "every character", "base64 after 'x'"])
def test_a_piece_of_a_long_key_is_taken_out_too(piece, way):
    assert "[key]" in hide_key(f"ends with {WAYS[way](piece)}", LONG)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "An ordinary answer, 100 % \\n \\u00e4 &amp; %41 \\\\ &nothing; &#99999999;",
        LONG[:19],
        f"{LONG[:12]} {LONG[-12:]}",
        base64.b64encode(b"something else entirely, and long").decode(),
    ],
)
def test_nothing_else_is_touched(text):
    assert hide_key(text, LONG) == text


def test_the_time_is_in_proportion_to_the_text():
    def measure(text):
        begun = time.perf_counter()
        hide_key(text, LONG)
        return time.perf_counter() - begun

    for pattern in ("\\", "%41", "&#", LONG[:19], LONG[:10], "\\u0025"):
        short = min(measure(pattern * 5_000) for _ in range(3))
        assert measure(pattern * 40_000) < 60 * short + 0.05, pattern
