"""How long a call waits, and what no waiting mends."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from trek_core.probes.retries import Retries, asked_wait, is_out_of_quota, is_worth_retrying


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "0"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, None),
    ],
)
def test_the_wait_is_the_one_the_server_asks_for(headers, seconds):
    assert asked_wait(headers) == seconds


def test_the_server_may_ask_by_a_date():
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 28 < asked_wait({"retry-after": date}) <= 30


def test_without_a_word_from_the_server_waits_double_up_to_the_longest():
    waits = [Retries().wait(attempt, {}) for attempt in range(1, 8)]
    for wait, full in zip(waits, (0.5, 1, 2, 4, 8, 8, 8), strict=True):
        assert 0.75 * full <= wait <= full


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (408, {}, True),
        (409, {}, True),
        (429, {}, True),
        (500, {}, True),
        (503, {}, True),
        (400, {}, False),
        (401, {}, False),
        (404, {}, False),
        (422, {}, False),
        (429, {"x-should-retry": "false"}, False),
        (400, {"x-should-retry": "true"}, True),
    ],
)
def test_what_may_pass_is_tried_again(status, headers, expected):
    assert is_worth_retrying(status, headers) is expected


@pytest.mark.parametrize(
    ("status", "error", "expected"),
    [
        (429, {"code": "insufficient_quota"}, True),
        (429, {"type": "insufficient_quota", "code": None}, True),
        (402, {}, True),
        (429, {"code": "rate_limit_exceeded"}, False),
        (429, {"code": ["insufficient_quota"]}, False),
    ],
)
def test_an_empty_account_is_told_from_a_busy_one(status, error, expected):
    assert is_out_of_quota(status, error) is expected
