"""`trek select`: choose questions from a dataset's file, the paper's subset or by their fields."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json

if TYPE_CHECKING:
    from trek_core.datasets.reading import ReadDataset
    from trek_core.datasets.selection import Condition


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek select` to the command line."""
    parser = subparsers.add_parser(
        "select",
        help="choose questions from a dataset",
        description=(
            "Count the questions of a dataset's file that are asked for, and write them as lines "
            "of a TrekTrace file. The dataset is known by its fields (docs/datasets.md); every "
            "row that is odd is named."
        ),
    )
    parser.add_argument("file", metavar="FILE", help="CSV, JSON, JSONL or Parquet, .gz too")
    parser.add_argument("--paper", action="store_true", help="the questions the paper took")
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="only questions with this value; every one given must hold",
    )
    add_dataset_option(parser)
    parser.add_argument("-o", "--out", metavar="OUT.jsonl", help="file to write, .gz too")
    parser.add_argument(
        "--with-canary", action="store_true", help="write the mark of test data as well"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def add_dataset_option(parser: argparse.ArgumentParser) -> None:
    """Add `--dataset` to a command."""
    parser.add_argument(
        "--dataset", metavar="NAME", help="what cases call it, such as sealqa_hard for a part"
    )


def run(args: argparse.Namespace) -> int:
    """Count, report, write; 0 done, 1 where no question was selected, 2 for a bad condition."""
    from review_db.cli.probing import say
    from trek_core.datasets.reading import load_dataset
    from trek_core.datasets.selection import paper_conditions, parse_condition, select_questions

    try:
        conditions = [parse_condition(text) for text in args.where]
    except ValueError as error:
        say(f"trek select: --where takes {error}")
        return 2
    found = load_dataset(Path(args.file), args.dataset)
    for problem in found.problems:
        say(f"{args.file}, {problem}")
    if args.paper:
        conditions = [*paper_conditions(found.dataset), *conditions]
    selected = select_questions(found.questions, conditions, found.dataset)
    if args.out:
        _write(args, selected, found.dataset.caution)
    result = _summarise(found, conditions, len(selected), is_paper=args.paper and not args.where)
    if args.json:
        show_json(result)
    else:
        show(_describe(result))
    return 0 if selected else 1


def _write(args: argparse.Namespace, selected: Any, caution: str | None) -> None:
    from review_db.cli.case_files import check_apart, check_names, write_cases
    from review_db.cli.probing import say

    out = Path(args.out)
    check_names(Path(args.file), out)
    check_apart(out, Path(args.file))
    write_cases(out, (each.to_json(with_canary=args.with_canary) for each in selected))
    if caution:
        say(f"trek select: {caution}")


def _summarise(
    found: "ReadDataset", conditions: "list[Condition]", count: int, *, is_paper: bool
) -> dict[str, Any]:
    from dataclasses import asdict

    result: dict[str, Any] = {
        "dataset": found.dataset.name,
        "questions": len(found.questions),
        "selected": count,
        "where": [str(each) for each in conditions],
        "problems": [asdict(each) for each in found.problems],
    }
    if is_paper and found.dataset.paper:
        paper = found.dataset.paper
        result["paper"] = {"count": paper.count, "of": paper.of, "of_what": paper.of_what or None}
    return result


def _describe(result: dict[str, Any]) -> str:
    from trek_core.counted import count_of

    rule = f" with {' and '.join(result['where'])}" if result["where"] else ""
    parts = [f"{result['selected']} of {result['questions']} {result['dataset']} questions{rule}"]
    if paper := result.get("paper"):
        parts.append(_compare(result, paper))
    untaken = sum(not each["is_taken"] for each in result["problems"])
    if result["problems"]:
        noted = len(result["problems"]) - untaken
        parts.append(f"{count_of(untaken, 'row')} not taken, {count_of(noted, 'value')} noted")
    return "; ".join(parts)


def _compare(result: dict[str, Any], paper: dict[str, Any]) -> str:
    of = f" of the {paper['of']} of {paper['of_what']}" if paper["of"] else ""
    if paper["of"] and paper["of"] != result["questions"]:
        return f"the paper has {paper['count']}{of}, which this file does not hold"
    if paper["count"] == result["selected"]:
        return f"as many as the paper's {paper['count']}{of}"
    return f"the paper has {paper['count']}{of}: another release may have other questions"
