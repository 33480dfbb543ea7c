"""What a person does on Review, and what they can see there."""

import re
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import Download, Locator, Page, expect

from pages.parts.annotator import COOKIE
from pages.parts.answers import compute_case_key
from review_db.store import DEFAULT_ROUND, ReviewStore, StoredJudgement
from tests.server import Server

ANNOTATOR = "Ada"
PATIENCE_SECONDS = 30.0
SAVE_REST_MS = 400
"""How long after it appeared a case takes no save."""

Value = TypeVar("Value")

# Controls come a moment after their row when a browser shows the first of their kind. The mark
# comes with the keys; a submitted case has none.
_HAS_CONTROL = """(row) => row.querySelector("textarea, [data-testid=stButtonGroup] button")"""
_IS_READY = f"""() => {{
  const rows = [...document.querySelectorAll('[class*="st-key-row-a-"]')]
  const isMarked = (row) => getComputedStyle(row).boxShadow.includes("inset")
  const isHeard = rows.some(isMarked) || document.querySelector('[class*="st-key-reopen-"]')
  return isHeard && rows.every({_HAS_CONTROL})
}}"""
# The row that stands out is the question that the next key is meant for.
_MARKED_ROW = """() => {
  const rows = [...document.querySelectorAll('[class*="st-key-row-a-"]')]
  const row = rows.find((row) => getComputedStyle(row).boxShadow.includes("inset"))
  return row ? [...row.classList].find((name) => name.startsWith("st-key-row-a-")) : null
}"""
_ROW = re.compile(r"st-key-row-a-([0-9a-f]{16})-([a-z_]+\d?)(?:-(\d+))?-\d+-\d+$")
# While the server answers, Streamlit may still show what it drew before.
_NOT_STALE = '[data-testid=stElementContainer][data-stale="false"]'
_SAVED = re.compile(r"Saved (\d\d:\d\d:\d\d)(?: UTC)?, revision (\d+)")

REFERENCE_RIGHT = (
    ("target_basis", "2"),
    ("gold_pages", "1"),
    ("reference_valid", "y"),
)
RESPONSE_WRONG = (("response_correct", "n"), ("response_rule", "1"))
EVIDENCE_RETRIEVED = (
    ("page_marks", "1"),
    ("key_evidence_ok", "y"),
    ("evidence_retrieved", "y"),
)
DISTRACTED = (
    ("gold_only_model_ok", "a"),
    ("gold_only_correct", "y"),
    ("noise_model_ok", "a"),
    ("noise_correct", "n"),
)
WALK = (*REFERENCE_RIGHT, *RESPONSE_WRONG, *EVIDENCE_RETRIEVED, *DISTRACTED)
"""Steps 1 to 5 of a case with one gold page, one claimed page and both probes: Distraction."""


class Question(NamedTuple):
    """A question as the page names it: whose case, which field, and which page of it if any."""

    case_key: str
    field: str
    index: int | None


def read_row(name: str | None) -> Question | None:
    """The question of a row's class, None for no row."""
    found = _ROW.match(name or "")
    if found is None:
        return None
    return Question(found[1], found[2], None if found[3] is None else int(found[3]))


def wait_until(what: str, look: Callable[[], Value], seconds: float = PATIENCE_SECONDS) -> Value:
    """The first true value of `look`; fails saying what was waited for and what was seen."""
    deadline = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < deadline, f"waited {seconds:g} s for {what}; last seen: {seen!r}"
        time.sleep(0.03)
    return seen


def wait_for_rest(page: Page) -> None:
    """Wait until the server has drawn all: before, a button may be one that is about to go."""
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached()


def download(page: Page, name: str) -> Download:
    """What the button of that name gives."""
    wait_for_rest(page)
    with page.expect_download() as given:
        page.get_by_role("button", name=name).click()
    return given.value


def draft_whole_case(store: ReviewStore, case_id: str, annotator: str) -> None:
    """Answer all of a case without a browser, as one whose reference is wrong."""
    gold = store.load_case(case_id).record.case.gold
    answers = {
        "target_basis": "none",
        "gold_pages": dict.fromkeys(gold, "does_not_support"),
        "reference_evidence": [{"url": "https://a.example/", "quote": "It was never so."}],
        "reference_valid": "no",
        "reference_issue": "never_supported",
        "verified_answer_status": "cannot_be_established",
        "disagreement_outcome": "The reference has no source.",
    }
    store.add_annotator(annotator)
    store.save_answers(case_id, annotator, answers)


