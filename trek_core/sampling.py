"""Samples of cases that anybody can draw again: seeded, and proportional over strata."""

import hashlib
from collections.abc import Hashable, Mapping, Sequence


def shuffle_by_seed(case_ids: Sequence[str], seed: int) -> list[str]:
    """The cases in an order that follows from the seed and their ids alone.

    Each case is placed by the SHA-256 of seed and id, so the order does not depend on the order
    given, on the version of Python, or on which other cases there are.
    """
    return sorted(case_ids, key=lambda case_id: (_draw(seed, case_id), case_id))


def allocate_places(sizes: Mapping[Hashable, int], n: int) -> dict[Hashable, int]:
    """Share `n` places out over strata in proportion to their sizes, by largest remainder.

    Equal remainders go to the larger stratum, then to the one named first in text order. Raises
    ValueError where there are fewer cases than places, or n is negative.
    """
    total = sum(sizes.values())
    if not 0 <= n <= total:
        raise ValueError(f"found {n} cases wanted, expected 0 to {total}, as many as there are")
    if not total:
        return dict.fromkeys(sizes, 0)
    shares = {name: divmod(n * size, total) for name, size in sizes.items()}
    places = {name: whole for name, (whole, _) in shares.items()}
    by_remainder = sorted(sizes, key=lambda name: (-shares[name][1], -sizes[name], str(name)))
    for name in by_remainder[: n - sum(places.values())]:
        places[name] += 1
    return places


def draw_stratified_sample(
    strata: Mapping[Hashable, Sequence[str]], n: int, seed: int
) -> dict[Hashable, list[str]]:
    """Draw `n` case ids from strata, each in proportion to its size; the same seed, the same cases.

    Raises ValueError as `allocate_places` does.
    """
    places = allocate_places({name: len(case_ids) for name, case_ids in strata.items()}, n)
    return {
        name: shuffle_by_seed(case_ids, seed)[: places[name]] for name, case_ids in strata.items()
    }


def _draw(seed: int, case_id: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{case_id}".encode("utf-8", "replace")).digest()
