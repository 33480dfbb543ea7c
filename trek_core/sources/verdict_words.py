"""The words that other people write for a verdict, and what is said of those that are none."""

import re

from trek_core.cases import Case, Verdict
from trek_core.jsonl.strict_json import cut_short
from trek_core.sources.nested_json import Json, as_object
from trek_core.sources.unread_words import UnreadWords

VERDICT_WORDS: dict[str, Verdict] = {
    **dict.fromkeys(("correct", "right", "true", "yes", "pass", "passed", "1"), "correct"),
    **dict.fromkeys(
        ("incorrect", "not correct", "wrong", "false", "no", "fail", "failed", "0"), "incorrect"
    ),
    **dict.fromkeys(("not attempted", "no attempt"), "not_attempted"),
    "unparseable": "unparseable",
    "unknown": "unknown",
}
"""What each word says, without case and with a blank for `_` and `-`.

Letters are not in it: C is correct in one protocol and not attempted in another.
"""
_COUNTED = re.compile("grade|score|rating|points|stars|marks", re.IGNORECASE)
"""Columns in which 1 may be a point of many, so that a number there is no verdict."""
_BETWEEN_WORDS = re.compile(r"\s+|(?<=[^\W_])[_-](?=[^\W_])")
_NUMBER = re.compile(r"([01])(?:\.0+)?")
_UNREAD = "unread_verdict"


def read_verdict(value: object, column: str) -> Verdict | None:
    """What a column says of an answer; None where its words are none that everybody reads alike."""
    word = _BETWEEN_WORDS.sub(" ", str(value)).strip().lower()
    if number := _NUMBER.fullmatch(word):
        word = "" if _COUNTED.search(column) else number[1]
    return VERDICT_WORDS.get(word)


def keep_unread(place: str, value: object) -> Json:
    """What `source` says of a verdict that was not understood: where it stood, and the words."""
    return {_UNREAD: {"place": place, "value": value}}


def take_verdict(fields: Json, column: str, value: object) -> Json:
    """Put what a column says of an answer among the fields; what `source` says of other words."""
    fields["verdict"] = verdict = read_verdict(value, column)
    is_blank = value is None or (isinstance(value, str) and not value.strip())
    return {} if is_blank or verdict else keep_unread(column, value)


def find_unread(case: Case) -> tuple[str, str] | None:
    """Where a case without a verdict has words for one, and the words; None where it has none."""
    unread = as_object(as_object((case.model_extra or {}).get("source")).get(_UNREAD))
    if not unread or case.verdict is not None:
        return None
    place, value = (" ".join(str(unread.get(name)).split()) for name in ("place", "value"))
    return cut_short(place), cut_short(value)


def say_verdict(case: Case) -> str:
    """The verdict of a case in words; where it is not recorded, what stands there in its place."""
    if case.verdict is not None:
        return case.verdict.replace("_", " ")
    unread = find_unread(case)
    return "not recorded" + (
        f" ({unread[0]} says “{unread[1]}”, which was not understood)" if unread else ""
    )


class UnreadVerdicts(UnreadWords):
    """The verdicts of a file that were not understood, by place and words; grows case by case."""

    def add(self, case: Case, line: int) -> None:
        """Count the case of this line where it has words for a verdict, and no verdict."""
        said = find_unread(case)
        self.count([said] if said else [], line)

    def describe(self) -> str:
        """What stands where and how often, what was expected and what to do; "" for none."""
        if not self.cases:
            return ""
        said = "1 verdict was" if self.cases == 1 else f"{self.cases:,} verdicts were"
        counted = [place for place, word in self.listed() if _is_counted(place, word)]
        hint = (
            f"In a column with a name like {counted[0]} the number 1 may be one point of many: "
            "where it stands for correct and 0 for incorrect, call the column is_correct. "
            if counted
            else ""
        )
        return (
            f"{said} not understood: {self.say_places()}. Understood are {_say_words()}. {hint}"
            "No verdict is recorded for these cases, so "
            "they are neither correct nor incorrect in any figure: write one of the words and "
            "import again, or have the answers judged with trek judge."
        )


def _is_counted(column: str, word: str) -> bool:
    """Whether a number is no verdict only because of its column's name."""
    return bool(_NUMBER.fullmatch(word) and _COUNTED.search(column))


def _say_words() -> str:
    """Each verdict with the other words for it."""
    words: dict[str, list[str]] = {}
    for word, verdict in VERDICT_WORDS.items():
        words.setdefault(verdict.replace("_", " "), []).append(word)
    return "; ".join(
        f"{verdict} ({', '.join(others)})" if (others := said[1:]) else verdict
        for verdict, said in words.items()
    )
