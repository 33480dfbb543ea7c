"""From answers to a reading of them: what is asked, what is missing, the outcome, the labels.

Everything here is computed afresh from the answers and the case; nothing of it is stored as truth.
An answer that a later change made moot stays in the history and simply reads as not asked.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from trek_core.cases import State
from trek_core.checklist.facts import Answers, CaseFacts
from trek_core.checklist.fields import (
    CARRYING_MARKS,
    FIELDS,
    PROBE_CONDITIONS,
    Field,
    Kind,
    compute_options,
)
from trek_core.errors import UnknownLabelError
from trek_core.taxonomy import (
    NONE,
    OUTCOME_TITLES,
    SYSTEM_INDEPENDENT,
    Label,
    LabelSet,
    Outcome,
    parse_label_set,
)

UNDETERMINED = "undetermined"
"""A side on which the answers decide nothing."""

LAST_STEP = 6


class Status(StrEnum):
    """How a field stands."""

    NOT_ASKED = "not_asked"
    NOT_RECORDED = "not_recorded"
    UNANSWERED = "unanswered"
    ANSWERED = "answered"


@dataclass(frozen=True)
class Problem:
    """What keeps a step from being left, as one sentence."""

    step: int
    field: str
    message: str


@dataclass(frozen=True)
class Difference:
    """A part on which the person and TrekTrace differ, and the field that says why."""

    part: str
    recorded: str
    mine: str
    reason_field: str


@dataclass(frozen=True)
class Evaluation:
    """One reading of a judgement's answers.

    `outcome` is None until steps 1 and 2 decide it. The sides are `none`, a label, or
    `undetermined`, and None where no stage is blamed. `computed` is the label set before an
    override, None unless both sides are decided.
    """

    status: dict[str, Status]
    outcome: Outcome | None
    judge_agrees: bool | None
    computed_retrieval: str | None
    computed_post: str | None
    retrieval_side: str | None
    post_side: str | None
    differences: tuple[Difference, ...]
    problems: tuple[Problem, ...]
    unsure: tuple[str, ...]

    @property
    def open_step(self) -> int:
        """The last step that may be worked on: the first one with something missing, else 6."""
        return min((problem.step for problem in self.problems), default=LAST_STEP)

    @property
    def computed(self) -> LabelSet | None:
        """The label set the answers give by themselves; None unless both sides are decided."""
        return _label_set(self.computed_retrieval, self.computed_post)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the decided sides, after any override; Randomness only when both are."""
        full = _label_set(self.retrieval_side, self.post_side)
        if full is not None:
            return full.labels
        sides = (self.retrieval_side, self.post_side)
        return tuple(Label(side) for side in sides if side not in (None, NONE, UNDETERMINED))

    @property
    def state_on_submission(self) -> State:
        """An unsure answer asks for a discussion; everything else is simply submitted."""
        return "needs_discussion" if self.unsure else "submitted"


def evaluate(answers: Answers, facts: CaseFacts) -> Evaluation:
    """Read a judgement's answers against the facts of its case."""
    status, live = _compute_status(answers, facts)
    outcome = _compute_outcome(live, facts)
    computed_retrieval = computed_post = retrieval = post = None
    if outcome in (Outcome.SYSTEM_RELATED, Outcome.UNDECIDED):
        computed_retrieval, computed_post = _compute_retrieval(live), _compute_post(live)
        retrieval, post = computed_retrieval, computed_post
    override, override_problem = _read_override(live, computed_retrieval, computed_post)
    if override is not None:
        retrieval, post = override.retrieval, override.post
    differences = _compute_differences(facts, outcome, retrieval, post)
    _ask_only_for_reasons_needed(status, differences)
    problems = [
        *_missing_answers(status, live, facts),
        *_unsupported_reference(live),
        *([override_problem] if override_problem else []),
        *_missing_reasons(live, differences, outcome),
    ]
    return Evaluation(
        status=status,
        outcome=outcome,
        judge_agrees=_compute_judge_agrees(live, facts),
        computed_retrieval=computed_retrieval,
        computed_post=computed_post,
        retrieval_side=retrieval,
        post_side=post,
        differences=differences,
        problems=tuple(sorted(problems, key=lambda problem: problem.step)),
        unsure=tuple(name for name, value in live.items() if value == "unsure"),
    )


