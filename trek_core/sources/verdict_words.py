"""The words that other people write for a verdict, and what is said of those that are none."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from trek_core.cases import Case, Verdict
from trek_core.jsonl.strict_json import cut_short
from trek_core.sources.nested_json import Json, as_object

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
_KEPT, _SHOWN = 100, 5
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


@dataclass
class UnreadVerdicts:
    """The verdicts of a file that were not understood, by place and words; grows case by case."""

    cases: int = 0
    _values: Counter[tuple[str, str]] = field(default_factory=Counter)
    _lines: dict[str, int] = field(default_factory=dict)

    def add(self, case: Case, line: int) -> None:
        """Count the case of this line where it has words for a verdict, and no verdict."""
        said = find_unread(case)
        if said is None:
            return
        self.cases += 1
        self._lines.setdefault(said[0], line)
        if said in self._values or len(self._values) < _KEPT:
            self._values[said] += 1

    def describe(self) -> str:
        """What stands where and how often, what was expected and what to do; "" for none."""
        if not self.cases:
            return ""
        said = "1 verdict was" if self.cases == 1 else f"{self.cases:,} verdicts were"
        places = "; ".join(
            f"{place} (from line {line:,} on) says {', '.join(self._say_values(place))}"
            for place, line in self._lines.items()
        )
        return (
            f"{said} not understood: {places}. Expected correct, incorrect, not attempted or "
            "another word that docs/sources.md lists. No verdict is recorded for these cases, so "
            "they are neither correct nor incorrect in any figure: write one of the words and "
            "import again, or have the answers judged with trek judge."
        )

    def _say_values(self, place: str) -> Iterable[str]:
        found = [
            (value, count) for (there, value), count in self._values.most_common() if there == place
        ]
        for value, count in found[:_SHOWN]:
            yield f"“{value}”" + (f" {count:,} times" if count > 1 else " once")
        if len(found) > _SHOWN:
            yield "and more"
