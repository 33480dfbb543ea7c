"""`trek judges`: two judges' verdicts on the same answers, and answers that references part."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json

if TYPE_CHECKING:
    from trek_core.agreement.statistics.results import AgreementResult
    from trek_core.two_judges import JudgedTwice, TwoJudges

_CAUSES = {
    "only_in_first": "only in the first file",
    "only_in_second": "only in the second file",
    "no_first_verdict": "without a verdict of the first judge",
    "no_second_verdict": "without a verdict of the second judge",
    "other_reference": "judged by other references",
}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek judges` to the command line."""
    parser = subparsers.add_parser(
        "judges",
        help="compare the verdicts of two judges",
        description=(
            "Hold the verdicts of two files of the same cases against each other, or in one file "
            "those of trek judge --again against the earlier ones: the table, percent agreement "
            "and Cohen's kappa with intervals, by dataset too. Cases judged by other references "
            "are in no figure; those whose verdict the other reference turns are listed as likely "
            "errors of the reference, and -o writes them for review."
        ),
    )
    parser.add_argument("first", metavar="FIRST", help="judged cases, .gz too")
    parser.add_argument("second", metavar="SECOND", nargs="?", help="the same cases, judged again")
    parser.add_argument(
        "-o", "--out", metavar="OUT.jsonl", help="write the cases that the other reference turns"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the comparison; returns 0, or 1 where no case has both verdicts."""
    from trek_core.two_judges import compare_judges

    pairs, alone = _pair(args)
    compared = compare_judges(pairs, alone)
    datasets = sorted({pair.case.dataset or "" for pair in pairs})
    by_dataset = {
        name: compare_judges(pair for pair in pairs if (pair.case.dataset or "") == name)
        for name in datasets
    }
    if args.out:
        _write(args, compared)
    if args.json:
        told = {name: each.to_json() for name, each in by_dataset.items()}
        show_json({**compared.to_json(), "by_dataset": told})
    else:
        show("\n".join(_describe(args, compared, by_dataset)))
    return 0 if compared.agreement.n or compared.drifted or compared.same_under_other else 1


def _pair(args: argparse.Namespace) -> "tuple[list[JudgedTwice], dict[str, int]]":
    from review_db.cli.run_files import load_cases
    from trek_core.two_judges import pair_cases, pair_with_earlier

    first = [record.case for record in load_cases(Path(args.first))]
    if args.second is None:
        return pair_with_earlier(first), {}
    second = [record.case for record in load_cases(Path(args.second))]
    pairs, alone = pair_cases(first, second)
    return pairs, dict(alone)


def _write(args: argparse.Namespace, compared: "TwoJudges") -> None:
    from review_db.cli.case_files import check_apart, write_cases
    from trek_core.jsonl import record_to_json
    from trek_core.records import Record
    from trek_core.two_judges import note_drift

    out, source = Path(args.out), Path(args.second or args.first).name
    check_apart(out, *(Path(each) for each in (args.first, args.second) if each))
    write_cases(
        out,
        (record_to_json(Record(case=note_drift(pair, source)), None) for pair in compared.drifted),
    )


def _describe(
    args: argparse.Namespace, compared: "TwoJudges", by_dataset: "dict[str, TwoJudges]"
) -> list[str]:
    from trek_core.agreement import SMALL_N
    from trek_core.agreement.wording import WARNING_SENTENCES
    from trek_core.cases import SETTLED
    from trek_core.counted import count_of

    names = [name.replace("_", " ") for name in SETTLED]
    width = max(map(len, names)) + 2
    rows = "the earlier verdicts" if args.second is None else args.first
    columns = args.first if args.second is None else args.second
    lines = [
        f"rows {rows}, columns {columns}",
        " " * width + "".join(f"{n:>{width}}" for n in names),
    ]
    for name, counts in zip(names, compared.table.tolist(), strict=True):
        lines.append(f"{name:<{width}}" + "".join(f"{count:>{width}}" for count in counts))
    lines += [
        f"  verdicts: {_tell(compared.agreement)}",
        f"  correct or not: {_tell(compared.correct)}",
    ]
    if len(by_dataset) > 1:
        lines += [
            f"  {name or 'no dataset'}: {_tell(each.agreement)}"
            for name, each in by_dataset.items()
        ]
    if 0 < compared.agreement.n < SMALL_N:
        lines.append(f"  {WARNING_SENTENCES['small_n']}")
    lines += [f"  {count} left out, {_CAUSES[name]}" for name, count in compared.left_out.items()]
    lines += [_tell_pair(pair) for pair in compared.disagreements]
    if compared.drifted or compared.same_under_other:
        lines.append(
            f"Other references: {count_of(len(compared.drifted), 'verdict')} turned, "
            f"{compared.same_under_other} as before. Those that turned are likely errors of the "
            "reference:"
        )
    lines += [f"{_tell_pair(pair)}, {pair.drift}" for pair in compared.drifted]
    return lines


def _tell_pair(pair: "JudgedTwice") -> str:
    said = (str(each).replace("_", " ") for each in (pair.case.verdict, pair.second_verdict))
    return f"case {pair.case.case_id}: {', then '.join(said)}"


def _tell(result: "AgreementResult") -> str:
    from trek_core.agreement import SMALL_N

    if result.p_o is None:
        return "no case with both verdicts"
    told: list[Any] = [
        f"n {result.n}, agreement {result.p_o:.1%}",
        _interval(result.p_o_ci, 100, "%"),
    ]
    kappa = (
        f"kappa undefined ({result.reason})"
        if result.value is None
        else f"kappa {result.value:.3f}{_interval(result.ci, 1, '')}"
    )
    few = "; few cases" if result.n < SMALL_N else ""
    return f"{told[0]}{told[1]}, {kappa}{few}"


def _interval(ci: tuple[float, float] | None, times: int, unit: str) -> str:
    digits = 1 if times == 100 else 3
    return (
        f" (95 % CI {ci[0] * times:.{digits}f}{unit} to {ci[1] * times:.{digits}f}{unit})"
        if ci
        else ""
    )
