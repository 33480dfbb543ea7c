"""The key of an endpoint: read from the environment when it is used, and taken out of all text."""

import base64
import html
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from trek_core.errors import ProbeConfigError

_HIDDEN = "[key]"
# A shorter value (`none`, `local`) guards nothing, and taking it out would spoil ordinary text.
_SHORTEST_SECRET = 8
# So much of a longer key is taken out too: an endpoint may show its head or its tail.
_SHORTEST_PIECE = 20

# One character as JSON (in any depth of quoting), an address or HTML may write it. All bounded, so
# that the time is in proportion to the text; each way begins with its mark, so that the search
# passes over all other text quickly.
_ESCAPE = re.compile(
    r"\\\\{0,7}(?:u00([0-9a-f]{2})|([/\"']))|\\\\{1,7}|%([0-9a-f]{2})"
    r"|&(?:#x?[0-9a-f]{1,8}|[a-z]{2,12});",
    re.IGNORECASE,
)
# A mark of one kind may be written in another: `%` as \u0025, `&` as \u0026.
_DEPTH = 3


@dataclass(frozen=True)
class _Spelling:
    """A text that gives the key away, the least piece of it that does, and its blocks.

    A piece of that length holds at least one block whole; `blocks` gives where each stands.
    """

    text: str
    least: int
    blocks: Mapping[str, tuple[int, ...]]
    any_block: re.Pattern[str]


@dataclass(frozen=True)
class _Spellings:
    """Every text that gives a key away, and what tells quickly that a text holds none of them."""

    each: tuple[_Spelling, ...]
    run: re.Pattern[str]
    blocks: tuple[str, ...]
    shortest: int
    is_one_word: bool

    def may_be_in(self, plain: str) -> bool:
        """Whether any block stands in an unbroken run of the characters that a piece can have."""
        words = plain.split() if self.is_one_word else [plain]
        long = " ".join(word for word in words if len(word) >= self.shortest)
        return any(block in run for run in self.run.findall(long) for block in self.blocks)


def load_key(variable: str, where_from: str = "a local server takes any text") -> str:
    """The key in an environment variable; raises `ProbeConfigError` without showing it.

    `where_from` says how one comes by a key of this service; a model's endpoint by default.
    """
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ProbeConfigError(f"No key: set the environment variable {variable} ({where_from}).")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise ProbeConfigError(
            f"The environment variable {variable} holds no key: it has a space or a character "
            "that no key has. Copy the key again."
        )
    return key


def hide_set_keys(text: str, variables: Iterable[str]) -> str:
    """The text with the key of each of these environment variables taken out, where one is set."""
    for variable in variables:
        text = hide_key(text, os.environ.get(variable, "").strip())
    return text


def hide_key(text: str, key: str) -> str:
    """The text with the key taken out, and every piece of it of 20 characters or more.

    Found however JSON, an address or HTML may write its characters, and in base64 or hexadecimal
    wherever in the encoded bytes it stands.
    """
    if len(key) < _SHORTEST_SECRET:
        return text
    spellings = _spellings(key)
    if not spellings.may_be_in(_unescape(text)):
        return text
    plain, places = _unescape_in_place(text)
    parts: list[str] = []
    end = 0
    for start, stop in _find(plain, spellings.each):
        if places[start] > end or not parts:
            parts += [text[end : places[start]], _HIDDEN]
        end = max(end, places[stop])
    return "".join([*parts, text[end:]]) if parts else text


def _unescape(text: str) -> str:
    """The text without escapes."""
    for _ in range(_DEPTH):
        before, text = text, _ESCAPE.sub(_character, text)
        if text == before:
            break
    return text


def _unescape_in_place(text: str) -> tuple[str, list[int]]:
    """The text without escapes, and where each of its characters (and its end) began before."""
    places = list(range(len(text) + 1))
    for _ in range(_DEPTH):
        parts: list[str] = []
        kept: list[int] = []
        last = 0
        for escape in _ESCAPE.finditer(text):
            character = _character(escape)
            if character != escape.group():
                parts += [text[last : escape.start()], character]
                kept += places[last : escape.start() + 1]
                last = escape.end()
        if not parts:
            break
        text, places = "".join([*parts, text[last:]]), kept + places[last:]
    return text, places


def _character(escape: re.Match[str]) -> str:
    """The one character that an escape stands for; the escape itself where it is none."""
    written = escape.group()
    if written[0] == "&":
        character = html.unescape(written)
        return character if len(character) == 1 else written
    in_json, itself, in_address = escape.groups()
    if code := in_json or in_address:
        return chr(int(code, 16))
    return itself or "\\"


@lru_cache(maxsize=16)
def _spellings(key: str) -> _Spellings:
    raw = key.encode()
    plain = _unescape(key)
    written = {plain, plain.lower(), plain.upper(), raw.hex(), raw.hex().upper()}
    for before in range(3):
        # What stands before and after the key changes the characters at the ends, no others.
        whole = base64.b64encode(bytes(before) + raw).decode().rstrip("=")
        first, last = -(-before * 8 // 6), (before + len(raw)) * 8 // 6
        core = whole[first:last]
        written |= {core, core.replace("+", "-").replace("/", "_")}
    each = tuple(map(_spelling, sorted(written, key=len, reverse=True)))
    characters = set().union(*written)
    shortest = min(spelling.least for spelling in each)
    return _Spellings(
        each,
        run=re.compile(f"[{''.join(map(re.escape, sorted(characters)))}]{{{shortest},}}"),
        blocks=tuple({block for spelling in each for block in spelling.blocks}),
        shortest=shortest,
        is_one_word=not any(map(str.isspace, characters)),
    )


def _spelling(text: str) -> _Spelling:
    least = min(_SHORTEST_PIECE, len(text))
    size = (least + 1) // 2
    blocks: dict[str, tuple[int, ...]] = {}
    for offset in range(0, len(text) - size + 1, size):
        block = text[offset : offset + size]
        blocks[block] = (*blocks.get(block, ()), offset)
    return _Spelling(text, least, blocks, re.compile("|".join(map(re.escape, blocks))))


def _find(plain: str, spellings: tuple[_Spelling, ...]) -> list[tuple[int, int]]:
    """The spans that give the key away, in order; they may overlap."""
    spans = []
    for spelling in spellings:
        match = spelling.any_block.search(plain)
        while match:
            after = match.start() + 1
            for offset in spelling.blocks[match.group()]:
                secret, size = spelling.text, len(match.group())
                start, stop = _extend(plain, match.start(), secret, offset, size)
                if stop - start >= spelling.least:
                    spans.append((start, stop))
                    after = max(after, stop)
            match = spelling.any_block.search(plain, after)
    return sorted(spans)


def _extend(plain: str, start: int, secret: str, offset: int, size: int) -> tuple[int, int]:
    """The longest piece of the secret around a block of it that stands in the text."""
    stop, last = start + size, offset + size
    while start > 0 and offset > 0 and plain[start - 1] == secret[offset - 1]:
        start, offset = start - 1, offset - 1
    while stop < len(plain) and last < len(secret) and plain[stop] == secret[last]:
        stop, last = stop + 1, last + 1
    return start, stop
