"""`trek users`: who may work with a review database, and how they sign in."""

import argparse
import getpass
import sys
from typing import TYPE_CHECKING

from review_db.cli.printable import show
from trek_core.errors import StoreError

if TYPE_CHECKING:
    from review_db.store import ReviewStore

ROLE_NAMES = ("annotator", "lead", "researcher", "admin")
"""As in `review_db.access`, which is imported only once there is something to do."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek users` to the command line."""
    parser = subparsers.add_parser(
        "users",
        help="who may do what",
        description="List the people of a review database, or change one.",
    )
    parser.add_argument("name", nargs="?", help="the person to add or change; none: list everybody")
    parser.add_argument("--db", metavar="PATH", help="review database (default: TREK_DB)")
    parser.add_argument(
        "--role",
        action="append",
        choices=ROLE_NAMES,
        help="give exactly these roles; may be given several times",
    )
    parser.add_argument(
        "--password",
        action="store_true",
        help="set a password: asked for, or read from standard input",
    )
    parser.add_argument(
        "--identity", metavar="TEXT", help="who they are where sign-in is somebody else's (OIDC)"
    )
    parser.add_argument(
        "--access",
        choices=("open", "users"),
        help="open: a name is enough; users: people sign in and roles count",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Change what was asked for, then list everybody; returns the exit code."""
    from review_db.access import OWNER
    from review_db.location import database_path
    from review_db.store import ReviewStore

    store = ReviewStore(database_path(args.db))
    if args.name is None and (args.role or args.password or args.identity):
        raise StoreError("Name the person whose role, password or identity this is.")
    if args.name is not None:
        change_person(store, args)
    if args.access:
        store.set_access_mode(args.access, by=OWNER)
    print_people(store)
    return 0


def change_person(store: "ReviewStore", args: argparse.Namespace) -> None:
    """Add a person, or find them, and set what was given."""
    from review_db.access import OWNER

    name = store.add_annotator(args.name, by=OWNER)
    if args.role:
        store.set_roles(name, args.role, by=OWNER)
    if args.password:
        store.set_password(name, read_password(), by=OWNER)
    if args.identity:
        store.link_identity(args.identity, name, by=OWNER)


def read_password() -> str:
    """A password from the terminal without showing it, twice; else one line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise StoreError("The two passwords differ: nothing was changed.")
    return password


def print_people(store: "ReviewStore") -> None:
    """One line a person: name, roles, whether they have a password."""
    mode = store.load_access_mode()
    said = "people sign in" if mode == "users" else "open: everybody may do everything"
    show(f"Access: {mode} ({said})")
    for name, roles in store.load_all_roles().items():
        known = [role for role in ROLE_NAMES if role in roles]
        password = "password" if store.has_password(name) else "no password"
        show(f"{name}\t{', '.join(known) or 'no role'}\t{password}")
