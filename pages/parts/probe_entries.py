"""What was run again of a case: each answer with the call that graded it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pages.parts.probe_words import PROBE_TITLES
from review_db.store import StoredCall
from trek_core.cases import Case
from trek_core.probes.calls import ProbeCall
from trek_core.probes.contracts import ProbeName
from trek_core.probes.repeats import GRADED_BY, RepeatedProbe, Reproduction, compute_reproduction
from trek_core.probes.results import assemble_probes
from trek_core.recorded_probes import Probes
from trek_core.records import Record

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]*(:[A-Za-z0-9_./-]+)?")

_GRADES: dict[ProbeName, ProbeName] = {grade: probe for probe, grade in GRADED_BY.items()}
"""The grading call -> the probe whose answer it grades."""


@dataclass(frozen=True)
class Entry:
    """One probe asked once: the `number`-th of its probe, its call, and its grade where it has one.

    `probes` is what the two calls say, without anything that was recorded; `key` is the key of the
    call, by which a judgement cites it.
    """

    probe: ProbeName
    number: int
    key: str
    call: ProbeCall
    grade: ProbeCall | None
    probes: Probes

    @property
    def cost(self) -> float | None:
        """What both calls cost, None where no price is known."""
        costs = [call.cost for call in (self.call, self.grade) if call]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


def list_entries(case: Case, calls: Iterable[StoredCall]) -> list[Entry]:
    """The entries of a case, oldest first; a call that was asked again counts as it went last."""
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
        found.append(Entry(probe, numbers[probe], key, call, grade, probes))
    return found


def compute_reproductions(entries: Iterable[Entry]) -> list[tuple[str, Reproduction]]:
    """Failures of k with an interval, for each model and rules that a probe was asked under.

    One answer says nothing about how often; those are left out.
    """
    groups: dict[tuple[RepeatedProbe, str, str, str], list[Probes]] = {}
    for entry in entries:
        if entry.probe in ("gold_only", "gold_plus_noise"):
            request = entry.call.request
            rules = request.policy.model_dump_json() + request.parameters.model_dump_json()
            kind = (entry.probe, request.model, request.prompt_sha256, rules)
            groups.setdefault(kind, []).append(entry.probes)
    return [
        (model, compute_reproduction(repeats, probe))
        for (probe, model, _, _), repeats in groups.items()
        if len(repeats) > 1
    ]


def describe_entry(entry: Entry) -> str:
    """An entry in a word or two: `Gold-only 2 · model-a`.

    It stands on controls whose words Streamlit reads as Markdown, so a name that could be more than
    a name is left out.
    """
    model = entry.call.request.model
    shown = f" · {model}" if _PLAIN_NAME.fullmatch(model) else ""
    return f"{PROBE_TITLES[entry.probe]} {entry.number}{shown}"


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
    return pairs
