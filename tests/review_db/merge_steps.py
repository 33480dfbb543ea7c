"""Merging, with what has to hold of every merge; and work to merge."""

from review_db.merge import merge
from tests.review_db.apart import check_rows_follow_from_events
from tests.review_db.case_lines import RESPONSE_WRONG


def bring(ours, theirs, **options):
    """Merge, and check what has to hold of every merge."""
    before = theirs.path.read_bytes()
    report = merge(ours.path, theirs.path, **options)
    assert theirs.path.read_bytes() == before
    check_rows_follow_from_events(ours.path)
    return report


def finish(store, case_id, annotator, answers=RESPONSE_WRONG, round_name="default"):
    store.save_answers(case_id, annotator, answers, round=round_name)
    store.submit(case_id, annotator, round=round_name)
