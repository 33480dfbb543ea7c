"""Reading records in tests: what is given, what comes out."""

import io
import json
from pathlib import Path

from trek_core.jsonl import Rejected, Taken
from trek_core.sources import AS_FOUND, read_source

FORMATS = Path(__file__).resolve().parents[2] / "data" / "formats"


def load_given(name):
    """The records of a file in tests/data/formats."""
    text = (FORMATS / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def read_bytes(content, told=AS_FOUND):
    return list(read_source(io.BytesIO(content), name="file", told=told))


def read_records(*records, told=AS_FOUND):
    return read_bytes(b"\n".join(json.dumps(record).encode() for record in records), told)


def read_cases(*records, told=AS_FOUND):
    """The cases of records that must all be taken."""
    entries = read_records(*records, told=told)
    assert [str(entry) for entry in entries if isinstance(entry, Rejected)] == []
    return [entry.record.case for entry in entries if isinstance(entry, Taken)]


def read_case(record, told=AS_FOUND):
    (case,) = read_cases(record, told=told)
    return case


def read_refusal(*records, told=AS_FOUND):
    """The one refusal of records, as a person reads it."""
    (refusal,) = [e for e in read_records(*records, told=told) if isinstance(e, Rejected)]
    return str(refusal)


def asked(response, question="Who won?", **fields):
    """An answer with its question beside it."""
    return {"question": question, "response": response, **fields}


def tool(identity, content, **fields):
    """A message with what a tool gave back."""
    return {"role": "tool", "tool_call_id": identity, "content": content, **fields}


def calls_of(case):
    """Query, addresses and error of each search call."""
    return [(call.query, call.urls, call.model_extra.get("error")) for call in case.search_calls]


def encode(value, **how):
    """The bytes of a JSON value; `how` goes to `json.dumps`."""
    return json.dumps(value, ensure_ascii=False, **how).encode()
