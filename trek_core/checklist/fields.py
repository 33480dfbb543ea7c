"""The checklist as data: every question of appendix B.6, in order, once.

The form, the stored events, the workbook's columns and the agreement per step all read this table.
A condition says when a question is asked, when the case holds what it asks about, and when it must
be answered; conditions look only at earlier answers and at the facts of the case.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from trek_core.checklist.conditions import (
    Condition,
    always,
    both,
    goes_to_stages,
    has_gold_only_answer,
    has_gold_pages,
    has_key_evidence,
    has_noise_answer,
    has_override,
    has_queries,
    has_retrieved_list,
    has_several_references,
    is_answer,
    is_judge_error,
    is_marked_false_premise,
    is_not_revealed,
    never,
    none_refused,
    response_can_be_judged,
)
from trek_core.checklist.facts import Answers, CaseFacts
from trek_core.checklist.options import (
    ANSWERS_ARE,
    GOLD_PAGE_MARKS,
    MISLEADING_KINDS,
    PAGE_MARKS,
    REFERENCE_ISSUES,
    RESPONSE_RULES,
    TARGET_BASES,
    VERIFIED_ANSWER_STATUSES,
    YES_NO_UNSURE,
    Option,
    Options,
)
from trek_core.taxonomy import Label

GUIDELINE_VERSION = "1"
"""Raised whenever a change alters what an answer means."""


class Kind(StrEnum):
    """What an answer to a field is."""

    YES_NO = "yes_no"  # "yes", "no" or "unsure"
    CHOICE = "choice"  # one option value
    SEVERAL = "several"  # list of option values
    TEXT = "text"  # one text
    PAGES = "pages"  # URL -> option value
    ENTRIES = "entries"  # list of evidence entries, see ENTRY_PARTS
    CALLS = "calls"  # list of calls of probes that were run again, each `probe:key`


@dataclass(frozen=True)
class Field:
    """One question of the checklist.

    `asked`: the answers so far make it meaningful. `recorded`: the case holds what it asks about;
    where not, it reads "not recorded" instead of being asked. `required`: a step cannot be left
    without it. `withheld`: it asks about what a blind round withholds, so it is not asked before.
    `pages_to_mark`: for PAGES, the pages that must each have a mark.
    """

    name: str
    step: int
    kind: Kind
    question: str
    options: Options = ()
    asked: Condition = always
    recorded: Condition = always
    required: Condition = always
    withheld: bool = False
    help: str = ""
    pages_to_mark: Callable[[CaseFacts], tuple[str, ...]] = lambda facts: ()


PROBE_CONDITIONS = {
    "model_ok": "Answered by the evaluated model?",
    "temporal_ok": "Asked under the right time?",
    "context_ok": "Given the right pages?",
    "page_content_ok": "Was the page content really there?",
}
"""What must hold for a probe's answer to count (B.6, item 9)."""

ENTRY_PARTS = ("url", "quote", "event_at", "published_at", "updated_at", "accessed_at")
"""An evidence entry: where, what it says, and when (event, publication, update, access)."""


def _probe_fields(prefix: str, probe: str, asked: Condition, recorded: Condition) -> list[Field]:
    """A probe's conditions and its grade, which is asked for unless a condition fails."""
    conditions = [
        Field(f"{prefix}_{name}", 5, Kind.YES_NO, question, YES_NO_UNSURE, asked, recorded)
        for name, question in PROBE_CONDITIONS.items()
    ]
    counts = both(asked, none_refused(*(field.name for field in conditions)))
    grade = Field(
        f"{prefix}_correct", 5, Kind.YES_NO, f"Is the {probe} answer correct?", YES_NO_UNSURE,
        counts, recorded, help="Your own grade, against the verified reference.",
    )  # fmt: skip
    return [*conditions, grade]


def _notes(step: int) -> Field:
    return Field(f"notes_{step}", step, Kind.TEXT, "Notes", required=never)


