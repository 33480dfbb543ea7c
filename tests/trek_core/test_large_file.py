"""A 2,000-line file with one bad line in twenty: the good ones go in, the bad ones are named."""

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from trek_core.jsonl import Rejected, Taken, read_jsonl

LINES = 2000
BAD_EVERY = 20

# Each kind of bad line and the field it must be named by.
BAD_LINES: list[tuple[bytes, str]] = [
    (b'{"question": "cut off', "line"),
    (b'["not", "an", "object"]', "line"),
    (b'{"question": "q", "gold_urls": "not a list"}', "gold_urls"),
    (b'{"question": "q", "gold_only_correct": "true"}', "gold_only_correct"),
    (b'{"question": "q", "effective_year": 2025.5}', "effective_year"),
    (b'{"prediction": "no question"}', "question"),
    (b'{"question": "q", "score": NaN}', "score"),
    (b'{"question": "q", "scores": [1, -Infinity]}', "scores[1]"),
    (b'{"question": "caf\xe9"}', "line"),
    (b'{"case_id": "case-1", "question": "other content"}', "case_id"),
    (b'{"question": "q", "labels": ["Bad luck"]}', "labels"),
]
OVER_LONG = b'{"question": "' + b"x" * (40 * 2**20) + b'"}'

ODD_TEXTS = {
    3: ("a\u0085b", "a\u0085b"),
    5: ("a\u2028b", "a\u2028b"),
    7: ("x" * 5_000_000, "x" * 5_000_000),
    9: ("half \ud83d", "half \ufffd"),
}


def good_line(number: int) -> bytes:
    prediction, _ = ODD_TEXTS.get(number, (f"answer {number}", ""))
    fields = {
        "case_id": f"case-{number}",
        "question": f"Question {number}?",
        "prediction": prediction,
    }
    # Half an emoji can only stand in a file as an escape.
    return json.dumps(fields, ensure_ascii="\ud83d" in prediction).encode()


def is_bad(number: int) -> bool:
    return number % BAD_EVERY == 0


@pytest.fixture(scope="module")
def expected_fields() -> dict[int, str]:
    kinds = cycle(field for _, field in BAD_LINES)
    bad = [number for number in range(1, LINES + 1) if is_bad(number)]
    return {number: "line" if number == LINES else next(kinds) for number in bad}


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("large") / "cases.jsonl"
    bad = cycle(line for line, _ in BAD_LINES)
    with path.open("wb") as file:
        for number in range(1, LINES + 1):
            over_long = OVER_LONG if number == LINES else None
            file.write((over_long or next(bad) if is_bad(number) else good_line(number)) + b"\n")
    yield path
    path.unlink()


def test_every_good_line_is_taken_and_every_bad_one_is_named(path, expected_fields):
    entries = list(read_jsonl(path))
    rejected = {entry.line: entry.field for entry in entries if isinstance(entry, Rejected)}
    assert rejected == expected_fields
    assert len(rejected) == LINES // BAD_EVERY
    taken = [entry for entry in entries if type(entry) is Taken]
    assert [entry.line for entry in taken] == [n for n in range(1, LINES + 1) if not is_bad(n)]
    for entry in taken:
        _, kept = ODD_TEXTS.get(entry.line, ("", f"answer {entry.line}"))
        assert entry.record.case.prediction == kept
    assert [(entry.line, entry.repairs[0].field) for entry in taken if entry.repairs] == [
        (9, "prediction")
    ]


def test_reading_it_again_gives_the_same_contents(path):
    def contents():
        return [
            (entry.line, entry.content_hash) for entry in read_jsonl(path) if type(entry) is Taken
        ]

    assert contents() == contents()
