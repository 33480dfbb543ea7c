"""The part of `ReviewStore` about people: names, roles, and signing in."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from review_db import access, annotators, passwords, sessions
from review_db.access import AccessMode, By, Role
from review_db.annotators import check_annotator
from review_db.connection import open_database, write_transaction
from review_db.sessions import SESSION_HOURS
from trek_core.errors import StoreError


class PeopleMethods:
    """What may be asked of a review database about who works with it."""

    path: Path

    def load_annotators(self) -> list[str]:
        """The names of everyone who reviews here."""
        with open_database(self.path) as db:
            return annotators.load_annotators(db)

    def add_annotator(self, name: str, *, by: By = None) -> str:
        """Add a person, or find them, which writes nothing; returns the name as kept.

        Raises `NameRefusedError` for what is no name, or looks like another's. Where people sign
        in, only a lead or an admin adds somebody new.
        """
        cleaned = annotators.clean_name(name)
        with open_database(self.path) as db:
            if cleaned in annotators.load_annotators(db):
                return cleaned
        with write_transaction(self.path) as db:
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
        """Give somebody exactly these roles; `AccessError` where no admin would be left.

        Without any they are signed out everywhere.
        """
        with write_transaction(self.path) as db:
            access.check_may(db, "set_roles", by)
            access.set_roles(db, annotator, frozenset(roles), by)
            if not roles:
                sessions.end_sessions_of(db, annotator)

    def may(self, action: str, by: By) -> bool:
        """Whether somebody may call this method of the store, for showing or hiding its button."""
        with open_database(self.path) as db:
            return access.may(db, by, access.MAY[action])

    # Signing in

    def set_password(
        self, annotator: str, password: str, *, by: By = None, session: str | None = None
    ) -> None:
        """Set one's own password, or as an admin anybody's; `StoreError` for one too short.

        Every sign-in of the person ends with it, but the one that `session` is the token of.
        """
        hashed = passwords.hash_password(password)
        with write_transaction(self.path) as db:
            check_annotator(db, annotator)
            if by != annotator:
                access.check_may(db, "set_password", by)
            passwords.store_password(db, annotator, hashed)
            sessions.end_sessions_of(db, annotator, but=session)
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

    # Sessions. Nothing that is kept elsewhere changes with them: they raise no revision.

    def start_session(self, annotator: str, *, hours: float = SESSION_HOURS) -> str:
        """Let in somebody who has shown who they are; returns the token for their browser."""
        with write_transaction(self.path, raises_revision=False) as db:
            return sessions.start_session(db, annotator, hours)

    def find_session(self, token: str) -> str | None:
        """Whose session a token is; None where it is nobody's, ran out or was ended."""
        with open_database(self.path) as db:
            name, is_to_note = sessions.find_session(db, token)
        if is_to_note:
            # Only for the record: a busy database signs nobody out.
            with suppress(StoreError), write_transaction(self.path, raises_revision=False) as db:
                sessions.note_seen(db, token)
        return name

    def end_session(self, token: str) -> None:
        """Sign out: let a token say nothing any more, in any tab."""
        with write_transaction(self.path, raises_revision=False) as db:
            sessions.end_session(db, token)

    def end_sessions(self, annotator: str, *, by: By = None, but: str | None = None) -> int:
        """Sign oneself out everywhere, or as an admin anybody, but for the session of a token.

        Returns how many sessions were ended.
        """
        with write_transaction(self.path, raises_revision=False) as db:
            check_annotator(db, annotator)
            if by != annotator:
                access.check_may(db, "end_sessions", by)
            ended = sessions.end_sessions_of(db, annotator, but)
            access.note_access(db, by, f"{annotator}: signed out everywhere")
            return ended
