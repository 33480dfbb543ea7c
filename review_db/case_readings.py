"""The unjudged failures in the order in which judging them narrows an interval most.

Cases are told apart by system, label set, and where their review stands. All of it is put down as
one number for each position, so that cases of every kind are counted in one go.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import accumulate, islice
from operator import or_
from typing import TYPE_CHECKING

from review_db.case_finding import Found
from trek_core.reading_order import Reading, Stratum, order_readings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STANDINGS = 4
_WAITING, _AGREEING, _DIFFERING = 1, 2, 3
"""A review waits, agrees with TrekTrace or differs from it, or is none of these (0)."""


def list_readings(found: Found, most: int) -> Iterator[tuple[int, Reading]]:
    """Positions of found cases that nobody began to judge, the most informative first, with why.

    How often people agreed is counted over all cases that may be seen: a filter on what waits
    finds none of those that were judged.
    """
    import numpy as np

    sets = found.sets
    seen = sets.having("all", [""]) & ~found.hidden
    agreeing, differing = (sets["with_trektrace"].get(each, 0) for each in ("same", "differ"))
    waiting = sets["state"].get("not_started", 0) & ~(agreeing | differing) & found.cases
    standings = [each & seen for each in (waiting, agreeing, differing)]
    systems = sets["system"]
    labels = {name: bits for name, bits in sets["labels"].items() if name}
    groups = [standings, list(systems.values()), list(labels.values())]
    numbers = _number(groups, seen.bit_length())

    shape = (_room_for(labels), _room_for(systems), _STANDINGS)
    counts = np.bincount(numbers, minlength=int(np.prod(shape))).reshape(shape).tolist()
    strata = [
        Stratum(system, label, n[_WAITING], n[_AGREEING] + n[_DIFFERING], n[_AGREEING])
        for label, by_system in zip(labels, counts[1:], strict=False)
        for system, n in zip(systems, by_system[1:], strict=False)
        if n[_WAITING]
    ]
    positions = np.flatnonzero(numbers % _STANDINGS == _WAITING)
    kinds = numbers[positions]
    unlabelled = np.count_nonzero(kinds < _STANDINGS * _room_for(systems))
    # Small numbers are sorted faster.
    small = kinds.astype(np.min_scalar_type(int(np.prod(shape))))
    positions = positions[np.argsort(small, kind="stable")][unlabelled:]
    next_in = dict(
        zip(strata, accumulate((each.waiting for each in strata), initial=0), strict=False)
    )
    for reading in islice(order_readings(strata), most):
        place = next_in[reading.stratum]
        next_in[reading.stratum] += 1
        yield int(positions[place]), reading


def _room_for(values: Collection[object]) -> int:
    """How many numbers there are for so many values and for none of them: a power of two."""
    return 1 << len(values).bit_length()


def _number(groups: Sequence[Sequence[int]], size: int) -> "NDArray[np.int32]":
    """For each position its place in each group of sets, 0 for none, the first group lowest.

    Made bit by bit: putting sets together is cheap, taking them apart is not.
    """
    import numpy as np

    numbers, shift = np.zeros(size, dtype=np.int32), 0
    for sets in groups:
        for bit in range(len(sets).bit_length()):
            having = (each for place, each in enumerate(sets, 1) if place >> bit & 1)
            numbers += _unpack(reduce(or_, having, 0), size).astype(np.int32) << shift
            shift += 1
    return numbers


def _unpack(bits: int, size: int) -> "NDArray[np.uint8]":
    """For each position below `size` 1 where it is in a set, else 0."""
    import numpy as np

    packed = (bits & ((1 << size) - 1)).to_bytes((size + 7) // 8, "little")
    return np.unpackbits(np.frombuffer(packed, np.uint8), count=size, bitorder="little")
