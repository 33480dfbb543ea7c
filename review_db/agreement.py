"""What the agreement statistics read: TrekTrace's side and every judgement."""

from typing import TYPE_CHECKING

from sqlite_utils import Database

from trek_core.taxonomy import LabelSet

if TYPE_CHECKING:
    from trek_core.agreement import AgreementReport

_ATTRIBUTIONS = """
select c.case_id, a.retrieval_side, a.post_side, a.complete from cases c
left join attributions a on a.case_id = c.case_id and a.version = c.version order by c.position
"""

_JUDGEMENTS = """
select case_id, annotator, round, mode, state, outcome, retrieval_side, post_side
from judgements where state <> 'not_started'
"""


def load_agreement_report(db: Database, annotator: str | None) -> "AgreementReport":
    """Agreement over everything in the database; with `annotator`, theirs alone."""
    from trek_core.agreement import CaseAttribution, HumanJudgement, compute_report

    cases = [
        CaseAttribution(
            case_id=row["case_id"],
            label_set=row["retrieval_side"] and LabelSet(row["retrieval_side"], row["post_side"]),
            complete=bool(row["complete"]),
        )
        for row in db.execute(_ATTRIBUTIONS)
    ]
    judgements = [HumanJudgement(*row) for row in db.execute(_JUDGEMENTS)]
    return compute_report(cases, judgements, annotator=annotator)
