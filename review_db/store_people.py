"""The part of `ReviewStore` about people: names, roles, and signing in."""

from collections.abc import Collection
from pathlib import Path

from review_db import access, annotators, passwords
from review_db.access import AccessMode, By, Role
from review_db.annotators import check_annotator
from review_db.connection import open_database, write_transaction


class PeopleMethods:
    """What may be asked of a review database about who works with it."""

    path: Path

    def load_annotators(self) -> list[str]:
        """The names of everyone who reviews here."""
        with open_database(self.path) as db:
            return annotators.load_annotators(db)

    def add_annotator(self, name: str, *, by: By = None) -> str:
        """Add a person, or find them; returns the name as kept.

        Raises `StoreError` for what is no name, or looks like another's. Where people sign in, only
        a lead or an admin adds somebody new.
        """
        with write_transaction(self.path) as db:
            cleaned = annotators.clean_name(name)
            if cleaned not in annotators.load_annotators(db):
                access.check_may(db, "add_annotator", by)
            return annotators.add_by_hand(db, cleaned)

    # Roles

    def load_access_mode(self) -> AccessMode:
        """`open`: a name is enough and everybody may do everything; `users`: people sign in."""
        with open_database(self.path) as db:
            return access.load_access_mode(db)

    def set_access_mode(self, mode: AccessMode, *, by: By = None) -> None:
        """Choose whether people sign in; `AccessError` while nobody is admin."""
        with write_transaction(self.path) as db:
            access.check_may(db, "set_access_mode", by)
            access.set_access_mode(db, mode, by)

    def load_roles(self, annotator: str) -> frozenset[Role]:
        """What somebody may do where people sign in."""
        with open_database(self.path) as db:
            return access.load_roles(db, annotator)

    def load_all_roles(self) -> dict[str, frozenset[Role]]:
        """Everybody's roles, by name."""
        with open_database(self.path) as db:
            return access.load_all_roles(db)

    def set_roles(self, annotator: str, roles: Collection[Role], *, by: By = None) -> None:
        """Give somebody exactly these roles; `AccessError` where no admin would be left."""
        with write_transaction(self.path) as db:
            access.check_may(db, "set_roles", by)
            access.set_roles(db, annotator, frozenset(roles), by)

    def may(self, action: str, by: By) -> bool:
        """Whether somebody may call this method of the store, for showing or hiding its button."""
        with open_database(self.path) as db:
            return access.may(db, by, access.MAY[action])

    # Signing in

    def set_password(self, annotator: str, password: str, *, by: By = None) -> None:
        """Set one's own password, or as an admin anybody's; `StoreError` for one too short."""
        hashed = passwords.hash_password(password)
        with write_transaction(self.path) as db:
            check_annotator(db, annotator)
            if by != annotator:
                access.check_may(db, "set_password", by)
            passwords.store_password(db, annotator, hashed)
            access.note_access(db, by, f"{annotator}: password set")

    def check_password(self, annotator: str, password: str) -> bool:
        """Whether this is the person's password; `AccessError` while they must wait."""
        return passwords.check_password(self.path, annotator, password)

    def has_password(self, annotator: str) -> bool:
        """Whether somebody can sign in with a password here."""
        with open_database(self.path) as db:
            return passwords.has_password(db, annotator)

    def link_identity(self, identity: str, annotator: str, *, by: By = None) -> None:
        """Let who signs in elsewhere under `identity` (an e-mail address, say) be this person."""
        with write_transaction(self.path) as db:
            access.check_may(db, "link_identity", by)
            check_annotator(db, annotator)
            passwords.link_identity(db, identity, annotator)
            access.note_access(db, by, f"{annotator}: signs in as {identity}")

    def find_identity(self, identity: str) -> str | None:
        """The annotator who signs in elsewhere under this identity, None where nobody does."""
        with open_database(self.path) as db:
            return passwords.find_identity(db, identity)
