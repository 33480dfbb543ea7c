"""`trek answer`: run a search-augmented system over a dataset and record what it did."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json
from review_db.cli.probing import (
    STOPPED,
    add_dry_run_option,
    add_settings_option,
    load_run_settings,
    say,
    stop_on_interrupt,
    tell_progress,
    tell_spent,
)
from review_db.cli.select import add_dataset_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from trek_core.answering.answer_file import AnswerFile
    from trek_core.answering.questions import AskedQuestion
    from trek_core.answering.run import AnswerRun
    from trek_core.answering.systems import Most, SystemName
    from trek_core.probes.progress import RunProgress, RunSummary
    from trek_core.probes.prompts import PromptText
    from trek_core.settings import Settings

SYSTEMS = ("native", "tavily", "duckduckgo", "proxy", "none")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek answer` to the command line."""
    parser = subparsers.add_parser(
        "answer",
        help="run a system over a dataset and record what it did",
        description=(
            "Ask the evaluated model of the settings every question of a dataset, with the search "
            "that --system names, and add each answer to OUT with its searches, pages, tokens and "
            "cost. The same command again goes on where it stopped and asks those questions again "
            "that came to no answer (docs/answering.md)."
        ),
    )
    parser.add_argument("file", metavar="DATASET", help="CSV, JSON, JSONL or Parquet, .gz too")
    parser.add_argument("-o", "--out", required=True, metavar="OUT.jsonl", help="file to add to")
    parser.add_argument("--system", required=True, choices=SYSTEMS, help="how the model searches")
    add_dataset_option(parser)
    add_settings_option(parser)
    parser.add_argument("--limit", metavar="N", type=int, help="the first N questions")
    add_dry_run_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask and record; the exit code says how it ended, as for `trek run`."""
    from review_db.cli.case_files import check_apart, check_names
    from trek_core.answering.answer_file import AnswerFile
    from trek_core.errors import TrekError

    source, out = Path(args.file), Path(args.out)
    check_names(source, out, args.settings)
    check_apart(out, source)
    if args.limit is not None and args.limit < 1:
        raise TrekError("A limit is one question or more.")
    settings = load_run_settings(args.settings)
    prompt, questions = _prepare(args, settings)
    file = AnswerFile(out, (each.case for each in questions), source, prompt.sha256)
    questions = questions[: args.limit]
    if args.dry_run:
        return _tell_most(args, settings, file, questions)
    summary, carried = _carry_out(args.system, settings, prompt, file, questions)
    result = _describe_run(out, summary, carried)
    if args.json:
        show_json(result)
    else:
        show(_in_words(result))
    if summary.problem:
        say(f"trek answer: {summary.problem}")
    return STOPPED[summary.state]


def _prepare(
    args: argparse.Namespace, settings: "Settings"
) -> "tuple[PromptText, list[AskedQuestion]]":
    """The prompt and the questions as they are asked; everything that can be wrong is by then."""
    from trek_core.answering.questions import prepare_questions
    from trek_core.answering.records import holds_key
    from trek_core.answering.systems import KINDS, check_keys, check_system, describe_system
    from trek_core.datasets.reading import load_dataset
    from trek_core.errors import TrekError
    from trek_core.probes.prompts import check_folder, load_prompt_text

    check_system(args.system, settings)
    if not args.dry_run:
        check_keys(args.system, settings)
    check_folder(settings.prompts_folder)
    template = KINDS[args.system].template
    prompt = load_prompt_text(template, settings.prompts_folder)
    found = load_dataset(Path(args.file), args.dataset)
    for problem in found.problems:
        say(f"{args.file}, {problem}")
    if not found.questions:
        raise TrekError(f"{args.file} holds no question that can be asked.")
    system = describe_system(args.system, settings)
    questions = list(prepare_questions(found.questions, system, template, prompt))
    if twice := len(found.questions) - len(questions):
        there = "question that is" if twice == 1 else "questions that are"
        say(f"trek answer: {twice:,} {there} there twice asked once")
    hide = _hide_keys(settings)
    for each in (each for each in questions if holds_key(each, hide)):
        say(
            f"{args.file}: {hide(each.case.case_id)} is left out, as its question or its ids hold "
            "a key of these settings: take the key out of the dataset."
        )
    questions = [each for each in questions if not holds_key(each, hide)]
    if not questions:
        raise TrekError(f"{args.file} holds no question without a key in it.")
    return prompt, questions


def _hide_keys(settings: "Settings") -> "Callable[[str], str]":
    from trek_core.answering.systems import key_variables
    from trek_core.probes.keys import hide_set_keys

    return partial(hide_set_keys, variables=key_variables(settings))


def _carry_out(
    system: "SystemName",
    settings: "Settings",
    prompt: "PromptText",
    file: "AnswerFile",
    questions: "list[AskedQuestion]",
) -> "tuple[RunSummary, AnswerRun]":
    from trek_core.answering.run import AnswerRun, Around
    from trek_core.answering.systems import count_most, open_system
    from trek_core.probes.event_loop import run_many

    hide = _hide_keys(settings)
    with file, stop_on_interrupt() as is_cancelled, tell_progress(_tell_progress) as on_progress:
        most, told = count_most(system, settings).held, {"prompt_sha256": prompt.sha256}
        around = Around(most, told, hide, on_progress, is_cancelled)

        async def ask() -> "tuple[RunSummary, AnswerRun]":
            async with open_system(system, settings) as ready:
                carried = AnswerRun(ready, settings, file, around)
                return await carried.run(questions), carried

        return run_many(ask())


def _tell_most(
    args: argparse.Namespace,
    settings: "Settings",
    file: "AnswerFile",
    questions: "list[AskedQuestion]",
) -> int:
    from trek_core.answering.bounds import compute_bounds
    from trek_core.answering.systems import count_most
    from trek_core.counted import count_of

    most = count_most(args.system, settings)
    texts = [each.text for each in questions if each.case.case_id not in file.answered]
    left = len(texts)
    bounds = compute_bounds(args.system, settings, texts)
    result = {
        "questions": len(questions),
        "left": left,
        "calls": left * most.calls,
        "proxy_calls": left * most.proxy_calls,
        "searches": None if most.searches is None else left * most.searches,
        "search_money": left * most.search_money,
        **bounds.to_json(),
    }
    if args.json:
        show_json(result)
    else:
        calls = count_of(left * most.calls, "call")
        to_ask = (
            f"{count_of(left, 'question')} of {len(questions)} to ask, with at most {calls} of "
            f"{settings.role('evaluated_model').model}{_say_searches(left, most)}."
        )
        show(" ".join([to_ask, *(bounds.sentences() if left else ()), "Nothing was asked."]))
    return STOPPED["done"]


def _say_searches(left: int, most: "Most") -> str:
    from trek_core.counted import count_of

    if most.searches is None:
        return ", which searches as often as its endpoint lets it"
    if not most.searches:
        return ""
    cost = left * most.search_money
    searches = count_of(left * most.searches, "search", "searches")
    return f" and at most {searches}{f' (cost {cost:.4g})' if cost else ''}"


def _describe_run(out: Path, summary: "RunSummary", carried: "AnswerRun") -> dict[str, Any]:
    from trek_core.answering.single_call import NoSearch

    progress = summary.progress
    spent = progress.spent
    return {
        "out": str(out),
        "state": summary.state,
        "problem": summary.problem,
        "questions": progress.cases,
        "answered": progress.cases_done,
        "asked": progress.asked,
        "without_answer": progress.outcomes.get("failed", 0),
        "without_search": None if isinstance(carried.system, NoSearch) else carried.unsearched,
        "calls": spent.calls,
        "tokens": spent.tokens,
        "money": spent.money,
        "unpriced": dict(spent.unpriced),
    }


def _in_words(result: dict[str, Any]) -> str:
    from trek_core.counted import count_of
    from trek_core.probes.progress import tell_cost

    done = (
        f"{result['out']}: {result['answered']} of {count_of(result['questions'], 'question')} "
        f"answered, {result['asked']} asked now; {count_of(result['calls'], 'call')} in all "
        f"({result['tokens']} tokens, cost {tell_cost(result['money'], result['unpriced'])})"
    )
    lines = [done]
    if result["without_search"]:
        lines.append(f"  {result['without_search']:>6}  answered now without a search")
    if result["without_answer"]:
        lines.append(f"  {result['without_answer']:>6}  came to no answer, recorded with the error")
    if result["state"] != "done":
        lines.append("Not every question is answered: the same command goes on with them.")
    return "\n".join(lines)


def _tell_progress(progress: "RunProgress") -> str:
    from trek_core.counted import count_of

    failed = progress.outcomes.get("failed", 0)
    return (
        f"{progress.cases_done} of {count_of(progress.cases, 'question')} answered"
        f"{f', {failed} without an answer' if failed else ''}{tell_spent(progress)}"
    )
