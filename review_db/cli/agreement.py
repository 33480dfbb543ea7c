"""`trek agreement`: how far TrekTrace and people, and people among themselves, agree."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json
from trek_core.errors import TrekError

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.agreement import AgreementReport, AgreementResult, Comparison
    from trek_core.agreement.statistics.results import Caution, Reason

COLUMNS = ("", "n", "agreement", "kappa", "95 % CI", "")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek agreement` to the command line."""
    parser = subparsers.add_parser(
        "agreement",
        help="show agreement between TrekTrace and people",
        description=(
            "Show percent agreement and Cohen's kappa, per round and mode, for TrekTrace "
            "against people and for each pair of people. With --json also all annotators "
            "together, each checklist step, the LLM judge, prevalence and paired tests."
        ),
    )
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument(
        "--annotator", metavar="NAME", help="take this person alone as the human side"
    )
    parser.add_argument("--round", metavar="NAME", help="only this round")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the agreement report; returns the exit code. Raises TrekError for an unknown name."""
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore

    store = ReviewStore(existing_database_path(args.db))
    report = store.load_agreement_report(args.annotator)
    if args.annotator is not None and args.annotator not in report.annotators:
        known = ", ".join(report.annotators) or "nobody yet"
        raise TrekError(
            f"--annotator: {args.annotator!r} has submitted no judgement; the choice is: {known}"
        )
    if args.round is not None:
        if args.round not in report.rounds:
            raise TrekError(
                f"--round: nobody who counts here has submitted a judgement in {args.round!r}; "
                f"the choice is: {', '.join(report.rounds)}"
            )
        report = report.of_round(args.round)
    if args.json:
        from trek_core.agreement.comparisons.sections import compute_sections

        sections = compute_sections(report) | {"flips": compute_flips(store, report)}
        show_json(report.to_json() | sections, allow_nan=False)
    else:
        for line in write_report(report):
            show(line)
    return 0


def compute_flips(store: "ReviewStore", report: "AgreementReport") -> list[dict[str, Any]]:
    """For each blind-then-reveal round, how often people took TrekTrace's labels over once shown.

    `n` are the judgements that had come to other labels before.
    """
    return [
        store.count_flips(within.round).to_row(within).to_json()
        for within in report.material.rounds
        if within.mode == "blind_then_reveal"
    ]


def write_report(report: "AgreementReport") -> Iterator[str]:
    """The report as lines of plain text: one table a comparison, then what the words mean."""
    from trek_core.agreement import MARK_TITLES, REASON_SENTENCES, WARNING_SENTENCES

    for comparison in report.comparisons:
        yield from _write_comparison(comparison)
        yield ""
    shown = {
        mark for each in report.comparisons for result in _kappas(each) for mark in _marks(result)
    }
    for mark, sentence in (REASON_SENTENCES | WARNING_SENTENCES).items():
        if mark in shown:
            yield f"{MARK_TITLES[mark]}: {sentence}"


def _write_comparison(comparison: "Comparison") -> Iterator[str]:
    from trek_core.agreement import CAUSE_TITLES, WITH_INCOMPLETE

    population = comparison.population
    also_incomplete = comparison.name == WITH_INCOMPLETE
    yield (
        f"{comparison.first} vs {comparison.second}, round {comparison.within.round}, "
        f"{comparison.within.mode}"
        + (", incomplete attributions counted too" if also_incomplete else "")
    )
    yield f"  {population.n} of {population.cases} cases count"
    for cause, case_ids in population.left_out.items():
        yield f"  {len(case_ids)} left out: {CAUSE_TITLES[cause]}"
    rows = [COLUMNS, *(_write_row(result) for result in _kappas(comparison))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _write_row(result: "AgreementResult") -> tuple[str, ...]:
    from trek_core.agreement import MARK_TITLES, VIEW_TITLES, read_kappa, read_kappa_interval

    return (
        VIEW_TITLES[result.view],
        str(result.n),
        "-" if result.p_o is None else f"{100 * result.p_o:.1f} %",
        read_kappa(result.value),
        "-" if result.ci is None else read_kappa_interval(result.ci),
        ", ".join(MARK_TITLES[mark] for mark in _marks(result)),
    )


def _marks(result: "AgreementResult") -> "tuple[Reason | Caution, ...]":
    return (*([result.reason] if result.reason else []), *result.warnings)


def _kappas(comparison: "Comparison") -> list["AgreementResult"]:
    return [result for result in comparison.results if result.statistic == "cohen_kappa"]
