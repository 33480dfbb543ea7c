"""Lines of a case file for the reader's tests, and what the reader makes of them."""

import io
import json

from trek_core.jsonl import Rejected, Taken, read_jsonl


def read(*lines, **options):
    """The entries of a stream holding these lines (bytes, text, or objects)."""
    raw = (
        line
        if isinstance(line, bytes)
        else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    )
    return list(read_jsonl(io.BytesIO(b"\n".join(raw)), name="in.jsonl", **options))


def take(line):
    (entry,) = read(line)
    assert isinstance(entry, Taken), entry
    return entry


def refuse(line):
    (entry,) = read(line)
    assert isinstance(entry, Rejected), entry
    return entry


def question(**fields):
    return {"question": "Who leads the council?", **fields}
