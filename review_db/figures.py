"""What figures over many cases read: narrow rows, in one pass each, never a record.

What people concluded on a case is taken round by round, training left out: the decision on it, else
what all who handed it in agree on, as long as nobody wants to discuss it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from sqlite_utils import Database

from review_db.case_filter import CaseFilter
from review_db.case_finding import compute_where
from review_db.decisions import LATEST_DECISIONS, load_decided_conclusions
from trek_core.agreement.comparisons.sides import Conclusion
from trek_core.figures.cases import FigureCase, settle
from trek_core.figures.costs import ProbeSpending
from trek_core.figures.facts import Role
from trek_core.figures.named import Named
from trek_core.taxonomy import LABEL_SETS, Outcome

_CASES = """
select c.case_id, c.dataset, c.system, f.model, c.backend, c.verdict, c.labels, c.complete,
    nullif(c.queries, -1), nullif(c.pages, -1), f.input_tokens, f.output_tokens, f.cost
from cases c join figure_facts f on f.case_id = c.case_id where {where} order by c.position"""

_SIDES = " || '|' || ".join(
    f"coalesce(j.{name}, '')" for name in ("outcome", "retrieval_side", "post_side")
)

_AGREED = f"""
select j.case_id, j.round, min({_SIDES}) as first, max({_SIDES}) as last,
    max(j.state = 'needs_discussion') as to_discuss
from judgements j join rounds r on r.round = j.round and r.kind = 'normal'
where j.state in ('submitted', 'needs_discussion')
and (:wanted is null or j.case_id in (select value from json_each(:wanted)))
group by j.case_id, j.round"""  # noqa: S608

_DECIDED_IN = f"""select round, case_id from decisions
where {LATEST_DECISIONS} and round in (select round from rounds where kind = 'normal')"""  # noqa: S608

# A decision stands for everybody's judgements of its round.
_NAMED = f"""
select d.case_id, d.answers from decisions d where {{condition}} and (d.round, d.case_id) in (
    {_DECIDED_IN}) and d.{LATEST_DECISIONS}
union all
select j.case_id, j.answers from judgements j join rounds r on r.round = j.round
where {{condition}} and r.kind = 'normal' and j.state in ('submitted', 'needs_discussion')
and (j.round, j.case_id) not in ({_DECIDED_IN})"""  # noqa: S608

_LABEL_SETS = {str(each): each for each in LABEL_SETS}


def load_figure_cases(db: Database, case_filter: CaseFilter | None) -> list[FigureCase]:
    """The cases of a filter, in order, with TrekTrace's labels and what people concluded."""
    concluded = load_conclusions(db)
    where, values = compute_where(db, case_filter)
    return [
        FigureCase(
            case_id, dataset, system, model, backend, verdict, _LABEL_SETS.get(labels),
            bool(complete), concluded.get(case_id), *counts,
        )
        for case_id, dataset, system, model, backend, verdict, labels, complete, *counts in (
            db.execute(_CASES.format(where=where), values)
        )
    ]  # fmt: skip


def load_domains(db: Database, role: Role) -> dict[str, tuple[str, ...]]:
    """The domains of every case's pages of one role; cases without one are left out."""
    rows = db.execute(
        f"select case_id, json_extract(domains, '$.{role}') from figure_facts "  # noqa: S608
        f"where json_extract(domains, '$.{role}') is not null"
    )
    return {case_id: tuple(json.loads(text)) for case_id, text in rows}


def load_page_ages(
    db: Database, case_filter: CaseFilter | None
) -> dict[str, Mapping[Role, Sequence[int]]]:
    """The ages of the dated pages of the cases of a filter that have any."""
    where, values = compute_where(db, case_filter)
    rows = db.execute(
        "select c.case_id, f.ages from cases c join figure_facts f on f.case_id = c.case_id "  # noqa: S608
        f"where f.ages is not null and {where} order by c.position",
        values,
    )
    return {case_id: json.loads(text) for case_id, text in rows}


def load_misleading(db: Database) -> list[Named]:
    """The pages that people named as misleading, with their kinds."""
    found = []
    for case_id, text in db.execute(_NAMED.format(condition="post_side = 'Distraction'")):
        pages = json.loads(text).get("misleading_urls")
        if isinstance(pages, dict) and pages:
            found.append(Named(case_id, pages))
    return found


def load_reference_issues(db: Database) -> list[Named]:
    """What people found wrong with references."""
    condition = f"outcome = '{Outcome.REFERENCE_ANSWER_ERROR}'"
    return [
        Named(case_id, cause=str(json.loads(text).get("reference_issue") or ""))
        for case_id, text in db.execute(_NAMED.format(condition=condition))
    ]


def load_spending_by_case(db: Database) -> list[ProbeSpending]:
    """What the calls of each probe to each model used, case by case."""
    rows = db.execute(
        "select case_id, probe, model, sum(tokens), sum(cost) from probe_calls "
        "group by probe, model, case_id"
    )
    return [ProbeSpending(*row) for row in rows]


def load_question_keys(db: Database) -> dict[str, tuple[str, str]]:
    """The effective year of each case, and the key of its question."""
    rows = db.execute("select case_id, effective_year, question_key from cases")
    return {case_id: (year, key) for case_id, year, key in rows}


def load_questions(db: Database, case_ids: Iterable[str]) -> dict[str, str]:
    """The beginning of the question of each of these cases."""
    rows = db.execute(
        "select c.case_id, c.question from json_each(?) w join cases c on c.case_id = w.value",
        [json.dumps(list(case_ids))],
    )
    return {row[0]: row[1] for row in rows}


def load_conclusions(db: Database, wanted: str | None = None) -> dict[str, Conclusion]:
    """What people concluded on each case that is settled; `wanted` are ids as a JSON list."""
    by_round: dict[tuple[str, str], Conclusion] = {}
    agreed = db.execute(_AGREED, {"wanted": wanted})
    for case_id, round_name, first, last, to_discuss in agreed:
        if first == last and not to_discuss:
            by_round[round_name, case_id] = _read_conclusion(first)
    by_round |= load_decided_conclusions(db)
    by_case: dict[str, list[Conclusion]] = {}
    for (_, case_id), conclusion in by_round.items():
        by_case.setdefault(case_id, []).append(conclusion)
    settled = ((case_id, settle(each)) for case_id, each in by_case.items())
    return {case_id: found for case_id, found in settled if found and found.outcome}


@lru_cache(maxsize=1024)
def _read_conclusion(text: str) -> Conclusion:
    outcome, retrieval, post = (part or None for part in text.split("|"))
    return Conclusion(outcome, retrieval, post)
