"""Who may do what, checked at every write.

On one's own machine (`open`) a name is enough and everybody may do everything. Where people sign in
(`users`) each write looks at the roles of whoever does it.
"""

from enum import Enum
from typing import Final, Literal, get_args

from sqlite_utils import Database

from review_db.annotators import check_annotator
from review_db.clock import now_text
from trek_core.errors import AccessError

Role = Literal["annotator", "lead", "researcher", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
AccessMode = Literal["open", "users"]


class Owner(Enum):
    """Whoever works on the database file itself, with the command line: may do everything."""

    OWNER = "owner"


OWNER: Final = Owner.OWNER

By = str | Owner | None
"""Who does something: an annotator's name, the file's owner, or nobody in particular."""

LEADS: Final[frozenset[Role]] = frozenset({"lead", "admin"})
RESEARCH: Final[frozenset[Role]] = frozenset({"researcher", "lead", "admin"})
JUDGES: Final[frozenset[Role]] = frozenset({"annotator"})
ADMINS: Final[frozenset[Role]] = frozenset({"admin"})
ANYBODY: Final[frozenset[Role]] = frozenset(ROLES)

MAY: Final[dict[str, frozenset[Role]]] = {
    "import_file": RESEARCH,
    "save_mapping": RESEARCH,
    "delete_mapping": RESEARCH,
    "import_reviews": LEADS,
    "add_annotator": ADMINS | LEADS,
    # Rounds
    "create_round": LEADS,
    "change_round": LEADS,
    "open_round": LEADS,
    "pause_round": LEADS,
    "close_round": LEADS,
    "reopen_round": LEADS,
    "send_back": LEADS,
    "release_lease": LEADS,
    "set_known_answers": LEADS,
    # Judging, each on one's own
    "claim_next": JUDGES,
    "claim_case": JUDGES,
    "renew_lease": JUDGES,
    "save_answer": JUDGES,
    "save_answers": JUDGES,
    "take_finding": JUDGES,
    "submit": JUDGES,
    "reopen": JUDGES,
    "undo": JUDGES,
    "skip": JUDGES,
    "flag": JUDGES,
    "reveal": JUDGES,
    "restore": JUDGES,
    "record_guideline_read": ANYBODY,
    "add_comment": ANYBODY,
    "save_filter": ANYBODY,
    "rename_filter": ANYBODY,
    "delete_filter": ANYBODY,
    # Adjudication
    "decide": LEADS,
    "change_decision_draft": LEADS,
    # Probes
    "start_probe_run": ANYBODY,
    "start_case_run": ANYBODY,
    "resume_probe_run": RESEARCH,
    "cancel_probe_run": ANYBODY,
    "paste_page": ANYBODY,
    # People
    "set_roles": ADMINS,
    "set_access_mode": ADMINS,
    "set_password": ADMINS,
    "link_identity": ADMINS,
    "end_sessions": ADMINS,
}
"""Method of `ReviewStore` -> the roles of which one is needed where people sign in."""


def load_access_mode(db: Database) -> AccessMode:
    """Whether a name is enough here, or people sign in."""
    mode: AccessMode = db.execute("select access from project").fetchone()["access"]
    return mode


def load_roles(db: Database, annotator: str) -> frozenset[Role]:
    """What somebody may do where people sign in."""
    rows = db.execute("select role from annotator_roles where annotator = ?", [annotator])
    return frozenset(row["role"] for row in rows)


def load_all_roles(db: Database) -> dict[str, frozenset[Role]]:
    """Everybody with their roles, by name."""
    found: dict[str, set[Role]] = {}
    for name, role in db.execute(
        "select a.annotator, r.role from annotators a "
        "left join annotator_roles r on r.annotator = a.annotator order by 1"
    ):
        found.setdefault(name, set()).update({role} if role else ())
    return {name: frozenset(roles) for name, roles in found.items()}


def may(db: Database, by: By, needed: frozenset[Role]) -> bool:
    """Whether somebody has one of the roles, or needs none here."""
    if by is OWNER or load_access_mode(db) == "open":
        return True
    return isinstance(by, str) and bool(load_roles(db, by) & needed)


def check_may(db: Database, action: str, by: By) -> None:
    """Raise `AccessError` unless `by` may do this here."""
    needed = MAY[action]
    if may(db, by, needed):
        return
    if by is None:
        raise AccessError("People sign in here: sign in first, then do this again.")
    raise AccessError(say_needed(str(by), action))


def say_needed(name: str, action: str, what: str = "do this") -> str:
    """The sentence for somebody who lacks the role that an action needs."""
    words = " or ".join(role for role in ROLES if role in MAY[action])
    return f"{name} may not {what}: it needs the role {words}. An admin can give it."


def check_own(db: Database, action: str, annotator: str, by: By) -> None:
    """Raise `AccessError` unless `by` does this under their own name, and may.

    Without `by`, whoever is named does it themself.
    """
    check_may(db, action, annotator if by is None else by)
    if by not in (None, OWNER, annotator) and load_access_mode(db) == "users":
        raise AccessError(f"This belongs to {annotator}: {by} cannot change it under that name.")


def set_roles(db: Database, annotator: str, roles: frozenset[Role], by: By) -> None:
    """Give somebody exactly these roles; the last admin cannot stop being one."""
    check_annotator(db, annotator)
    db.execute("delete from annotator_roles where annotator = ?", [annotator])
    for role in sorted(roles):
        db.execute("insert into annotator_roles values (?, ?)", [annotator, role])
    if load_access_mode(db) == "users":
        _check_admin(db)
    note_access(db, by, f"{annotator}: roles {', '.join(sorted(roles)) or 'none'}")


def set_access_mode(db: Database, mode: AccessMode, by: By) -> None:
    """Choose whether people sign in; raise `AccessError` where nobody could be admin then."""
    if mode == "users":
        _check_admin(db)
    db.execute("update project set access = ?", [mode])
    note_access(db, by, f"access {mode}")


def note_access(db: Database, by: By, what: str) -> None:
    """Keep who changed what about access."""
    name = by if isinstance(by, str) else None
    db.execute(
        "insert into access_events (by, what, at) values (?, ?, ?)", [name, what, now_text()]
    )


def by_name(by: By) -> str | None:
    """The name to keep with what was done; the file's owner has none."""
    return by if isinstance(by, str) else None


def _check_admin(db: Database) -> None:
    if not db.execute("select 1 from annotator_roles where role = 'admin'").fetchone():
        raise AccessError("Somebody has to be admin before people sign in: give that role first.")
