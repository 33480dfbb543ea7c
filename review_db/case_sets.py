"""Sets of cases as bits: which have a value of a facet, so that any filter is counted at once.

A set of positions is one whole number, bit n for the case at position n: combining the sets of a
hundred thousand cases takes microseconds. `case_sets` keeps them in blocks of positions, so that
one changed case rewrites a few small rows. Nothing but `case_changes.py` writes them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock

from sqlite_utils import Database

BLOCK = 4096
"""Positions in a block. A row of half a kilobyte fits into a page of the table itself, so that the
values of a facet are read from pages side by side."""

_BYTES = BLOCK // 8

_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
"""Which bits each byte has."""
_ONE = ord("1")

KEPT = 64
"""Facets whose sets the process keeps from one reading to the next, those of the latest looks: of
100,000 cases a few hundred kilobytes each."""

_kept: dict[bytes, Mapping[str, int]] = {}
"""By stamp (`stamp_schema.py`), the one looked at last at the end."""
_kept_lock = Lock()

Key = tuple[str, str]
"""A facet and one of its values."""

ASKED_IN = "asked_in"
"""The facet of the rounds in which a case's question is asked, of this case or another."""


def load_sets(db: Database, facet: str) -> dict[str, int]:
    """Every value of a facet with the cases that have it."""
    rows = db.execute(
        "select value, block, bits from case_sets where facet = ? order by value, block", [facet]
    )
    blocks: dict[str, list[bytes]] = defaultdict(list)
    for value, block, bits in rows:
        found = blocks[value]
        missing = block - len(found)
        if missing:
            found.append(bytes(_BYTES * missing))
            found += [b""] * (missing - 1)
        found.append(bits.ljust(_BYTES, b"\0"))
    return {value: int.from_bytes(b"".join(each), "little") for value, each in blocks.items()}


class Sets:
    """The sets of a database as one reading sees them: those of a facet are loaded once."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._loaded: dict[str, Mapping[str, int]] = {}

    def __getitem__(self, facet: str) -> Mapping[str, int]:
        if facet not in self._loaded:
            self._loaded[facet] = _take_sets(self._db, facet)
        return self._loaded[facet]

    def having(self, facet: str, values: Iterable[str]) -> int:
        """The cases that have any of these values of a facet, and no more loaded than those."""
        return load_set(self._db, facet, values)


def _take_sets(db: Database, facet: str) -> Mapping[str, int]:
    """The sets of a facet: those kept from a reading before, where they are the same."""
    stamped = db.execute("select stamp from set_stamps where facet = ?", [facet]).fetchone()
    if stamped is None:
        return {}
    stamp: bytes = stamped[0]
    with _kept_lock:
        found = _kept.pop(stamp, None)
    if found is None:
        found = load_sets(db, facet)
    with _kept_lock:
        _kept[stamp] = found
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return found


def load_set(db: Database, facet: str, values: Iterable[str]) -> int:
    """The cases that have any of these values of a facet."""
    found = 0
    for value in values:
        for block, bits in db.execute(
            "select block, bits from case_sets where facet = ? and value = ?", [facet, value]
        ):
            found |= int.from_bytes(bits, "little") << (block * BLOCK)
    return found


def as_bits(positions: Iterable[int]) -> int:
    """A set from its positions."""
    places = list(positions)
    # As a numeral of ones and noughts, which is read at once: bits put in one by one take twice as
    # long.
    digits = bytearray(b"0") * (max(places, default=0) + 1)
    for place in places:
        digits[place] = _ONE
    digits.reverse()
    return int(digits, 2)


def as_json(bits: int) -> str:
    """The positions of a set as a JSON list, for `json_each`."""
    return f"[{','.join(map(str, list_positions(bits)))}]"


def list_positions(bits: int) -> Iterator[int]:
    """The positions of a set, lowest first."""
    for place, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        for bit in _BITS[byte]:
            yield place * 8 + bit


def first_positions(bits: int, after: int, limit: int) -> list[int]:
    """The lowest positions of a set beyond `after`, as many as wanted."""
    found: list[int] = []
    for position in list_positions(bits >> (after + 1)):
        if len(found) == limit:
            break
        found.append(position + after + 1)
    return found


def last_positions(bits: int, before: int | None, limit: int) -> list[int]:
    """The highest positions of a set below `before`, highest first."""
    end = bits.bit_length() if before is None else min(before, bits.bit_length())
    left = bits & ((1 << end) - 1)
    found: list[int] = []
    while left and len(found) < limit:
        found.append(left.bit_length() - 1)
        left ^= 1 << found[-1]
    return found


def store_sets(db: Database, values: Mapping[int, Iterable[Key]]) -> None:
    """Write down which values the cases at these positions have now, and have no longer.

    In which rounds their questions are asked stays as it is: other cases decide it.
    """
    _store(db, values, f"facet <> '{ASKED_IN}'")


def store_asked(db: Database, values: Mapping[int, Iterable[Key]]) -> None:
    """The same of the rounds in which their questions are asked, and of nothing else."""
    _store(db, values, f"facet = '{ASKED_IN}'")


def _store(db: Database, values: Mapping[int, Iterable[Key]], which: str) -> None:
    by_block: dict[int, dict[int, Iterable[Key]]] = defaultdict(dict)
    for position, keys in values.items():
        by_block[position // BLOCK][position % BLOCK] = keys
    for block, given in by_block.items():
        _store_block(db, block, given, which)


def _store_block(db: Database, block: int, given: Mapping[int, Iterable[Key]], which: str) -> None:
    wanted: dict[Key, int] = defaultdict(int)
    touched = 0
    for place, keys in given.items():
        touched |= 1 << place
        for key in keys:
            wanted[key] |= 1 << place
    rows = db.execute(
        f"select facet, value, bits from case_sets where block = ? and {which}",  # noqa: S608
        [block],
    )
    stored = {(row[0], row[1]): int.from_bytes(row[2], "little") for row in rows}
    changed = {
        key: bits
        for key in stored.keys() | wanted.keys()
        if (bits := stored.get(key, 0) & ~touched | wanted.get(key, 0)) != stored.get(key, 0)
    }
    for (facet, value), bits in changed.items():
        if bits:
            packed = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
            db.execute(
                "insert into case_sets values (?, ?, ?, ?) "
                "on conflict do update set bits = excluded.bits",
                [facet, value, block, packed],
            )
        else:
            db.execute(
                "delete from case_sets where facet = ? and value = ? and block = ?",
                [facet, value, block],
            )
