"""`trek join`: give recorded answers the references, gold URLs and flags of their questions."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.mapping_options import add_mapping_options
from review_db.cli.printable import show, show_json
from review_db.cli.select import add_dataset_option

if TYPE_CHECKING:
    from trek_core.datasets.joining import JoinedCase
    from trek_core.datasets.question_index import QuestionIndex
    from trek_core.datasets.reading import ReadDataset
    from trek_core.jsonl import Entry, Taken


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek join` to the command line."""
    parser = subparsers.add_parser(
        "join",
        help="add a dataset's references to recorded answers",
        description=(
            "Find each case's question in a dataset, by its id or its wording, and write all cases "
            "to OUT with the references, gold URLs, years and flags they lack. What a case has "
            "recorded stays; where the dataset says something else, that is reported."
        ),
    )
    parser.add_argument(
        "cases", metavar="CASES", help="cases, or what a system recorded (docs/sources.md), .gz too"
    )
    parser.add_argument("file", metavar="DATASET", help="CSV, JSON, JSONL or Parquet, .gz too")
    parser.add_argument(
        "-o", "--out", required=True, metavar="OUT.jsonl", help="file to write, .gz too"
    )
    add_dataset_option(parser)
    add_mapping_options(parser)
    parser.add_argument(
        "--db",
        metavar="PATH",
        help="review database of a saved mapping (default: TREK_DB, else your data folder)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


@dataclass
class Tally:
    """What the join did, case by case."""

    how: Counter[str] = field(default_factory=Counter)
    filled: Counter[str] = field(default_factory=Counter)
    not_joined: list[dict[str, Any]] = field(default_factory=list)
    differences: list[dict[str, Any]] = field(default_factory=list)
    rejected: int = 0
    repeated: int = 0

    @property
    def joined(self) -> int:
        """How many cases found their question."""
        return self.how["id"] + self.how["question"]

    @property
    def cases(self) -> int:
        """How many cases there were."""
        return self.how.total()

    def add(self, joined: "JoinedCase") -> None:
        """Count a case."""
        self.how[joined.how] += 1
        self.filled.update(joined.filled)
        case_id = joined.case.case_id
        if not joined.is_joined:
            near = [each._asdict() for each in joined.near]
            self.not_joined.append({"case_id": case_id, "why": joined.how, "near": near})
        self.differences += [
            {
                "case_id": case_id,
                "field": each.field,
                "recorded": each.recorded,
                "in_dataset": each.in_dataset,
            }
            for each in joined.differences
        ]


WHY = {
    "none": "no question with its id or wording",
    "ambiguous": "several questions worded the same, with other answers, pages or years",
    "other_question": "its id belongs to a question worded quite differently",
}


def run(args: argparse.Namespace) -> int:
    """Write OUT and report; 0 where any case was joined, else 1."""
    from review_db.cli.case_files import check_apart, check_names, open_cases, write_cases
    from review_db.cli.mapping_options import check_fits, read_mapping
    from review_db.cli.probing import say
    from trek_core.datasets.question_index import QuestionIndex
    from trek_core.datasets.reading import load_dataset
    from trek_core.sources import ReadAs, read_source

    source, out = Path(args.cases), Path(args.out)
    check_names(source, out, args.file)
    check_apart(out, source, Path(args.file))
    found = load_dataset(Path(args.file), args.dataset)
    for problem in found.problems:
        say(f"{args.file}, {problem}")
    index = QuestionIndex(found.questions)
    told = ReadAs(columns=read_mapping(args))
    check_fits(args, [args.cases], told.columns)
    tally = Tally()
    with open_cases(source) as stream:
        entries = read_source(stream, name=str(source), told=told, complete=index.add_question)
        write_cases(out, _joined_lines(entries, index, found, tally))
    _report(args, tally, found, index, out)
    return 0 if tally.joined else 1


def _joined_lines(
    entries: "Iterable[Entry]", index: "QuestionIndex", found: "ReadDataset", tally: Tally
) -> Iterator[dict[str, Any]]:
    """The lines of OUT, counted in `tally` as they pass; TrekError at the end when none did."""
    from review_db.cli.probing import say
    from trek_core.datasets.joining import join_case
    from trek_core.errors import TrekError
    from trek_core.jsonl import Rejected, Repeated

    for entry in entries:
        if isinstance(entry, Rejected):
            tally.rejected += 1
            say(str(entry))
        elif isinstance(entry, Repeated):
            tally.repeated += 1
        else:
            joined = join_case(entry.record.case, index, found.dataset.columns)
            tally.add(joined)
            yield _write_line(entry, joined)
    if not tally.cases:
        raise TrekError("No line of the case file could be taken; nothing was written.")


def _write_line(entry: "Taken", joined: "JoinedCase") -> dict[str, Any]:
    """The case's line; labels only where the case came with labels or probes."""
    from trek_core.attribution import attribute
    from trek_core.jsonl import record_to_json

    record = entry.record.model_copy(update={"case": joined.case})
    is_attributed = entry.file_labels is not None or record.probes.model_fields_set
    if not (is_attributed and joined.case.is_failure):
        return record_to_json(record, None)
    # The labels a file claims are kept apart where the dataset's gold URLs change what they were.
    probes = record.probes.model_copy(update={"recorded_labels": entry.file_labels})
    record = record.model_copy(update={"probes": probes})
    return record_to_json(record, attribute(record.case, record.probes))


def _report(
    args: argparse.Namespace, tally: Tally, found: "ReadDataset", index: "QuestionIndex", out: Path
) -> None:
    from dataclasses import asdict

    from review_db.cli.probing import say

    duplicates = [[each.question_id for each in group] for group in index.duplicates()]
    if args.json:
        result = {
            "dataset": found.dataset.name,
            "questions": len(found.questions),
            "cases": tally.cases,
            "joined": tally.joined,
            "by_id": tally.how["id"],
            "by_question": tally.how["question"],
            "filled": dict(tally.filled),
            "not_joined": tally.not_joined,
            "differences": tally.differences,
            "duplicate_questions": duplicates,
            "repeated": tally.repeated,
            "rejected": tally.rejected,
            "problems": [asdict(each) for each in found.problems],
        }
        show_json(result)
        return
    for line in _lines(tally, duplicates):
        say(line)
    from trek_core.counted import count_of

    filled = ", ".join(f"{count} {name}" for name, count in tally.filled.items())
    show(
        f"{out}: {tally.joined} of {tally.cases} cases joined ({tally.how['id']} by id, "
        f"{tally.how['question']} by question), filled: {filled or 'nothing'}; "
        f"{count_of(len(tally.differences), 'difference')} kept as recorded, "
        f"{count_of(tally.rejected, 'line')} not taken",
        file=sys.stdout if out.is_file() else sys.stderr,
    )


def _lines(tally: Tally, duplicates: list[list[str | None]]) -> Iterator[str]:
    """What did not join, what differs and what is there twice, a line each."""
    for each in tally.not_joined:
        near = "; ".join(
            f"near: {miss['question']} ({miss['likeness']:g} %)" for miss in each["near"]
        )
        yield f"case {each['case_id']}: {WHY[each['why']]}{f'; {near}' if near else ''}"
    for each in tally.differences:
        recorded, offered = (
            json.dumps(each[side], ensure_ascii=False) for side in ("recorded", "in_dataset")
        )
        yield f"case {each['case_id']}, {each['field']}: recorded {recorded}, dataset {offered}"
    for group in duplicates:
        yield f"{len(group)} questions are worded the same: {', '.join(map(str, group))}"
