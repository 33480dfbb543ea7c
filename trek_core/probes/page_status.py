"""How it went with a page, judged by us: extractors make ordinary text of error pages too."""

import re
from dataclasses import dataclass
from typing import Literal

DocumentStatus = Literal[
    "ok", "blocked", "not_found", "timeout", "too_large", "not_text", "refused"
]
"""What became of a page.

ok          its text is there
blocked     the site did not give it: an error, a robot check, a consent or log-in wall, JavaScript
not_found   there is no such page or host
timeout     it took longer than the limit
too_large   it is larger than the limit
not_text    there is no text in it: an image, a scanned PDF, an unknown packing
refused     we did not ask: the address is not a public web address
"""


class UnavailableError(Exception):
    """A page that cannot be had; becomes a document's status and reason, never an end of a run."""

    def __init__(self, status: DocumentStatus, reason: str) -> None:
        self.status = status
        self.reason = reason
        super().__init__(reason)


_CODES: dict[int, DocumentStatus] = {
    404: "not_found",
    410: "not_found",
    408: "timeout",
    504: "timeout",
    524: "timeout",
}


def require_success(code: int) -> None:
    """Raise `UnavailableError` unless an HTTP status says that the page is there."""
    if not 200 <= code < 300:
        raise UnavailableError(_CODES.get(code, "blocked"), f"The site answered HTTP {code}.")


@dataclass(frozen=True)
class _Notice:
    """Words that make a page of at most `longest` characters a notice instead of its content."""

    status: DocumentStatus
    reason: str
    longest: int
    words: re.Pattern[str]


def _notice(status: DocumentStatus, reason: str, longest: int, *phrases: str) -> _Notice:
    return _Notice(status, reason, longest, re.compile("|".join(phrases)))


# Regular expressions over case-folded text with straight apostrophes and single spaces. A long
# page may speak of any of these; words that also stand around an article count in less text.
_NOTICES = (
    _notice(
        "not_found",
        "The page says that it does not exist.",
        1_500,
        r"\b(page|file|url)\b.{0,40}\b(not|cannot|can't|couldn't)( be)? found\b",
        r"\bpage (that )?you( requested| (are|were) looking for|'re looking for)\b",
        r"\b(page|article|content) (no longer|does ?n['o]t|is ?n['o]t) (exists?|available)\b",
        r"\bpage is no longer available\b",
        r"\b(http |error )404\b|\b404 (error|not found|page)\b|^not found\b",
        r"\bseite (wurde )?nicht gefunden\b|\bpage introuvable\b|\bpágina no encontrada\b",
        r"страница не найдена|页面不存在|页面未找到|ページが見つかりません",
    ),
    _notice(
        "blocked",
        "The site asks whether a person is reading.",
        1_500,
        r"\bcaptcha\b|\bare you a (robot|human)\b|\bnot a robot\b|\byou are (a )?human\b",
        r"\bjust a moment\b|\bchecking your browser\b|\bunusual traffic\b",
        r"\bpardon our interruption\b|\battention required\b|\bsecurity check\b",
        r"\bddos protection by\b",
    ),
    _notice(
        "blocked",
        "The site refuses access.",
        1_500,
        r"\baccess (to this page )?(has been |is |was )?denied\b|\byou have been blocked\b",
        r"\brequest (has been |was )?blocked\b|\b403 forbidden\b|\berror 403\b",
        r"\bnot available in your (country|region|location)\b",
    ),
    _notice(
        "blocked",
        "The page needs JavaScript.",
        800,
        r"\b(enable|turn on|activate) (your )?(browser's )?javascript\b",
        r"\bjavascript (is|to be|must be|has been) (\w+ )?(disabled|enabled|required|available)\b",
        r"\b(requires?|needs?|without) javascript\b",
        r"\bjavascript aktivieren\b|\bactiver javascript\b|включите javascript",
    ),
    _notice(
        "blocked",
        "The page asks for consent first.",
        800,
        r"\bbefore you continue to\b|\bwe value your privacy\b|\bcookie (consent|settings)\b",
        r"\b(accept|reject|enable|allow) (all )?cookies\b|\bmanage (your )?(consent|cookies)\b",
    ),
    _notice(
        "blocked",
        "The page asks the reader to log in or pay.",
        800,
        r"\b(log|sign) ?in to (continue|view|read|see)\b|\bplease (log|sign) ?in\b",
        r"\bsubscribe to (continue|read|view|keep)\b|\bcreate an? (free )?account to\b",
    ),
)
_THIN = 200


def judge_text(text: str, title: str | None, has_scripts: bool) -> UnavailableError | None:
    """Judge whether extracted text is the page's content; None when it is.

    Notices are known by their words and by being short. A page with scripts and fewer than 200
    characters of text builds its content in a browser.
    """
    if not text.strip():
        if has_scripts:
            return UnavailableError("blocked", "The page shows no text without JavaScript.")
        return UnavailableError("not_text", "No text could be taken out of the page.")
    spoken = f"{title or ''}\n{text}" if len(text) <= max(n.longest for n in _NOTICES) else ""
    plain = " ".join(spoken.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    for notice in _NOTICES:
        if len(text) <= notice.longest and notice.words.search(plain):
            return UnavailableError(notice.status, notice.reason)
    if len(text.strip()) < _THIN and has_scripts:
        return UnavailableError("blocked", "The page shows hardly any text without JavaScript.")
    return None
