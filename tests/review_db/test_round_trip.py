"""A TrekTrace file with judgements loads back as the same content, whatever people did."""

import io
import json
from contextlib import suppress
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from review_db.store import ReviewStore
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    make_round_store,
    start_round,
)
from tests.trek_core.checklist_strategies import accepted_answers
from trek_core.errors import TrekError
from trek_core.jsonl import write_jsonl

CASES, PEOPLE = ("c0", "c1"), ("Ada", "Bo")
ROUNDS = {"open": "assisted", "hidden": "blind", "shown": "blind_then_reveal"}

FINISHED = [INTERPRETATION, {**DISTRACTION, "key_evidence_ok": "yes"}, WRONG]

# A file cannot hold NUL: reading mends it, and says so.
texts = st.text(max_size=12).map(lambda text: text.replace("\0", ""))
answers = accepted_answers.map(
    lambda drawn: json.loads(json.dumps(drawn).replace(r"\u0000", "")),
)

STEPS = {
    "answer": lambda store, who, at, draw: store.save_answers(*who, draw(answers), **at),
    "finish": lambda store, who, at, draw: (
        store.save_answers(*who, draw(st.sampled_from(FINISHED)), **at),
        store.submit(*who, **at),
    ),
    "reveal": lambda store, who, at, _draw: store.reveal(*who, **at),
    "reopen": lambda store, who, at, _draw: store.reopen(*who, **at),
    "skip": lambda store, who, at, draw: store.skip(*who, draw(texts), **at),
    "flag": lambda store, who, at, draw: store.flag(*who, draw(texts | st.none()), **at),
    "undo": lambda store, who, at, _draw: store.undo(*who, **at),
    "decide": lambda store, who, at, draw: store.decide(
        who[0], **at, reason=draw(texts), by="Lea", adopt=who[1]
    ),
}
"""What people do to a judgement: name -> the step, with what it needs drawn."""

judgements = st.tuples(st.sampled_from(CASES), st.sampled_from(PEOPLE))
rounds = st.fixed_dictionaries({"round": st.sampled_from([*ROUNDS, "default"])})


def export(store):
    """The bytes of the whole file."""
    stream = io.BytesIO()
    write_jsonl(stream, store.load_records())
    return stream.getvalue()


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_whatever_people_did_loads_back_as_the_same_content(data):
    with TemporaryDirectory() as folder:
        store = make_round_store(f"{folder}/reviews.db", n=len(CASES))
        for name, mode in ROUNDS.items():
            start_round(store, name=name, n=len(CASES), mode=mode)
        for _ in range(data.draw(st.integers(1, 14))):
            step = STEPS[data.draw(st.sampled_from(sorted(STEPS)))]
            with suppress(TrekError):
                step(store, data.draw(judgements), data.draw(rounds), data.draw)
        content = export(store)
        other = ReviewStore(f"{folder}/other.db")
        report = other.import_file(io.BytesIO(content), "export")
        assert report.rejections == []
        assert export(other) == content
        again = store.import_file(io.BytesIO(content), "export")
        assert (again.rejections, again.judgements_added, again.decisions_added) == ([], 0, 0)
        assert export(store) == content
