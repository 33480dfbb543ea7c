"""Whatever people and a lead do in a round, its counts add up and nothing is taken twice."""

from hypothesis import settings

from tests.review_db.round_machine import RoundWork

RoundWork.TestCase.settings = settings(max_examples=5, stateful_step_count=20, deadline=None)
TestRoundWork = RoundWork.TestCase
