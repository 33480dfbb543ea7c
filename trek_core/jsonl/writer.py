"""Records as lines of a `trektrace/1` file, with the labels computed as they are written."""

import gzip
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from trek_core.attribution import Attribution, attribute
from trek_core.jsonl.content import plain_json, record_content
from trek_core.recorded_probes import UrlMatch
from trek_core.records import SCHEMA, Record

Target = str | Path | BinaryIO


def write_jsonl(
    target: Target, records: Iterable[Record], url_match: UrlMatch | None = None
) -> int:
    """Write records one a line and return how many; `write_lines` says how files are written.

    Failures get their labels under `url_match`, or under the reading they were made with.
    """
    return write_lines(
        target,
        (
            record_to_json(
                record,
                attribute(record.case, record.probes, url_match)
                if record.case.is_failure
                else None,
            )
            for record in records
        ),
    )


def record_to_json(record: Record, attribution: Attribution | None) -> dict[str, Any]:
    """A record as one line's object: nested, in the order of the format page.

    `attribution` is None for an accepted answer, whose line then has no labels. The labels a file
    claimed stand beside the computed ones only where they differ; the URL reading is noted where
    it is not the record's own.
    """
    line: dict[str, Any] = {"schema": SCHEMA}
    content = record_content(record)
    claimed = content.pop("recorded_labels", None)
    provenance = content.pop("provenance", None)
    unknown = {name: content.pop(name) for name in record.case.model_extra or {}}
    line |= content
    if attribution:
        line |= _computed(attribution)
    if claimed is not None and not (attribution and set(claimed) == set(attribution.labels)):
        line["recorded_labels"] = claimed
    if record.judgements:
        line["judgements"] = [plain_json(judgement) for judgement in record.judgements]
    if record.decisions:
        line["decisions"] = [plain_json(decision) for decision in record.decisions]
    if attribution and attribution.url_match != record.probes.url_match_policy:
        provenance = _under_policy(provenance or {}, attribution.url_match)
    if provenance is not None:
        line["provenance"] = provenance
    return line | {name: value for name, value in unknown.items() if name not in line}


def write_lines(target: Target, lines: Iterable[Mapping[str, Any]]) -> int:
    """Write objects one a line as UTF-8 and return how many; gzip where the name ends in `.gz`.

    A file appears whole or not at all: it is written beside its place and moved there at the end,
    so a failure leaves an earlier file as it was. Raises OSError where that cannot be done.
    """
    count = 0
    with _opened(target) as stream:
        for line in lines:
            text = json.dumps(line, ensure_ascii=False, allow_nan=False)
            stream.write(text.encode("utf-8", "replace") + b"\n")
            count += 1
    return count


def _computed(attribution: Attribution) -> dict[str, Any]:
    plain = attribution.model_dump(mode="json", include={"complete", "grounds", "missing"})
    return {"labels": [str(label) for label in attribution.labels]} | {
        name: plain[name] for name in ("complete", "grounds", "missing")
    }


def _under_policy(provenance: dict[str, Any], url_match: UrlMatch) -> dict[str, Any]:
    return provenance | {"policy": (provenance.get("policy") or {}) | {"url_match": url_match}}


@contextmanager
def _opened(target: Target) -> Iterator[IO[bytes]]:
    """A stream for a target: a caller's own, a device, or a file put in place at the end."""
    if not isinstance(target, str | Path):
        yield target
        return
    given = Path(target)
    # Asked of the name as given: the place where a pipe's name leads does not exist.
    if given.exists() and not given.is_file():
        with given.open("wb") as device:
            yield device
        return
    path = given.resolve()
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            if str(target).endswith(".gz"):
                # Without a time stamp the same records give the same bytes.
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield cast(IO[bytes], packed)
            else:
                yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
