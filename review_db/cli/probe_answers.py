"""What `trek probe` says of each answer: its text, its grade, or how else the call ended."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trek_core.probes.contracts import ProbeName
    from trek_core.probes.left import Calls

TEXT: "dict[ProbeName, str]" = {
    "key_evidence": "key_evidence",
    "evidence_match": "reason",
    "gold_only": "rag_answer",
    "analysis": "reason",
    "gold_plus_noise": "answer",
    "noise_grade": "reason",
}
"""The field of an answer that says what it comes to."""

GRADE: "dict[ProbeName, str]" = {"analysis": "gold_only_correct", "noise_grade": "correct"}
"""The field of a grading call that holds the grade."""

GRADES = {True: "correct", False: "incorrect", None: "not graded"}

_SHOWN = 100


def list_answers(
    calls: "Calls", case_id: str, probe: "ProbeName", repeats: Iterable[int]
) -> list[dict[str, Any]]:
    """Each repeat of a probe as plain JSON values: outcome, answer or problem, and grade."""
    from trek_core.probes.repeats import GRADED_BY

    graded_by = next((grade for name, grade in GRADED_BY.items() if name == probe), None)
    listed = []
    for repeat in repeats:
        made = calls.get((case_id, repeat), {})
        call = made.get(probe)
        told: dict[str, Any] = {"repeat": repeat, "probe": probe, "outcome": None}
        if call is not None:
            told |= {"outcome": call.outcome, "answer": call.answer, "problem": call.problem}
        if graded_by is not None:
            # Of what is no answer there is no grade, whatever the judge says.
            is_answer = call is not None and call.answer is not None
            grading = made.get(graded_by) if is_answer else None
            grades = (grading.answer if grading else None) or {}
            told["grade"] = grades.get(GRADE[graded_by])
        listed.append(told)
    return listed


def tell_answer(told: dict[str, Any]) -> str:
    """One repeat in a line."""
    repeat = f"  {told['repeat']:>6}  "
    if told["outcome"] is None:
        return f"{repeat}no answer"
    if told["outcome"] != "answered":
        return f"{repeat}{told['outcome']}: {_shorten(told['problem'])}"
    answer = told["answer"]
    flags = [
        f"{name.replace('_', ' ')}: {'yes' if value else 'no'}"
        for name, value in answer.items()
        if isinstance(value, bool) and "grade" not in told
    ]
    if "grade" in told:
        flags.append(GRADES[told["grade"]])
    return repeat + " · ".join([_shorten(answer[TEXT[told["probe"]]]), *flags])


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
