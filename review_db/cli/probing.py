"""What commands share that ask models: their settings, their progress, their Ctrl-C."""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show

if TYPE_CHECKING:
    from trek_core.probes.contracts import ProbeName
    from trek_core.probes.progress import RunProgress
    from trek_core.settings import Settings

SETTINGS_FILE = "trek.toml"

PROGRESS_SECONDS = 10.0
"""How often a run says how far it is where no terminal shows it."""

STOPPED = {
    "done": 0,
    "waiting": 0,
    "cancelled": 130,
    "out_of_budget": 3,
    "out_of_quota": 3,
    "failed": 1,
}
"""The exit code for each way a run ends."""


def add_settings_option(parser: argparse.ArgumentParser) -> None:
    """Add `--settings` to a command."""
    parser.add_argument(
        "--settings",
        metavar="FILE",
        help=f"models, policy and limits (default: {SETTINGS_FILE} in this folder)",
    )


def add_dry_run_option(parser: argparse.ArgumentParser) -> None:
    """Add `--dry-run` to a command that asks models."""
    parser.add_argument(
        "--dry-run", action="store_true", help="say what it would ask and cost; ask nothing"
    )


def load_run_settings(given: str | None) -> "Settings":
    """The settings file given, else trek.toml here; raises `ProbeConfigError` for neither."""
    from trek_core.errors import ProbeConfigError
    from trek_core.settings import load_settings

    path = Path(given or SETTINGS_FILE)
    if given is None and not path.exists():
        raise ProbeConfigError(
            f"There is no {SETTINGS_FILE} in this folder: write one that names the models "
            "(docs/trek.example.toml), or name a file with --settings."
        )
    return load_settings(path)


def read_probe_name(text: str) -> "ProbeName":
    """A probe's name, with - or _; argparse reports any other."""
    from trek_core.probes.contracts import PROBE_NAMES

    for name in PROBE_NAMES:
        if text.strip().replace("-", "_") == name:
            return name
    known = ", ".join(name.replace("_", "-") for name in PROBE_NAMES)
    raise argparse.ArgumentTypeError(f"{text!r} is none of {known}")


def read_model(text: str) -> str:
    """A model's name; argparse reports what can be none."""
    from trek_core.settings import check_model_name

    try:
        return check_model_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected {error}") from None


def read_probe_names(text: str) -> "tuple[ProbeName, ...]":
    """Probes' names with commas between."""
    return tuple(read_probe_name(part) for part in text.split(","))


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed: once ends a run in order, twice at once."""
    pressed = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def press(*_: Any) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)
        show("\nStopping: calls under way are finished. Ctrl-C again to end now.", file=sys.stderr)

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def tell_progress(
    describe: "Callable[[RunProgress], str] | None" = None,
) -> Iterator[Callable[["RunProgress"], None]]:
    """Say how far a run is: on one line of a terminal, elsewhere in a line every ten seconds."""
    in_words = describe or _in_words
    is_terminal = sys.stderr.isatty()
    last = time.monotonic()

    def tell(progress: "RunProgress") -> None:
        nonlocal last
        if is_terminal:
            show(f"{in_words(progress)}   ", start="\r", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - last >= PROGRESS_SECONDS:
            last = time.monotonic()
            show(in_words(progress), file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if is_terminal:
            show(file=sys.stderr)


def tell_spent(progress: "RunProgress") -> str:
    """What a run has spent, with the comma before it; nothing where it cost nothing."""
    from trek_core.probes.progress import tell_cost

    spent = progress.spent
    return f", {tell_cost(spent.money, spent.unpriced)} spent" if spent.money else ""


def _in_words(progress: "RunProgress") -> str:
    from trek_core.counted import count_of

    failed = progress.outcomes.get("failed", 0)
    return (
        f"{progress.cases_done} of {count_of(progress.cases, 'case')}, "
        f"{count_of(progress.asked, 'call')}{f' ({failed} failed)' if failed else ''}, "
        f"{progress.reused} from the log{tell_spent(progress)}"
    )


def say(message: str) -> None:
    """Write a line to stderr, without control characters that a file may carry."""

    show(message, file=sys.stderr)
