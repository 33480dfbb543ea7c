"""Whatever two people do apart, nothing is lost, nothing is mixed, and rows follow from events."""

import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from review_db.merge import merge
from review_db.store import ReviewStore
from tests.review_db.apart import check_rows_follow_from_events, dump, load_histories, part
from tests.review_db.case_lines import RESPONSE_WRONG, UNSURE, as_file, make_case
from trek_core.errors import TrekError

ACTS = {
    "yes": lambda store, case_id, name: store.save_answer(case_id, name, "reference_valid", "yes"),
    "page": lambda store, case_id, name: store.save_answer(
        case_id, name, "gold_pages", "supports", part="https://a.example/1"
    ),
    "fill": lambda store, case_id, name: store.save_answers(case_id, name, RESPONSE_WRONG),
    "unsure": lambda store, case_id, name: store.save_answers(case_id, name, UNSURE),
    "submit": lambda store, case_id, name: store.submit(case_id, name),
    "reopen": lambda store, case_id, name: store.reopen(case_id, name),
    "undo": lambda store, case_id, name: store.undo(case_id, name),
    "skip": lambda store, case_id, name: store.skip(case_id, name, "later"),
    "flag": lambda store, case_id, name: store.flag(case_id, name, "odd"),
    "comment": lambda store, case_id, name: store.add_comment(case_id, name, "why?"),
    "version": lambda store, case_id, name: store.import_file(
        as_file(make_case(case_id, prediction=f"as {name} has it")), "newer"
    ),
}
"""What somebody may do to a case; what is not allowed as things stand changes nothing."""

steps = st.lists(
    st.tuples(st.sampled_from(sorted(ACTS)), st.sampled_from(["c1", "c2"]),
              st.sampled_from(["Ada", "Bo"])),
    max_size=7,
)  # fmt: skip


def act(store, done):
    for name, case_id, annotator in done:
        with suppress(TrekError):
            ACTS[name](store, case_id, annotator)


def is_beginning(first, second):
    return second[: len(first)] == first


@settings(max_examples=25, deadline=None)
@given(before=steps, here=steps, there=steps)
@example(
    before=[],
    here=[("version", "c2", "Bo")],
    there=[("version", "c2", "Ada"), ("version", "c2", "Bo"), ("fill", "c2", "Ada")],
)
def test_no_event_is_lost_or_mixed_and_a_second_merge_adds_nothing(before, here, there):
    with tempfile.TemporaryDirectory() as folder:
        ours = ReviewStore(Path(folder) / "ours.db")
        ours.import_file(as_file(make_case("c1"), make_case("c2")), "cases")
        for name in ("Ada", "Bo"):
            ours.add_annotator(name)
        act(ours, before)
        theirs = part(ours, Path(folder) / "theirs.db")
        act(ours, here)
        act(theirs, there)
        mine, others = load_histories(ours.path), load_histories(theirs.path)
        untouched = theirs.path.read_bytes()

        report = merge(ours.path, theirs.path)

        merged = load_histories(ours.path)
        refused = {
            (each.case_id, each.annotator, each.round)
            for each in report.conflicts
            if each.what == "judgement"
        }
        for place in mine.keys() | others.keys():
            first, second = mine.get(place, []), others.get(place, [])
            if place in refused:
                assert merged.get(place, []) == first
            else:
                assert merged[place] == max(first, second, key=len)
                assert is_beginning(first, merged[place])
                assert is_beginning(second, merged[place])
        check_rows_follow_from_events(ours.path)
        assert theirs.path.read_bytes() == untouched

        once = dump(ours.path)
        again = merge(ours.path, theirs.path)
        assert dict(again.taken) == {}
        assert again.conflicts == report.conflicts
        assert dump(ours.path) == once