def _compute_status(answers: Answers, facts: CaseFacts) -> tuple[dict[str, Status], dict[str, Any]]:
    """The status of every field and the answers that count, read in checklist order.

    A condition sees only answers that count themselves, so a moot answer cannot open a question.
    """
    status: dict[str, Status] = {}
    live: dict[str, Any] = {}
    for field in FIELDS:
        if not field.asked(live, facts):
            status[field.name] = Status.NOT_ASKED
        elif not field.recorded(live, facts):
            status[field.name] = Status.NOT_RECORDED
        elif _is_answered(field, answers.get(field.name), live):
            status[field.name] = Status.ANSWERED
            live[field.name] = answers[field.name]
        else:
            status[field.name] = Status.UNANSWERED
    return status, live


def _is_answered(field: Field, value: Any, live: Answers) -> bool:
    """Whether a value answers its field: blank text, or an option not offered now, does not."""
    if field.kind is Kind.TEXT:
        return isinstance(value, str) and bool(value.strip())
    if field.kind in (Kind.CHOICE, Kind.YES_NO):
        return value in {option.value for option in compute_options(field, live)}
    return bool(value)


def _compute_outcome(live: Answers, facts: CaseFacts) -> Outcome | None:
    reference, response = live.get("reference_valid"), live.get("response_correct")
    if reference == "no":
        return Outcome.REFERENCE_ANSWER_ERROR
    if reference is None or response is None:
        return None
    if "unsure" in (reference, response):
        return Outcome.UNDECIDED
    if response == "no":
        return Outcome.SYSTEM_RELATED
    rejected = facts.verdict in ("incorrect", "not_attempted")
    return Outcome.JUDGE_ERROR if rejected else Outcome.NOT_A_FAILURE


def _compute_judge_agrees(live: Answers, facts: CaseFacts) -> bool | None:
    """Whether the verdict matches the person's own; None where either gives none."""
    response = live.get("response_correct")
    if response not in ("yes", "no") or facts.verdict in (None, "unparseable", "unknown"):
        return None
    return bool((response == "yes") == (facts.verdict == "correct"))


def _compute_retrieval(live: Answers) -> str:
    evidence, queries = live.get("evidence_retrieved"), live.get("queries_adequate")
    if evidence == "yes":
        return NONE
    if evidence == "no" and queries in ("yes", "no"):
        return Label.RETRIEVAL if queries == "yes" else Label.PRE_RETRIEVAL
    return UNDETERMINED


def _compute_post(live: Answers) -> str:
    gold_only = _grade(live, "gold_only")
    if gold_only == "no":
        return Label.INTERPRETATION
    noise = _grade(live, "noise") if gold_only == "yes" else None
    if noise in ("yes", "no"):
        return NONE if noise == "yes" else Label.DISTRACTION
    return UNDETERMINED


def _grade(live: Answers, probe: str) -> str | None:
    """A probe's grade; none when a condition of the probe does not hold."""
    if any(live.get(f"{probe}_{name}") == "no" for name in PROBE_CONDITIONS):
        return None
    return live.get(f"{probe}_correct")


def _read_override(
    live: Answers, retrieval: str | None, post: str | None
) -> tuple[LabelSet | None, Problem | None]:
    names = live.get("override_labels")
    if not names or retrieval is None or post is None:
        return None, None
    try:
        override = parse_label_set(names)
    except UnknownLabelError as error:
        return None, Problem(6, "override_labels", f"{error}.")
    if (override.retrieval, override.post) == (retrieval, post):
        return override, Problem(
            6, "override_labels", "The override says what your answers say already: clear it."
        )
    return override, None


