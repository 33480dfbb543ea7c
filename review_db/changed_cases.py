"""What a file changes of cases that are here already, and the sentence that warns of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from trek_core.counted import count_of

if TYPE_CHECKING:
    from review_db.store import ReviewStore


def count_changed(store: "ReviewStore", hashes: Mapping[str, str]) -> int:
    """How many of these cases (id -> hash of its content) are here with another content."""
    known = store.find_known_cases(hashes)
    return sum(here.content_hash != hashes[case_id] for case_id, here in known.items())


def say_changed(count: int, *, is_done: bool) -> str:
    """What becomes of cases whose id was here with another content; empty for none."""
    if not count:
        return ""
    replaced = "changed" if is_done else "would change"
    versions = "its former version is" if count == 1 else "their former versions are"
    return (
        f"{count_of(count, 'case')} {replaced}, whose {'id is' if count == 1 else 'ids are'} "
        f"here already; {versions} kept. Is this a second run of a system? Then give its cases "
        "ids of their own (case_id) to keep both runs."
    )