class ReviewTab:
    """A tab on Review, used as its annotator would."""

    def __init__(self, page: Page, server: Server, annotator: str | None = ANNOTATOR) -> None:
        self.page = page
        self.server = server
        self.store = ReviewStore(server.database)
        self.annotator = annotator or ANNOTATOR
        self.round = DEFAULT_ROUND
        if annotator is not None:
            cookie = {"name": COOKIE, "value": quote(annotator), "url": server.url()}
            page.context.add_cookies([cookie])

    # Where one is

    def open(self, case_id: str, round_name: str = DEFAULT_ROUND) -> None:
        """Open a case of a round by its address."""
        self.round = round_name
        query = {} if round_name == DEFAULT_ROUND else {"round": round_name}
        self.page.goto(self.server.url("review", case=case_id, **query))
        self.wait_for_case(case_id)

    def wait_for_case(self, case_id: str) -> None:
        """Wait until the case is shown with all its controls, and keys are heard."""
        expect(self.page.locator(".trek.toolbar .case-id")).to_have_text(case_id)
        expect(self.page.locator(f".st-key-save-{self.case_key(case_id)}")).to_be_visible()
        self.page.wait_for_function(_IS_READY, polling=50)
        assert self.case_id == case_id, "the address names another case than the page shows"

    @property
    def case_id(self) -> str:
        """The case in the address."""
        return parse_qs(urlsplit(self.page.url).query)["case"][0]

    def case_key(self, case_id: str | None = None) -> str:
        """The case in the round, as widget keys name it."""
        return compute_case_key(case_id or self.case_id, self.round)

    def marked(self) -> Question | None:
        """The question that stands out on the screen."""
        return read_row(self.page.evaluate(_MARKED_ROW))

    def wait_for_question(self, field: str) -> Question:
        """Wait until a question of a field stands out on the case in the address."""
        case_key = self.case_key()

        def look() -> Question | None:
            marked = self.marked()
            return marked if marked and marked[:2] == (case_key, field) else None

        return wait_until(f"the mark on {field} (it is on {self.marked()})", look)

    def row(self, field: str, index: int | None = None) -> Locator:
        """A question with its answers."""
        key = f"row-a-{self.case_key()}-{field}-{'' if index is None else index}"
        return self.page.locator(f'[class*="st-key-{key}"]')

    def chosen(self, field: str, index: int | None = None) -> list[str]:
        """The words of the answers that look chosen."""
        pressed = '[aria-checked="true"], [aria-pressed="true"]'
        return self.row(field, index).locator(pressed).all_inner_texts()

    def wait_for_chosen(self, field: str, words: list[str], index: int | None = None) -> None:
        """Wait until just these answers look chosen."""
        wait_until(f"{field} to show {words}", lambda: self.chosen(field, index) == words)

    def step(self, number: int) -> Locator:
        """One step of the checklist."""
        return self.page.locator(f".st-key-step-{number}")

    def revision(self) -> int:
        """The revision that the page says is saved; 0 before the first."""
        said = _SAVED.search(self.page.locator(f"{_NOT_STALE} .trek.saved").inner_text())
        return int(said[2]) if said else 0

    def problem(self) -> Locator:
        """The sentence about what the last press did, or why it did nothing."""
        return self.page.locator(".trek.problem")

    def stored(self, case_id: str | None = None) -> StoredJudgement:
        """This annotator's judgement as the database has it."""
        return self.store.load_judgement(case_id or self.case_id, self.annotator, self.round)

    # What one does

    def press(self, *keys: str) -> None:
        """Press keys one after the other, without waiting."""
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self, field: str, key: str) -> None:
        """Wait for a question, press a key, and wait until the page says that it is saved."""
        self.wait_for_question(field)
        self.save_by(field, lambda: self.press(key))

    def save_by(self, what: str, do: Callable[[], object]) -> int:
        """Do something that saves an answer; returns the revision the page says."""
        before = self.revision()
        do()
        wait_until(f"a revision after {before} for {what}", lambda: self.revision() > before)
        return self.revision()

    def walk(self, steps: Iterable[tuple[str, str]]) -> None:
        """Answer questions by key, in order."""
        for field, key in steps:
            self.answer(field, key)

    def save_and_next(self, next_case_id: str) -> None:
        """Press Ctrl+Enter, no sooner than a case may be saved, and wait for the next case."""
        self.page.wait_for_timeout(SAVE_REST_MS + 100)
        self.press("Control+Enter")
        self.wait_for_case(next_case_id)

    def click(self, field: str, word: str, index: int | None = None) -> None:
        """Choose an answer with the mouse."""
        self.row(field, index).get_by_text(word, exact=True).click()

    def type(self, field: str, text: str) -> None:
        """Replace a text with the mouse and the keyboard, and leave it."""
        area = self.row(field).locator("textarea")
        area.fill(text)
        area.blur()

    def move_to(self, field: str) -> None:
        """Go to a question with J, from wherever the mark is above it."""

        def look() -> bool:
            marked = self.marked()
            if marked and marked.field == field:
                return True
            self.press("j")
            return False

        wait_until(f"J to reach {field}", look)

    def add_evidence(self, url: str, quote: str) -> None:
        """Add an entry of evidence to step 1 with the mouse and the keyboard."""
        self.page.get_by_text("Add evidence (E)").click()
        form = self.page.get_by_test_id("stForm")
        form.get_by_label("Page", exact=True).fill(url)
        self.page.keyboard.press("Enter")
        form.get_by_label("Quote").fill(quote)
        self.save_by("the entry", form.get_by_role("button", name="Add", exact=True).click)