FIELDS: tuple[Field, ...] = (
    # 1 Reference and its time
    Field("target_basis", 1, Kind.CHOICE, "Where does the target time come from?", TARGET_BASES),
    Field(
        "target_time", 1, Kind.TEXT, "Target time", required=never,
        asked=is_answer("target_basis", "explicit", "effective_year"),
        help="The moment or period the answer must be true for; an effective year says it itself.",
    ),
    Field(
        "false_premise_verified", 1, Kind.YES_NO, "Does the question rest on a false premise?",
        YES_NO_UNSURE, required=is_marked_false_premise,
    ),
    Field(
        "answers_are", 1, Kind.CHOICE, "The reference answers are", ANSWERS_ARE,
        asked=has_several_references,
    ),
    Field(
        "gold_pages", 1, Kind.PAGES, "Gold pages", GOLD_PAGE_MARKS, asked=has_gold_pages,
        pages_to_mark=lambda facts: facts.gold_urls,
    ),
    Field(
        "reference_evidence", 1, Kind.ENTRIES, "Evidence for or against the reference",
        required=never,
    ),
    Field(
        "reference_valid", 1, Kind.YES_NO, "Is the reference right at the target time?",
        YES_NO_UNSURE,
    ),
    Field(
        "reference_issue", 1, Kind.CHOICE, "What is wrong with the reference?", REFERENCE_ISSUES,
        asked=is_answer("reference_valid", "no"),
    ),
    Field(
        "verified_answer_status", 1, Kind.CHOICE, "The right answer", VERIFIED_ANSWER_STATUSES,
        asked=is_answer("reference_valid", "no"),
    ),
    Field(
        "verified_answer", 1, Kind.TEXT, "Verified answer",
        asked=is_answer("verified_answer_status", "established"),
    ),
    _notes(1),
    # 2 Response and verdict
    Field(
        "response_correct", 2, Kind.YES_NO, "Is the response correct?", YES_NO_UNSURE,
        asked=response_can_be_judged, help="Against the verified reference.",
    ),
    Field(
        "response_rule", 2, Kind.CHOICE, "Which rule decides?",
        asked=is_answer("response_correct", *RESPONSE_RULES),
    ),
    _notes(2),
    # 3 Outcome
    Field(
        "judge_error_reason", 3, Kind.TEXT, "Why was the judge wrong?", asked=is_judge_error,
        help="It is also why this is not a failure of the system.",
    ),
    _notes(3),
    # 4 Retrieval side
    Field(
        "page_marks", 4, Kind.PAGES, "Retrieved pages", PAGE_MARKS,
        asked=goes_to_stages, recorded=has_retrieved_list,
        help="Every page TrekTrace claims needs a mark; others may have one.",
        pages_to_mark=lambda facts: facts.urls_to_mark,
    ),
    Field(
        "key_evidence_ok", 4, Kind.YES_NO, "Is the key evidence right?", YES_NO_UNSURE,
        asked=goes_to_stages, recorded=has_key_evidence, required=is_not_revealed, withheld=True,
    ),
    Field(
        "evidence_retrieved", 4, Kind.YES_NO, "Do the retrieved pages carry the evidence?",
        YES_NO_UNSURE, asked=goes_to_stages, recorded=has_retrieved_list,
    ),
    Field(
        "queries_adequate", 4, Kind.YES_NO, "Were the queries adequate?", YES_NO_UNSURE,
        asked=is_answer("evidence_retrieved", "no", "unsure"), recorded=has_queries,
    ),
    _notes(4),
    # 5 Post-retrieval side
    Field(
        "cited_probe_calls", 5, Kind.CALLS, "Probe runs you rest on", asked=goes_to_stages,
        required=never,
        help="A probe that was run again counts as evidence when it is cited.",
    ),
    *_probe_fields("gold_only", "gold-only", goes_to_stages, has_gold_only_answer),
    *_probe_fields(
        "noise", "gold-plus-noise", is_answer("gold_only_correct", "yes"), has_noise_answer
    ),
    Field(
        "misleading_urls", 5, Kind.PAGES, "Pages that misled the model", MISLEADING_KINDS,
        asked=is_answer("noise_correct", "no"), required=never,
    ),
    _notes(5),
    # 6 Verdict
    Field(
        "override_labels", 6, Kind.SEVERAL, "Override the labels",
        tuple(Option(label.value, label.value) for label in Label),
        asked=goes_to_stages, required=never,
    ),
    Field(
        "override_reason", 6, Kind.TEXT, "Why override?", asked=has_override,
        help="It is also why you differ from TrekTrace, where you do.",
    ),
    # Which of these are asked, and must be answered, follows from the computed differences.
    Field(
        "disagreement_retrieval", 6, Kind.TEXT, "Why do you differ on the retrieval side?",
        required=never,
    ),
    Field(
        "disagreement_post", 6, Kind.TEXT, "Why do you differ on the post-retrieval side?",
        required=never,
    ),
    Field(
        "disagreement_outcome", 6, Kind.TEXT, "Why is this not a failure of the system?",
        required=never,
    ),
    _notes(6),
)  # fmt: skip

FIELDS_BY_NAME = {field.name: field for field in FIELDS}


def compute_offered(field: Field, answers: Answers, facts: CaseFacts) -> Options:
    """The options to choose from: no effective year that the case does not record.

    One that was chosen all the same, in a file say, is shown.
    """
    options = compute_options(field, answers)
    if field.name != "target_basis" or facts.has_effective_year:
        return options
    chosen = answers.get(field.name)
    return tuple(each for each in options if each.value in ("explicit", "none", chosen))


def compute_options(field: Field, answers: Answers) -> Options:
    """The options to show for a field; those of `response_rule` follow the answer before it."""
    if field.name == "response_rule":
        return RESPONSE_RULES.get(str(answers.get("response_correct")), ())
    return field.options
