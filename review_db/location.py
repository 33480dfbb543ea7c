"""Where databases live: chosen by the caller, else in the person's own data folder."""

import os
from pathlib import Path
from shlex import quote

from trek_core.errors import StoreError

ENVIRONMENT_VARIABLE = "TREK_DB"


def database_path(given: str | None) -> Path:
    """The review database to open: `given` (--db), else TREK_DB, else one in the data folder."""
    chosen = given or os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(chosen).expanduser() if chosen else data_folder() / "reviews.db"


def existing_database_path(given: str | None) -> Path:
    """The review database to read, chosen as above; raises `StoreError` where there is none yet.

    A misspelt name would else make an empty database that looks like lost work.
    """
    path = database_path(given)
    if not path.is_file():
        raise StoreError(
            f"There is no review database {path}: name another with --db or "
            f"{ENVIRONMENT_VARIABLE}, or import a file first."
        )
    return path


def db_option(path: Path) -> str:
    """What a command typed anywhere needs to reach this database; "" for the default one."""
    return "" if path == data_folder() / "reviews.db" else f" --db {quote(str(path))}"


def data_folder() -> Path:
    """The person's own data folder for this program, as their system names it."""
    from platformdirs import user_data_path

    return user_data_path("trek-review", appauthor=False)
