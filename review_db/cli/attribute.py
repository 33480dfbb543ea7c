"""`trek attribute`: compute the labels of a case file anew, from its recorded judgements."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json
from trek_core.errors import TrekError

if TYPE_CHECKING:
    from trek_core.jsonl import Entry, Taken
    from trek_core.recorded_probes import UrlMatch
    from trek_core.records import Record


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek attribute` to the command line."""
    parser = subparsers.add_parser(
        "attribute",
        help="compute labels from recorded judgements",
        description=(
            "Compute the labels of every failed case from its recorded judgements and write all "
            "cases to OUT. Labels that the file claimed are kept beside the computed ones where "
            "they differ. Nothing is stored and no model is asked."
        ),
    )
    parser.add_argument("source", metavar="IN.jsonl", help="case file to read, .gz too")
    parser.add_argument(
        "-o", "--out", required=True, metavar="OUT.jsonl", help="file to write, .gz too"
    )
    parser.add_argument(
        "--url-match",
        choices=("any", "all"),
        help="how many gold URLs must be retrieved (default: as each record says, else any)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


class NothingTakenError(TrekError):
    """A file without one line that is a case."""


@dataclass
class Tally:
    """What happened to the lines of one file."""

    cases: int = 0
    accepted: int = 0
    incomplete: int = 0
    repeated: int = 0
    repaired: int = 0
    needs_evidence_match: int = 0
    rejected: int = 0
    differences: list[dict[str, Any]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The counts, then each case whose labels differ from those the file claimed."""
        return {
            "cases": self.cases,
            "accepted": self.accepted,
            "incomplete": self.incomplete,
            "repeated": self.repeated,
            "repaired": self.repaired,
            "needs_evidence_match": self.needs_evidence_match,
            "differing": len(self.differences),
            "rejected": self.rejected,
            "differences": self.differences,
        }


def run(args: argparse.Namespace) -> int:
    """Write OUT and report; 0 done, 1 nothing taken."""
    from review_db.cli.case_files import check_apart, open_cases, write_cases
    from trek_core.jsonl import read_jsonl

    source, out = Path(args.source), Path(args.out)
    check_apart(out, source)
    tally = Tally()
    with open_cases(source) as stream:
        entries = read_jsonl(stream, name=str(source))
        try:
            write_cases(out, _attributed_lines(entries, args.url_match, tally))
        except NothingTakenError as error:
            _say(f"trek attribute: {source}: {error}; {out} was not written")
    from trek_core.counted import count_of

    if args.json:
        show_json(tally.to_json())
    elif tally.cases:
        # Where OUT is stdout itself, the report keeps out of it.
        told = sys.stdout if out.is_file() else sys.stderr
        show(
            f"{out}: {count_of(tally.cases, 'case')}, {tally.accepted} of them accepted answers "
            f"without labels, {tally.incomplete} incomplete, {len(tally.differences)} with other "
            f"labels than the file claimed, {count_of(tally.rejected, 'line')} not taken",
            file=told,
        )
    return 0 if tally.cases else 1


def _attributed_lines(
    entries: Iterable["Entry"], url_match: "UrlMatch | None", tally: Tally
) -> Iterator[dict[str, Any]]:
    """The lines of OUT, counted in `tally` as they pass; TrekError at the end when none did."""
    from trek_core.jsonl import Rejected, Repeated

    for entry in entries:
        match entry:
            case Rejected():
                tally.rejected += 1
                _say(str(entry))
            case Repeated():
                tally.repeated += 1
            case _:
                yield _attributed_line(entry, url_match, tally)
    if not tally.cases:
        raise NothingTakenError("no line could be taken")


def _attributed_line(entry: "Taken", url_match: "UrlMatch | None", tally: Tally) -> dict[str, Any]:
    from trek_core.attribution import attribute, needs_evidence_match
    from trek_core.jsonl import record_to_json

    case, probes = entry.record.case, entry.record.probes
    tally.cases += 1
    tally.repaired += bool(entry.repairs)
    if not case.is_failure:
        tally.accepted += 1
        return record_to_json(entry.record, None)
    attribution = attribute(case, probes, url_match)
    tally.incomplete += not attribution.complete
    if needs_evidence_match(case, probes, attribution.url_match):
        tally.needs_evidence_match += 1
    elif entry.file_labels is not None and set(entry.file_labels) != set(attribution.labels):
        recorded, computed = list(entry.file_labels), list(attribution.labels)
        tally.differences.append(
            {"case_id": case.case_id, "recorded": recorded, "computed": computed}
        )
        _say(
            f"{entry.file}, line {entry.line}, case {case.case_id}: the file says "
            f"{' + '.join(recorded) or 'no label'}, the rule gives {attribution.label_set}"
        )
    return record_to_json(_with_file_labels(entry), attribution)


def _with_file_labels(entry: "Taken") -> "Record":
    """The record with the labels its line claimed, also where its own reading agrees with them."""
    probes = entry.record.probes.model_copy(update={"recorded_labels": entry.file_labels})
    return entry.record.model_copy(update={"probes": probes})


def _say(message: str) -> None:

    show(message, file=sys.stderr)
