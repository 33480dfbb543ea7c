"""The errors a caller may meet, as one tree.

TrekError
├── CaseFormatError (ValueError)      a line or field of a file that cannot be taken
│   └── NoQuestionError               a record of a known shape that holds no question
├── UnknownLabelError (ValueError)    a label, or a set of labels, the taxonomy does not know
├── AnswerError (ValueError)          an answer the checklist does not accept
├── FilterError (ValueError)          a filter over cases that cannot be read
├── StoreError
│   ├── CaseNotFoundError             no case with that id in this database
│   ├── StaleRevisionError            somebody (or another tab) wrote first
│   └── AccessError                   this person may not do this
└── ProbeError
    ├── ProbeConfigError              a setting, a key or a prompt that cannot be used
    └── QuotaError                    the endpoint's account has nothing left

Each message says what, where, what was expected and what to do; pages and the command show it as
one sentence.
"""

from typing import Any


class TrekError(Exception):
    """Anything this project raises on purpose, with a message a person can act on."""


def say_unreadable(name: object, error: Exception) -> str:
    """The sentence for a file that cannot be read; the error says why."""
    return f"{name} cannot be read: {getattr(error, 'strerror', None) or error}."


def say_unwritable(name: object, error: OSError) -> str:
    """The sentence for a file that cannot be written."""
    return f"{name} cannot be written: {error.strerror or error}."


class CaseFormatError(TrekError, ValueError):
    """A line of a case file that cannot be taken: where it is, what was found and expected."""

    def __init__(self, field: str, found: str, expected: str) -> None:
        self.field = field
        self.found = found
        self.expected = expected
        super().__init__(f"{field}: found {found}, expected {expected}")


class NoQuestionError(CaseFormatError):
    """A record whose shape is known, and that holds no question."""

    def __init__(self, shape: str, expected: str) -> None:
        self.shape = shape
        super().__init__("question", f"none in this record ({shape})", expected)


class UnknownLabelError(TrekError, ValueError):
    """A label or label set outside the taxonomy."""


class AnswerError(TrekError, ValueError):
    """An answer that the checklist does not accept for its field."""


class FilterError(TrekError, ValueError):
    """A filter over cases that cannot be read: which (`name`), what was found and expected."""

    def __init__(self, name: str, value: str, expected: str) -> None:
        self.name = name
        super().__init__(f"The filter {name} is {value[:40]!r}: {expected}.")


class StoreError(TrekError):
    """The database refused or could not do what was asked."""


class NameRefusedError(StoreError):
    """What somebody typed is no name, or looks like another person's."""


class CaseNotFoundError(StoreError):
    """No case with this id is in the database."""


class StaleRevisionError(StoreError):
    """The value shown is not the value stored any more: another tab or person wrote first.

    `base` is what the person was shown, `mine` what they chose, `theirs` what is stored now, at
    `revision`: a page offers the last two. None stands for no answer.
    """

    def __init__(
        self, message: str, revision: int, *, base: Any = None, mine: Any = None, theirs: Any = None
    ) -> None:
        self.revision = revision
        self.base, self.mine, self.theirs = base, mine, theirs
        super().__init__(message)


class AccessError(StoreError):
    """This person may not do this here: who could, or what to do first."""


class ProbeError(TrekError):
    """A probe could not be asked; what an endpoint answered is a `ProbeCall`, never an error."""


class DocumentError(TrekError, ValueError):
    """A page's text that cannot be kept."""


class ProbeConfigError(ProbeError):
    """A setting, a key or a prompt file that cannot be used: where it is and what to do."""


class QuotaError(ProbeError):
    """The endpoint's account has nothing left: no further call can succeed until it is filled.

    `raw` is the reply as it came, without the key.
    """

    def __init__(self, message: str, raw: str, request_id: str | None = None) -> None:
        self.raw = raw
        self.request_id = request_id
        super().__init__(message)