def _compute_differences(
    facts: CaseFacts, outcome: Outcome | None, retrieval: str | None, post: str | None
) -> tuple[Difference, ...]:
    if facts.trektrace_labels is None:
        return ()
    if outcome in SYSTEM_INDEPENDENT:
        mine = OUTCOME_TITLES[outcome]
        return (Difference("outcome", facts.trektrace_labels, mine, "disagreement_outcome"),)
    if outcome is not Outcome.SYSTEM_RELATED:
        return ()
    sides = (
        ("retrieval side", facts.trektrace_retrieval, retrieval, "disagreement_retrieval"),
        ("post-retrieval side", facts.trektrace_post, post, "disagreement_post"),
    )
    return tuple(
        Difference(part, recorded, mine, reason_field)
        for part, recorded, mine, reason_field in sides
        if recorded is not None and mine not in (None, UNDETERMINED, recorded)
    )


def _ask_only_for_reasons_needed(
    status: dict[str, Status], differences: tuple[Difference, ...]
) -> None:
    asked = {difference.reason_field for difference in differences}
    for name in ("disagreement_retrieval", "disagreement_post", "disagreement_outcome"):
        if name not in asked:
            status[name] = Status.NOT_ASKED


def _missing_answers(status: dict[str, Status], live: Answers, facts: CaseFacts) -> list[Problem]:
    problems = []
    for field in FIELDS:
        how = status[field.name]
        if how in (Status.NOT_ASKED, Status.NOT_RECORDED) or not field.required(live, facts):
            continue
        if field.kind is Kind.PAGES:
            unmarked = _unmarked_pages(field, live, facts)
            if unmarked:
                numbers = "a page" if unmarked == 1 else f"{unmarked} pages"
                problems.append(
                    Problem(field.step, field.name, f"{field.question}: mark {numbers}.")
                )
        elif how is Status.UNANSWERED:
            problems.append(Problem(field.step, field.name, f"Not answered: {field.question}"))
    return problems


def _unmarked_pages(field: Field, live: Answers, facts: CaseFacts) -> int:
    needed = facts.gold_urls if field.name == "gold_pages" else facts.claimed_urls
    marks = live.get(field.name) or {}
    return sum(1 for url in needed if url not in marks)


def _unsupported_reference(live: Answers) -> list[Problem]:
    """A yes rests on a supporting gold page or an entry, a no on an entry (B.6, items 1-2)."""
    valid, entries = live.get("reference_valid"), live.get("reference_evidence")
    supported = "supports" in (live.get("gold_pages") or {}).values()
    if valid == "yes" and not (entries or supported):
        message = "A yes rests on evidence: mark a gold page as supporting, or add an entry."
    elif valid == "no" and not entries:
        message = "A no rests on evidence: add an entry with its URL and quote."
    else:
        return []
    return [Problem(1, "reference_evidence", message)]


def _missing_reasons(
    live: Answers, differences: tuple[Difference, ...], outcome: Outcome | None
) -> list[Problem]:
    """Each difference needs a reason; an override's or judge error's own reason may serve."""
    serving = "judge_error_reason" if outcome is Outcome.JUDGE_ERROR else "override_reason"
    if live.get(serving):
        return []
    return [
        Problem(6, difference.reason_field, f"Say why you differ on the {difference.part}.")
        for difference in differences
        if not live.get(difference.reason_field)
    ]


def _label_set(retrieval: str | None, post: str | None) -> LabelSet | None:
    if retrieval in (None, UNDETERMINED) or post in (None, UNDETERMINED):
        return None
    return LabelSet(retrieval, post)


def compute_claims(answers: Answers, facts: CaseFacts) -> dict[str, str]:
    """What the marks say of each claim and of pages TrekTrace missed.

    URL -> `confirmed`, `refuted: <constraint>`, `could not be checked`, or `missed by TrekTrace`.
    """
    marks = answers.get("page_marks") or {}
    found = {}
    for url, mark in marks.items():
        if url not in facts.claimed_urls:
            if mark in CARRYING_MARKS:
                found[url] = "missed by TrekTrace"
        elif mark in CARRYING_MARKS:
            found[url] = "confirmed"
        elif mark in ("unavailable", "not_opened"):
            found[url] = "could not be checked"
        else:
            found[url] = f"refuted: {mark}"
    return found
