"""The errors a caller may meet, as one tree.

TrekError
├── CaseFormatError (ValueError)      a line or field of a file that cannot be taken
├── UnknownLabelError (ValueError)    a label, or a set of labels, the taxonomy does not know
├── AnswerError (ValueError)          an answer the checklist does not accept
├── StoreError
│   ├── CaseNotFoundError             no case with that id in this database
│   └── StaleRevisionError            somebody (or another tab) wrote first
└── ProbeError
    ├── ProbeConfigError              a setting, a key or a prompt that cannot be used
    └── QuotaError                    the endpoint's account has nothing left

Each message says what, where, what was expected and what to do; pages and the command show it as
one sentence.
"""


class TrekError(Exception):
    """Anything this project raises on purpose, with a message a person can act on."""


class CaseFormatError(TrekError, ValueError):
    """A line of a case file that cannot be taken: where it is, what was found and expected."""

    def __init__(self, field: str, found: str, expected: str) -> None:
        self.field = field
        self.found = found
        self.expected = expected
        super().__init__(f"{field}: found {found}, expected {expected}")


class UnknownLabelError(TrekError, ValueError):
    """A label or label set outside the taxonomy."""


class AnswerError(TrekError, ValueError):
    """An answer that the checklist does not accept for its field."""


class StoreError(TrekError):
    """The database refused or could not do what was asked."""


class CaseNotFoundError(StoreError):
    """No case with this id is in the database."""


class StaleRevisionError(StoreError):
    """The value shown is not the value stored any more: another tab or person wrote first."""

    def __init__(self, message: str, revision: int) -> None:
        self.revision = revision
        super().__init__(message)


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
