"""`trek serve`: open the app on a review database."""

import argparse
import ipaddress
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from review_db.cli.printable import show
from trek_core.errors import AccessError, StoreError, TrekError

DEFAULT_ADDRESS = "127.0.0.1"
DEFAULT_PORT = 8501
EVERY_ADDRESS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, never the default


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek serve` to the command line."""
    parser = subparsers.add_parser(
        "serve", help="open the app", description="Open the app in a browser on this machine."
    )
    database = parser.add_mutually_exclusive_group()
    database.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    database.add_argument(
        "--sample", action="store_true", help="open the sample project, in its own database"
    )
    parser.add_argument(
        "--port", type=parse_port, default=DEFAULT_PORT, metavar="N", help="default: %(default)s"
    )
    parser.add_argument(
        "--address",
        default=DEFAULT_ADDRESS,
        metavar="HOST",
        help="address to listen on; default: %(default)s, this machine only",
    )
    parser.add_argument(
        "--sign-in",
        action="store_true",
        help="people sign in, and their roles count; stays so (trek users --access open ends it)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve the app until it is stopped; returns the exit code."""
    check_listening(args.address, args.port)
    database = prepare_database(args.db, sample=args.sample)
    signs_in = set_up_sign_in(database, asked=args.sign_in)
    if not (signs_in or is_loopback(args.address)):
        show(
            f"Anyone who can reach {args.address} can read and change these reviews: "
            "nobody has to sign in (--sign-in).",
            file=sys.stderr,
        )
    show(f"Reviews are kept in {database}")
    show(f"Open {compute_url(args.address, args.port)} in a browser. Ctrl+C stops the app.")
    return start_server(args.address, args.port, database)


def parse_port(text: str) -> int:
    """The port number in `text`; argparse reports anything outside 1 to 65535."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port: expected a number from 1 to 65535")


def check_listening(address: str, port: int) -> None:
    """Raise a TrekError that says why the app cannot listen there, if it cannot."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if os.name == "posix":  # a server that has just ended does not count as busy
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
            probe.listen()
    except socket.gaierror:
        raise TrekError(
            f"The address {address} is not known on this machine: try {DEFAULT_ADDRESS}."
        ) from None
    except OSError as error:
        raise TrekError(
            f"The app cannot listen on port {port} of {address} ({error.strerror}): stop "
            "what is using the port, or choose another with --port."
        ) from error


def is_loopback(address: str) -> bool:
    """Whether `address` can be reached from this machine only."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def compute_url(address: str, port: int) -> str:
    """The URL to open on this machine for a server listening on `address`."""
    host = "localhost" if address in EVERY_ADDRESS else address
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def prepare_database(path: str | None, *, sample: bool) -> Path:
    """The absolute path of the database to open; the sample's is made when missing."""
    from review_db.store import ReviewStore

    if sample:
        from review_db.sample import ensure_sample, sample_database_path

        database = sample_database_path()
        ensure_sample(database)
    else:
        from review_db.location import database_path

        database = database_path(path)
    ReviewStore(database)  # A database that cannot be used is told of here, not on every page.
    return database.absolute()


def set_up_sign_in(database: Path, *, asked: bool) -> bool:
    """Turn sign-in on where asked for; whether people sign in. `StoreError` without an admin."""
    from review_db.access import OWNER
    from review_db.store import ReviewStore

    store = ReviewStore(database)
    if asked:
        try:
            store.set_access_mode("users", by=OWNER)
        except AccessError as error:
            how = "trek users NAME --role admin --password"
            raise StoreError(f"{error} In a terminal: {how}") from None
    return store.load_access_mode() == "users"


def app_folder() -> Path:
    """Where asgi.py, pages/ and .streamlit/ are: inside the installed wheel, or the checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_app"
    return installed if installed.is_dir() else package.parent


def compute_arguments(address: str, port: int) -> list[str]:
    """What `streamlit` is given to serve the app, from the app's folder."""
    arguments = ["run", "asgi.py", f"--server.address={address}", f"--server.port={port}"]
    if address in EVERY_ADDRESS:
        # A server address of its own keeps Streamlit from asking the network for one.
        return [*arguments, "--server.allowedHosts=*", "--browser.serverAddress=localhost"]
    if not is_loopback(address):
        arguments.append(f"--server.allowedHosts={address}")
    return arguments


def start_server(address: str, port: int, database: Path) -> int:
    """Run Streamlit in the app's own folder; on POSIX it takes this process's place.

    From the app's folder no configuration or module that happens to lie in the caller's
    can slip in. One process means that whatever ends `trek serve` ends the server.
    """
    command = [sys.executable, "-m", "streamlit", *compute_arguments(address, port)]
    environment = os.environ | {"TREK_DB": str(database)}
    os.chdir(app_folder())
    sys.stdout.flush()
    if os.name == "posix":
        # The server has its own handler for Ctrl+C; without ours it ends without an "Aborted!".
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.execve(sys.executable, command, environment)  # noqa: S606 - no shell wanted
    return subprocess.call(command, env=environment)
