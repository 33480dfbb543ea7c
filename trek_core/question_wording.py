"""Whether two questions are the same one: their wordings, compared without what says nothing."""

from hashlib import sha256

from trek_core.folding import fold

_SAYS_NOTHING = " ?!.,;:…¿¡。、？！'\"“”‘’«»()[]{}-–—*_`"
"""Marks that may stand at a question's ends or not; C++, C# and 5 % are not among them."""


def normalise_question(text: str) -> str:
    """A question as it is compared: without case, spacing, typography and marks at its ends."""
    return " ".join(fold(text).text.split()).strip(_SAYS_NOTHING)


def compute_question_key(text: str) -> str:
    """What all wordings of one question have in common: 16 hex digits.

    A text of marks alone is compared as it is written.
    """
    return sha256((normalise_question(text) or text).encode(errors="replace")).hexdigest()[:16]
