"""`trek stats`: one statistic of one input, outside the app."""

import argparse
import difflib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from review_db.cli.printable import show, show_json
from trek_core.errors import TrekError

STANDARD_INPUT = "-"
MALFORMED = 2


class _ListStatistics(argparse.Action):
    """Show the help with every statistic; the list is loaded only when it is asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002
        values: str | Sequence[Any] | None,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> NoReturn:
        from trek_core.agreement import STATISTICS

        width = max(map(len, STATISTICS))
        lines = (f"  {name:{width}}  {each.meaning}" for name, each in STATISTICS.items())
        parser.epilog = "\n".join(["statistics:", *lines])
        parser.print_help()
        parser.exit()


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek stats` to the command line."""
    parser = subparsers.add_parser(
        "stats",
        help="compute one statistic of a table, ratings or tests",
        description=(
            'Compute one statistic from JSON, such as {"table": [[40, 2], [3, 55]]}.\n'
            "One that does not exist for its input has no value and says why.\n"
            "docs/statistics.md defines each and shows the input of each."
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_ListStatistics, nargs=0, help="show this help")
    parser.add_argument("name", metavar="NAME", help="the statistic, from the list below")
    parser.add_argument(
        "--input", required=True, metavar="FILE", help="JSON file to read; - is standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the statistic; 0 also where it is undefined, 2 for an input that cannot be taken."""
    from trek_core.agreement import compute_statistic

    try:
        check_name(args.name)
        result = compute_statistic(args.name, read_input(args.input))
    except (TrekError, ValueError, KeyError) as error:
        # A KeyError's own text is its message in quotes.
        show(f"trek stats: {args.name}: {error.args[0]}", file=sys.stderr)
        return MALFORMED
    if args.json:
        show_json(result, allow_nan=False)
    else:
        show(write_line(result))
    return 0


def check_name(name: str) -> None:
    """Raise TrekError for a statistic that there is not, with the nearest one."""
    from trek_core.agreement import STATISTICS

    if name not in STATISTICS:
        near = difflib.get_close_matches(name, STATISTICS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise TrekError(f"no such statistic; {hint}`trek stats --help` lists them")


def read_input(source: str) -> Any:
    """The JSON of a file, or of standard input for `-`; raises TrekError for what is none."""
    where = "standard input" if source == STANDARD_INPUT else source
    try:
        data = sys.stdin.buffer.read() if source == STANDARD_INPUT else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise TrekError(f"{where}: cannot be read ({reason})") from None
    if not data.strip():
        raise TrekError(f"{where}: found nothing, expected JSON")
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise TrekError(f"{where}: {place}: expected JSON ({error.msg})") from None
    except UnicodeDecodeError:
        raise TrekError(f"{where}: found bytes that are not UTF-8, expected JSON") from None
    except RecursionError:
        raise TrekError(f"{where}: lists within lists too deep to be an input") from None
    except ValueError as error:
        raise TrekError(f"{where}: {error}") from None


def write_line(result: dict[str, Any]) -> str:
    """The result as one line for people."""
    from trek_core.agreement import REASON_SENTENCES

    name, value, n = result["statistic"], result["value"], result.get("n")
    if value is None:
        return f"{name} undefined: {result['reason']} - {REASON_SENTENCES[result['reason']]}"
    marks = [f"n = {n}"] if n is not None else []
    if result.get("ci"):
        marks.append(f"95 % CI {_print(result['ci'])}, {result['ci_method']}")
    marks += [result["method"], *result["warnings"]]
    return f"{name} = {_print(value)} ({'; '.join(marks)})"


def _print(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return f"[{', '.join(map(_print, value))}]"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_print(each)}" for key, each in value.items())
    return "undefined" if value is None else str(value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"found {name}, which is no JSON number, expected a finite one")
