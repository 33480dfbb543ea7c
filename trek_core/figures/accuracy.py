"""Accuracy where verdicts are recorded: by dataset (Table 1), and by search backend (Figure 3).

Micro accuracy weights every case the same, macro accuracy every dataset.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from trek_core.agreement.comparisons.judge_audit import VERDICTS
from trek_core.figures.cases import FigureCase
from trek_core.figures.marks import NOT_RECORDED, Figure, Mark, make_share
from trek_core.figures.sources import SOURCE_TITLES, Switch
from trek_core.taxonomy import Outcome

MICRO, MACRO = "All, micro", "All, macro"
RECORDED = "Recorded verdict"
NO_VERDICTS = "No verdict is recorded for any case among these, so there is no accuracy."

_NO_VERDICT = "No verdict of correct, incorrect or not attempted"
_NO_REFERENCE = "After review: the reference is wrong"
_NOTE = (
    "The share of cases judged correct, with 95 % Wilson intervals; not attempted counts as not "
    "correct."
)
_NOTE_MACRO = "Macro accuracy is the plain mean over the datasets of its row, without an interval."
_NOTE_REVIEWED = (
    "After review: the recorded verdict, but for cases on which people concluded. A judge's error "
    "and what proved no failure count as correct, a failure of the system as not correct, and a "
    "wrong reference leaves the figure."
)

_PEOPLE: dict[str, str | None] = {
    Outcome.JUDGE_ERROR: "correct",
    Outcome.NOT_A_FAILURE: "correct",
    Outcome.SYSTEM_RELATED: "not_correct",
    Outcome.REFERENCE_ANSWER_ERROR: None,
}

Judged = dict[str, bool]
"""Case -> whether it is correct; cases without a verdict are not in it."""


def compute_accuracy(cases: Sequence[FigureCase], switch: Switch) -> Figure:
    """Accuracy of each system by dataset, micro and macro."""
    sources, left_out = read_judged(cases, switch)
    if not any(sources.values()):
        return Figure(missing=NO_VERDICTS, left_out=left_out)
    datasets = sorted({case.dataset or NOT_RECORDED for case in cases})
    marks: list[Mark] = []
    for system, own in _group(cases, lambda case: case.system).items():
        for source, judged in sources.items():
            by_dataset = _group(own, lambda case: case.dataset)
            shares = [
                _make_accuracy(system, name, source, by_dataset.get(name, ()), judged)
                for name in datasets
            ]
            micro = _make_accuracy(system, MICRO, source, own, judged)
            known = [share for share in shares if share.value is not None]
            if micro.value is None:
                continue
            macro = Mark(
                system, MACRO, source, fmean(float(each.value or 0) for each in known),
                micro.case_ids, micro.of,
            )  # fmt: skip
            marks += [micro, macro, *(shares if len(datasets) > 1 else ())]
    return Figure(tuple(marks), notes=(_NOTE, _NOTE_MACRO, *_more(switch)), left_out=left_out)


def compute_backends(cases: Sequence[FigureCase], switch: Switch) -> Figure:
    """Accuracy of each model with each search backend it was run with."""
    sources, left_out = read_judged(cases, switch)
    if not any(sources.values()):
        return Figure(missing=NO_VERDICTS, left_out=left_out)
    if not any(case.backend for case in cases):
        return Figure(missing="No search backend is recorded for any case among these.")
    marks = [
        mark
        for model, own in _group(cases, lambda case: case.model).items()
        for backend, chosen in sorted(_group(own, lambda case: case.backend).items())
        for source, judged in sources.items()
        if (mark := _make_accuracy(model, backend, source, chosen, judged)).value is not None
    ]
    note = (
        "Each column is a search backend. Cases of one model differ in their questions where not "
        "every backend was asked them all."
    )
    return Figure(tuple(marks), notes=(_NOTE, note, *_more(switch)), left_out=left_out)


def read_judged(
    cases: Iterable[FigureCase], switch: Switch
) -> tuple[dict[str, Judged], dict[str, tuple[str, ...]]]:
    """Whether each case is correct, as recorded and after review, and what is in neither."""
    recorded: Judged = {}
    reviewed: Judged = {}
    left_out: dict[str, list[str]] = {}
    for case in cases:
        verdict: str | None = VERDICTS.get(case.verdict)
        if verdict is None:
            left_out.setdefault(_NO_VERDICT, []).append(case.case_id)
            continue
        recorded[case.case_id] = verdict == "correct"
        outcome = case.reviewed.outcome if case.reviewed else None
        said = _PEOPLE.get(outcome, verdict) if outcome else verdict
        if said is not None:
            reviewed[case.case_id] = said == "correct"
        elif switch != "recorded":
            left_out.setdefault(_NO_REFERENCE, []).append(case.case_id)
    found = {RECORDED: recorded, SOURCE_TITLES["reviewed"]: reviewed}
    wanted = {"recorded": (RECORDED,), "reviewed": (SOURCE_TITLES["reviewed"],)}.get(switch, found)
    return {name: found[name] for name in wanted}, {
        cause: tuple(case_ids) for cause, case_ids in left_out.items()
    }


def _more(switch: Switch) -> tuple[str, ...]:
    return () if switch == "recorded" else (_NOTE_REVIEWED,)


def _group(
    cases: Iterable[FigureCase], name: Callable[[FigureCase], str]
) -> dict[str, list[FigureCase]]:
    """The cases by name, the fullest first."""
    found: dict[str, list[FigureCase]] = {}
    for case in cases:
        found.setdefault(name(case) or NOT_RECORDED, []).append(case)
    return dict(sorted(found.items(), key=lambda each: (-len(each[1]), each[0])))


def _make_accuracy(
    group: str, part: str, source: str, cases: Iterable[FigureCase], judged: Judged
) -> Mark:
    chosen = [case.case_id for case in cases if case.case_id in judged]
    return make_share(group, part, source, [each for each in chosen if judged[each]], len(chosen))
