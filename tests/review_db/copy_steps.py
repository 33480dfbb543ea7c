"""What a database and a folder hold."""

from review_db.connection import open_database


def dump(path):
    """Everything but the revision counter."""
    with open_database(path) as db:
        return [line for line in db.conn.iterdump() if not line.startswith('INSERT INTO "project"')]


def names(folder):
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())
