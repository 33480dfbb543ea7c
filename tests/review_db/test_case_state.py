import pytest

from review_db.case_state import Standing, compute_case_state

NOTHING = Standing("not_started", None, None, None)
DRAFT = Standing("draft", None, None, None)
RETRIEVAL = Standing("submitted", "system_related", "Retrieval", "none")
DISTRACTION = Standing("submitted", "system_related", "none", "Distraction")
OPEN_SIDE = Standing("submitted", "system_related", "Retrieval", "undetermined")
JUDGE = Standing("submitted", "judge_error", None, None)
UNSURE = Standing("needs_discussion", "undecided", "undetermined", "none")

ROWS = [
    ([], "not_started", None),
    ([NOTHING], "not_started", None),
    ([DRAFT], "in_progress", None),
    ([NOTHING, DRAFT], "in_progress", None),
    ([RETRIEVAL], "submitted", "system_related"),
    ([RETRIEVAL, DRAFT], "submitted", "system_related"),
    ([RETRIEVAL, RETRIEVAL], "submitted", "system_related"),
    ([JUDGE], "submitted", "judge_error"),
    ([RETRIEVAL, DISTRACTION], "needs_adjudication", "system_related"),
    ([RETRIEVAL, OPEN_SIDE], "needs_adjudication", "system_related"),
    ([RETRIEVAL, JUDGE], "needs_adjudication", None),
    ([UNSURE], "needs_discussion", "undecided"),
    ([UNSURE, RETRIEVAL], "needs_discussion", None),
]


@pytest.mark.parametrize(("standings", "state", "outcome"), ROWS)
def test_a_case_stands_where_its_judgements_put_it(standings, state, outcome):
    assert compute_case_state(standings) == (state, outcome)
    assert compute_case_state(reversed(standings)) == (state, outcome)
