"""Why references were wrong, as people found; in the paper 76 % of the answers had changed."""

from collections.abc import Iterable, Sequence

from trek_core.checklist.options import REFERENCE_ISSUES
from trek_core.figures.cases import FigureCase
from trek_core.figures.marks import Figure, Mark, make_share
from trek_core.figures.named import Named, merge_causes
from trek_core.figures.sources import SOURCE_TITLES
from trek_core.taxonomy import OUTCOME_TITLES, SYSTEM_INDEPENDENT, Outcome

CAUSE, OUTCOME = "Of wrong references", "Of reviewed cases"
SEVERAL = "People name different causes"
MISSING = "Nobody's review has come to a wrong reference or a wrong judge."
_NOTE = "Only cases whose review came to a wrong reference or a wrong judge are here."


def compute_annotation_errors(cases: Sequence[FigureCase], named: Iterable[Named]) -> Figure:
    """Wrong references by cause, and wrong references and judges among the reviewed cases."""
    source = SOURCE_TITLES["reviewed"]
    concluded = [case for case in cases if case.reviewed and case.reviewed.outcome]
    by_outcome: dict[str, list[str]] = {}
    for case in concluded:
        by_outcome.setdefault(str(case.reviewed and case.reviewed.outcome), []).append(case.case_id)
    if not any(outcome in by_outcome for outcome in SYSTEM_INDEPENDENT):
        return Figure(missing=MISSING)
    wrong = by_outcome.get(Outcome.REFERENCE_ANSWER_ERROR, [])
    causes = merge_causes(named)
    titles = {option.value: option.title for option in REFERENCE_ISSUES}
    by_cause: dict[str, list[str]] = {title: [] for title in titles.values()}
    for case_id in wrong:
        given = causes.get(case_id, set())
        cause = titles.get(next(iter(given)), "") if len(given) == 1 else ""
        by_cause.setdefault(cause or SEVERAL, []).append(case_id)
    marks: list[Mark] = [
        make_share(title, CAUSE, source, case_ids, len(wrong))
        for title, case_ids in by_cause.items()
        if wrong
    ]
    marks += [
        make_share(
            OUTCOME_TITLES[outcome], OUTCOME, source, by_outcome.get(outcome, ()), len(concluded)
        )
        for outcome in (Outcome.REFERENCE_ANSWER_ERROR, Outcome.JUDGE_ERROR)
    ]
    return Figure(tuple(marks), notes=(_NOTE,))
