"""Remembers which question stood out when each key was pressed, to compare with what was stored."""

from collections.abc import Iterator
from typing import NamedTuple

from pages.parts.answers import compute_case_key
from review_db.store import JudgementEvent
from tests.browser.review_steps import Question, ReviewTab, read_row
from trek_core.checklist import FIELDS_BY_NAME
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.checklist.options import RESPONSE_RULES

# The page's own listener comes later, so that this one sees the screen as the person did.
_RECORD = """
window.pressedKeys = []
window.addEventListener("keydown", ({ key, ctrlKey }) => {
  const rows = [...document.querySelectorAll('[class*="st-key-row-a-"]')]
  const row = rows.find((row) => getComputedStyle(row).boxShadow.includes("inset"))
  window.pressedKeys.push({
    key: ctrlKey ? `Control+${key}` : key,
    row: row ? [...row.classList].find((name) => name.startsWith("st-key-row-a-")) : null,
    words: row ? [...row.querySelectorAll("[data-testid=stButtonGroup] button")]
      .map((button) => button.innerText) : [],
  })
}, true)
"""
_YES_NO_UNSURE = {"y": "Yes", "n": "No", "u": "Unsure"}


class Meant(NamedTuple):
    """An answer that a key press meant: whose case, which field, in the words of the screen."""

    case_key: str
    field: str
    word: str


class KeyRecorder:
    """Records the keys of a tab over some cases; made before the tab opens its page."""

    def __init__(self, tab: ReviewTab, *case_ids: str) -> None:
        self._tab = tab
        self._events_before = {case_id: len(self._load_events(case_id)) for case_id in case_ids}
        tab.page.add_init_script(_RECORD)

    def _load_events(self, case_id: str) -> list[JudgementEvent]:
        return self._tab.store.load_judgement_events(case_id, self._tab.annotator)

    def check_answers(self) -> None:
        """Every answer stored by keys was meant by one; the page shows what is stored."""
        self._tab.page.wait_for_timeout(1_500)
        pressed = self._tab.page.evaluate("window.pressedKeys")
        meant = [each for press in pressed for each in _read_press(press)]
        for case_id, known in self._events_before.items():
            case_key = compute_case_key(case_id)
            events = self._load_events(case_id)[known:]
            given = [_read_event(case_key, event) for event in events if _is_key_press(event)]
            _check_in_order(given, [each for each in meant if each.case_key == case_key])
        self._check_shown()

    def _check_shown(self) -> None:
        stored = self._tab.stored()
        for field, value in stored.answers.items():
            if isinstance(value, str) and self._tab.row(field).locator("button").count():
                shown = set(self._tab.chosen(field))
                assert shown & _titles(field, value), f"{field}: {value} is stored, {shown} shown"


def _read_press(press: dict) -> list[Meant]:
    question = read_row(press["row"])
    if question is None:
        return []
    key, words = press["key"], press["words"]
    if key == "a":
        return _read_all_hold(question)
    if key.isdigit():
        words = words[int(key) - 1 : int(key)]
    else:
        words = [word for word in words if word == _YES_NO_UNSURE.get(key)]
    return [Meant(question.case_key, question.field, word) for word in words]


def _read_all_hold(question: Question) -> list[Meant]:
    probe = next((p for p in ("gold_only", "noise") if question.field.startswith(f"{p}_")), None)
    names = [f"{probe}_{name}" for name in PROBE_CONDITIONS] if probe else []
    return [Meant(question.case_key, name, "Yes") for name in names]


def _is_key_press(event: JudgementEvent) -> bool:
    return event.kind == "answer" and event.undoes is None


def _read_event(case_key: str, event: JudgementEvent) -> tuple[str, str, set[str]]:
    return case_key, str(event.field), _titles(str(event.field), event.new)


def _titles(field: str, value: object) -> set[str]:
    """The words that may stand for a value; those of a rule depend on the answer before it."""
    if field == "response_rule":
        options = [option for rules in RESPONSE_RULES.values() for option in rules]
    else:
        options = list(FIELDS_BY_NAME[field].options)
    return {option.title for option in options if option.value == value}


def _check_in_order(given: list[tuple[str, str, set[str]]], meant: list[Meant]) -> None:
    """What each question was answered was meant for it, in this order.

    Answers to several questions that reach the server in one message are written in its order.
    """
    left: dict[tuple[str, str], Iterator[Meant]] = {}
    for case_key, field, titles in given:
        rest = left.setdefault((case_key, field), _meant_for(case_key, field, meant))
        found = any(each.word in titles for each in rest)
        assert found, f"{field} was answered {titles}, which no key meant; meant were {meant}"


def _meant_for(case_key: str, field: str, meant: list[Meant]) -> Iterator[Meant]:
    return (each for each in meant if (each.case_key, each.field) == (case_key, field))
