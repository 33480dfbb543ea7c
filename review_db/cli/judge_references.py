"""`trek judge --references`: the same answers against the references of another release."""

import argparse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.probing import say

if TYPE_CHECKING:
    from trek_core.cases import Judge
    from trek_core.records import Record

ORDER = ("now correct", "now wrong", "unchanged")


@dataclass
class Release:
    """Another release's references: the cases that they change, and why the others stay."""

    source: str
    records: "list[Record]" = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)

    def add(self, records: "list[Record]", judges: "dict[str, Judge]") -> "list[Record]":
        """The cases with the other reference and what each answer is by it; nothing of theirs
        is replaced."""
        from trek_core.other_reference import OtherReference, add_other_reference

        asked = {record.case.case_id: record.case for record in self.records}
        found = []
        for record in records:
            case_id = record.case.case_id
            if case_id in asked and case_id in judges:
                answers = asked[case_id].reference_answers or ()
                other = OtherReference(self.source, answers, judges[case_id])
                case = add_other_reference(record.case, other)
                found.append(record.model_copy(update={"case": case}))
            else:
                found.append(record)
        return found

    def report(self, records: "list[Record]", judges: "dict[str, Judge]") -> dict[str, Any]:
        """How many verdicts turn, and of which cases; and how many equality alone has settled."""
        from trek_core.judging import BY_EQUALITY
        from trek_core.other_reference import compute_drift

        turns: dict[str, list[str]] = {name: [] for name in ORDER}
        asked = {record.case.case_id for record in self.records}
        for record in records:
            drift = compute_drift(record.case)
            if record.case.case_id in asked and drift:
                turns[drift].append(record.case.case_id)
        told = {"source": self.source, "changed_references": len(self.records), **turns,
                "left": dict(self.left)}  # fmt: skip
        by_equality = sum(judge.raw == BY_EQUALITY for judge in judges.values())
        return {"references": told, "by_equality": by_equality}


def load_release(args: argparse.Namespace, records: "list[Record]") -> Release:
    """The cases with the references of a dataset's file in place of theirs, where they differ."""
    from trek_core.datasets.joining import same_answers
    from trek_core.datasets.question_index import QuestionIndex
    from trek_core.datasets.reading import load_dataset

    path = Path(args.references)
    found = load_dataset(path, args.dataset)
    for problem in found.problems:
        say(f"{path}, {problem}")
    index = QuestionIndex(found.questions)
    release = Release(path.name)
    for record in records:
        question = index.find(record.case).question
        if question is None or not question.reference_answers:
            release.left["no question found, or none with a reference"] += 1
        elif same_answers(record.case.reference_answers or (), question.reference_answers):
            release.left["the same reference"] += 1
        else:
            told = question.to_json()
            names = ("reference_answers", "effective_year", "false_premise")
            taken = {name: getattr(question, name) for name in names if told.get(name) is not None}
            case = record.case.model_copy(update=taken)
            release.records.append(record.model_copy(update={"case": case}))
    return release


def describe(told: dict[str, Any]) -> list[str]:
    """The report as lines of text."""
    from trek_core.counted import count_of

    counts = ", ".join(f"{len(told[drift])} {drift}" for drift in ORDER)
    others = count_of(told["changed_references"], "case")
    head = f"By the references of {told['source']}, other than the recorded ones for {others}"
    lines = [f"{head}: {counts}"]
    lines += [f"  {count} not judged again, {why}" for why, count in told["left"].items()]
    lines += [
        f"case {case_id}: {drift}, so its recorded reference is likely outdated or wrong"
        for drift in ORDER[:2]
        for case_id in told[drift]
    ]
    return lines
