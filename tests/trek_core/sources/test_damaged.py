"""Records with anything in any place: read or refused in words, never an exception."""

import copy
import random

import pytest

from tests.trek_core.sources.reading_steps import FORMATS, load_given, read_records
from tests.trek_core.sources.test_documented_shapes import (
    completion,
    grounded,
    inspect_log,
    langsmith_tree,
    trace_of_spans,
)
from tests.trek_core.sources.test_streams import STREAMS

ROUNDS = 40
JUNK = (
    *(None, True, 0, -1.5, "", " ", "text", "{", '{"a": 1}', "[]", '["x"]'),
    *([], {}, [[]], [None], ["x"], [{}], {"a": {}}, {"type": "text"}),
)
ROOT, CHILDREN = langsmith_tree()
RECORDS = {path.stem: load_given(path.stem)[0] for path in FORMATS.glob("*.jsonl")} | {
    "completion": completion(
        "grok-4", {"citations": [], "search_results": []}, executed_tools=[{}]
    ),
    "google": grounded("https://a.example"),
    "inspect": inspect_log(),
    "langsmith": {**ROOT, "child_runs": CHILDREN},
    "openinference": {"spans": trace_of_spans()},
    **{
        f"{name}-stream": {"question": "Who?", "events": pieces} for name, pieces in STREAMS.items()
    },
}


def damage(record, dice):
    """A copy of a record with one to three of its values replaced by something else."""
    record = copy.deepcopy(record)
    for _ in range(dice.randint(1, 3)):
        at = record
        for _depth in range(dice.randint(0, 6)):
            inner = [each for each in values_of(at) if isinstance(each, dict | list) and each]
            if not inner:
                break
            at = dice.choice(inner)
        key = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
        at[key] = copy.deepcopy(dice.choice(JUNK))
    return record


def values_of(container):
    return list(container.values()) if isinstance(container, dict) else container


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_junk_anywhere_in_a_record_is_no_exception(name):
    dice = random.Random(name)
    for _ in range(ROUNDS):
        for entry in read_records(damage(RECORDS[name], dice)):
            assert str(entry)
