"""What was run again of a case: each answer with the call that graded it."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from pages.parts.probe_words import CALL_OUTCOMES, GRADES, PROBE_TITLES
from review_db.store import StoredCall
from trek_core.cases import Case
from trek_core.probes.calls import ProbeCall
from trek_core.probes.contracts import ProbeName
from trek_core.probes.repeats import GRADED_BY, RepeatedProbe, Reproduction, compute_reproduction
from trek_core.probes.results import assemble_probes
from trek_core.recorded_probes import GoldOnly, GoldPlusNoise, Probes
from trek_core.records import Record

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]*(:[A-Za-z0-9_./-]+)?")
_PLAIN_WORDS = re.compile(r"[^\W_]+([ ,'-]+[^\W_]+)*")
_SHORT = 28
"""Characters of an answer that stand on a control."""

_GRADES: dict[ProbeName, ProbeName] = {grade: probe for probe, grade in GRADED_BY.items()}
"""The grading call -> the probe whose answer it grades."""
_GRADERS: dict[ProbeName, ProbeName] = {probe: grade for grade, probe in _GRADES.items()}


@dataclass(frozen=True)
class Entry:
    """One probe asked once: the `number`-th of its probe, its call, and its grade where it has one.

    `probes` is what the two calls say, without anything that was recorded; `key` is the key of the
    call, by which a judgement cites it. `is_waiting`: the run that asked is still to grade it.
    """

    probe: ProbeName
    number: int
    key: str
    call: ProbeCall
    grade: ProbeCall | None
    probes: Probes
    is_waiting: bool = False

    @property
    def money(self) -> float | None:
        """What those of its calls cost that have a price, None where none has."""
        costs = [call.cost for call in self._calls if call.cost is not None]
        return sum(costs) if costs else None

    @property
    def unpriced(self) -> int:
        """How many of its calls had a reply and have no price."""
        return sum(call.cost is None and call.outcome != "failed" for call in self._calls)

    @property
    def correct(self) -> bool | None:
        """The judge's grade, None without one."""
        answered = self._answered
        return answered.correct if answered else None

    @property
    def answer(self) -> str | None:
        """The evaluated model's answer, None where there is none."""
        answered = self._answered
        if isinstance(answered, GoldPlusNoise):
            return answered.answer
        return answered.rag_answer if answered else None

    @property
    def _answered(self) -> GoldOnly | GoldPlusNoise | None:
        match self.probe:
            case "gold_only":
                return self.probes.gold_only
            case "gold_plus_noise":
                return self.probes.gold_plus_noise
        return None

    @property
    def _calls(self) -> list[ProbeCall]:
        return [call for call in (self.call, self.grade) if call]


@dataclass(frozen=True)
class Repeated:
    """How one question went that was asked again and again: one model, prompt, rules and pages.

    `waiting` answers are still to be graded; `latest` is one of the entries.
    """

    latest: Entry
    found: Reproduction
    waiting: int


def list_entries(
    case: Case,
    calls: Iterable[StoredCall],
    under_way: Collection[tuple[int, ProbeName]] = (),
) -> list[Entry]:
    """The entries of a case, oldest first; a call that was asked again counts as it went last.

    `under_way` names the probes that runs still ask, each with the run's number.
    """
    asked: dict[str, StoredCall] = {}
    for stored in calls:
        asked[stored.call.request.key] = stored
    grades = _pair_grades(asked)
    numbers: dict[ProbeName, int] = {}
    found = []
    for key, stored in asked.items():
        if key in grades.values():
            continue
        call = stored.call
        grade = asked[grades[key]].call if key in grades else None
        probe = call.request.probe
        numbers[probe] = numbers.get(probe, 0) + 1
        parts = {each.request.probe: each for each in (call, grade) if each}
        probes = assemble_probes(Record(case=case), parts, call.request.policy)
        grader = _GRADERS.get(probe)
        waiting = grade is None and (stored.run_id, grader) in under_way
        found.append(Entry(probe, numbers[probe], key, call, grade, probes, waiting))
    return found


def compute_reproductions(entries: Iterable[Entry]) -> list[Repeated]:
    """Failures of k with an interval, for each question that was asked.

    Two answers count together if all that was asked is the same: model, prompt, parameters and the
    text of the pages. A single answer says nothing about how often; it is given only beside other
    questions of its probe, so that none is taken for one of theirs.
    """
    groups: dict[tuple[RepeatedProbe, str], list[Entry]] = {}
    for entry in entries:
        if entry.probe in ("gold_only", "gold_plus_noise"):
            groups.setdefault((entry.probe, entry.call.request.question), []).append(entry)
    questions = Counter(probe for probe, _ in groups)
    return [
        _count(probe, group)
        for (probe, _), group in groups.items()
        if len(group) > 1 or questions[probe] > 1
    ]


def _count(probe: RepeatedProbe, group: list[Entry]) -> Repeated:
    settled = [entry.probes for entry in group if not entry.is_waiting]
    return Repeated(group[-1], compute_reproduction(settled, probe), len(group) - len(settled))


def describe_entry(entry: Entry, *, with_grade: bool = True) -> str:
    """An entry in a few words: `Gold-only 2 · model-a · incorrect · Imke Vale`.

    It stands on controls whose words Streamlit reads as Markdown, so a name or an answer that could
    be more than words is left out.
    """
    model, answer = entry.call.request.model, _shorten(entry.answer or "")
    said = [
        f"{PROBE_TITLES[entry.probe]} {entry.number}",
        model if _PLAIN_NAME.fullmatch(model) else "",
        say_grade(entry) if with_grade else "",
        answer if _PLAIN_WORDS.fullmatch(answer.rstrip("…. ")) else "",
    ]
    return " · ".join(filter(None, said))


def say_grade(entry: Entry) -> str:
    """How an answer was graded, or what there is instead of a grade; empty for other probes."""
    if entry.call.outcome != "answered":
        return CALL_OUTCOMES[entry.call.outcome]
    if entry.probe not in GRADED_BY:
        return ""
    return "waiting for its grade" if entry.is_waiting else GRADES[entry.correct]


def _shorten(answer: str) -> str:
    words = " ".join(answer.split())
    return words if len(words) <= _SHORT else f"{words[:_SHORT].rsplit(' ', 1)[0]}…"


def _pair_grades(asked: dict[str, StoredCall]) -> dict[str, str]:
    """Key of an answer's call -> key of the call that graded it, of the same run where it can."""
    pairs: dict[str, str] = {}
    for key, grade in asked.items():
        probe, repeat = _GRADES.get(grade.call.request.probe), grade.call.request.repeat
        graded = [
            (answer.run_id == grade.run_id, answer.call_id, answer_key)
            for answer_key, answer in asked.items()
            if answer.call.request.probe == probe
            and answer.call.request.repeat == repeat
            and answer.call.answered_at <= grade.call.asked_at
        ]
        if graded:
            pairs[max(graded)[-1]] = key
    # A grade is not asked for again where the same answer has one: it stands with both.
    by_answer = {_answer_to_grade(asked[key]): grade for key, grade in pairs.items()}
    alike = {
        key: by_answer[_answer_to_grade(stored)]
        for key, stored in asked.items()
        if key not in pairs and stored.call.answer and _answer_to_grade(stored) in by_answer
    }
    return pairs | alike


def _answer_to_grade(stored: StoredCall) -> tuple[object, ...]:
    """All that a grading call is told of an answer; two that are alike share its key."""
    request, answer = stored.call.request, stored.call.answer or {}
    told = ("rag_answer", "page_accessible", "answer")
    return request.probe, request.repeat, *(answer.get(name) for name in told)
