"""The checklist as data: every question of appendix B.6, in order, once.

The form, the stored events, the workbook's columns and the agreement per step all read this table.
A condition says when a question is asked, when the case holds what it asks about, and when it must
be answered; conditions look only at the answers so far and at the facts of the case.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from trek_core.checklist.facts import Answers, CaseFacts
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


@dataclass(frozen=True)
class Option:
    """One value an answer may take, with the word shown for it."""

    value: str
    title: str


Condition = Callable[[Answers, CaseFacts], bool]


def always(answers: Answers, facts: CaseFacts) -> bool:
    """Hold for every case and every answer."""
    return True


def never(answers: Answers, facts: CaseFacts) -> bool:
    """Hold for no case."""
    return False


@dataclass(frozen=True)
class Field:
    """One question of the checklist.

    `asked`: the answers so far make it meaningful. `recorded`: the case holds what it asks about;
    where not, it reads "not recorded" instead of being asked. `required`: a step cannot be left
    without it.
    """

    name: str
    step: int
    kind: Kind
    question: str
    options: tuple[Option, ...] = ()
    asked: Condition = always
    recorded: Condition = always
    required: Condition = always
    help: str = ""


YES_NO_UNSURE = (Option("yes", "Yes"), Option("no", "No"), Option("unsure", "Unsure"))

GOLD_PAGE_MARKS = (
    Option("supports", "Supports"),
    Option("no_longer_supports", "No longer supports"),
    Option("does_not_support", "Does not support"),
    Option("unavailable", "Unavailable"),
    Option("not_opened", "Not opened"),
)

PAGE_MARKS = (
    Option("carries_all", "Carries all"),
    Option("carries_part", "Carries part"),
    Option("same_topic_only", "Same topic only"),
    Option("wrong_entity", "Wrong entity"),
    Option("wrong_time", "Wrong time"),
    Option("contradicts", "Contradicts"),
    Option("unavailable", "Unavailable"),
    Option("not_opened", "Not opened"),
)
CARRYING_MARKS = frozenset({"carries_all", "carries_part"})
REFUTING_MARKS = frozenset({"same_topic_only", "wrong_entity", "wrong_time", "contradicts"})

RESPONSE_RULES = {
    "yes": (
        Option("plain", "Plainly right"),
        Option("equivalent_wording", "Equivalent wording"),
        Option("valid_alternative", "Valid alternative"),
    ),
    "no": (
        Option("plain", "Plainly wrong"),
        Option("missing_component", "Missing component"),
        Option("wrong_entity", "Wrong entity"),
        Option("wrong_quantity", "Wrong quantity"),
        Option("wrong_time", "Wrong time"),
        Option("contradiction_or_mixed_guess", "Contradiction or mixed guess"),
        Option("premise_missed", "Premise missed"),
        Option("wrong_premise_named", "Wrong premise named"),
        Option("not_attempted", "Not attempted"),
        Option("further_answer_missing", "Further answer missing"),
    ),
}
"""Which rule of B.6 (items 3-6) decided, by the answer to `response_correct`."""

PROBE_CONDITIONS = {
    "model_ok": "Answered by the evaluated model?",
    "temporal_ok": "Asked under the right time?",
    "context_ok": "Given the right pages, nothing else?",
    "page_content_ok": "Was the page content really there?",
}
"""What must hold for a probe's answer to count (B.6, item 9)."""

ENTRY_PARTS = ("url", "quote", "event_at", "published_at", "updated_at", "accessed_at")
"""An evidence entry: where, what it says, and when (event, publication, update, access)."""


def is_answer(field: str, *values: str) -> Condition:
    """Hold when `field` is answered with one of `values`."""
    return lambda answers, facts: answers.get(field) in values


def has_gold_pages(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the case names gold pages."""
    return bool(facts.gold_urls)


def goes_to_stages(answers: Answers, facts: CaseFacts) -> bool:
    """Hold for system-related and undecided cases, the only ones blamed on a stage (B.6, 7)."""
    reference, response = answers.get("reference_valid"), answers.get("response_correct")
    if reference not in ("yes", "unsure") or response is None:
        return False
    return (reference, response) != ("yes", "yes")


def is_judge_error(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when a correct response to a valid reference was rejected."""
    both = answers.get("reference_valid") == answers.get("response_correct") == "yes"
    return both and facts.verdict in ("incorrect", "not_attempted")


def response_can_be_judged(answers: Answers, facts: CaseFacts) -> bool:
    """Hold unless the reference is wrong and no right answer could be established."""
    return not (
        answers.get("reference_valid") == "no"
        and answers.get("verified_answer_status") == "cannot_be_established"
    )


def gold_only_counts(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the gold-only answer is right and every condition of its probe holds."""
    failed = any(answers.get(f"gold_only_{name}") == "no" for name in PROBE_CONDITIONS)
    return (
        goes_to_stages(answers, facts) and answers.get("gold_only_correct") == "yes" and not failed
    )


def is_distraction(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the noise, not the reading, made the answer wrong."""
    failed = any(answers.get(f"noise_{name}") == "no" for name in PROBE_CONDITIONS)
    return gold_only_counts(answers, facts) and answers.get("noise_correct") == "no" and not failed


def evidence_not_found(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the person does not see the evidence among the retrieved pages."""
    return goes_to_stages(answers, facts) and answers.get("evidence_retrieved") in ("no", "unsure")


def _probe_fields(prefix: str, probe: str, asked: Condition, recorded: Condition) -> list[Field]:
    conditions = [
        Field(f"{prefix}_{name}", 5, Kind.YES_NO, question, YES_NO_UNSURE, asked, recorded)
        for name, question in PROBE_CONDITIONS.items()
    ]
    grade = Field(
        f"{prefix}_correct", 5, Kind.YES_NO, f"Is the {probe} answer correct?", YES_NO_UNSURE,
        asked, recorded, help="Your own grade, against the verified reference.",
    )  # fmt: skip
    return [*conditions, grade]


def _notes(step: int) -> Field:
    return Field(f"notes_{step}", step, Kind.TEXT, "Notes", required=never)


FIELDS: tuple[Field, ...] = (
    # 1 Reference and its time
    Field(
        "target_basis", 1, Kind.CHOICE, "Where does the target time come from?",
        (
            Option("explicit", "In the question"),
            Option("effective_year", "Effective year"),
            Option("none", "No target time"),
        ),
    ),
    Field(
        "target_time", 1, Kind.TEXT, "Target time", required=never,
        asked=is_answer("target_basis", "explicit", "effective_year"),
        help="The moment or period the answer must be true for.",
    ),
    Field(
        "false_premise_verified", 1, Kind.YES_NO, "Does the question rest on a false premise?",
        YES_NO_UNSURE, required=lambda answers, facts: facts.false_premise is True,
    ),
    Field(
        "answers_are", 1, Kind.CHOICE, "The reference answers are",
        (Option("alternatives", "Alternatives"), Option("all_required", "All required")),
        asked=lambda answers, facts: facts.reference_count > 1,
    ),
    Field("gold_pages", 1, Kind.PAGES, "Gold pages", GOLD_PAGE_MARKS, asked=has_gold_pages),
    Field(
        "reference_evidence", 1, Kind.ENTRIES, "Evidence for or against the reference",
        required=never,
    ),
    Field(
        "reference_valid", 1, Kind.YES_NO, "Is the reference right at the target time?",
        YES_NO_UNSURE,
    ),
    Field(
        "reference_issue", 1, Kind.CHOICE, "What is wrong with the reference?",
        (
            Option("answer_changed", "Answer changed"),
            Option("page_no_longer_supports", "Page no longer supports"),
            Option("never_supported", "Never supported"),
            Option("ambiguous_question", "Ambiguous question"),
            Option("other", "Other"),
        ),
        asked=is_answer("reference_valid", "no"),
    ),
    Field(
        "verified_answer_status", 1, Kind.CHOICE, "The right answer",
        (
            Option("established", "Is established"),
            Option("cannot_be_established", "Cannot be established"),
        ),
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
        "response_rule", 2, Kind.CHOICE, "Which rule decides?", (),
        asked=lambda answers, facts: response_can_be_judged(answers, facts)
        and answers.get("response_correct") in RESPONSE_RULES,
    ),
    _notes(2),
    # 3 Outcome
    Field(
        "judge_error_reason", 3, Kind.TEXT, "Why was the judge wrong?", asked=is_judge_error,
    ),
    _notes(3),
    # 4 Retrieval side
    Field(
        "page_marks", 4, Kind.PAGES, "Retrieved pages", PAGE_MARKS, asked=goes_to_stages,
        recorded=lambda answers, facts: facts.retrieved_urls is not None,
        help="Every page TrekTrace claims needs a mark; others may have one.",
    ),
    Field(
        "key_evidence_ok", 4, Kind.YES_NO, "Is the key evidence right?", YES_NO_UNSURE,
        asked=goes_to_stages, recorded=lambda answers, facts: facts.has_key_evidence,
    ),
    Field(
        "evidence_retrieved", 4, Kind.YES_NO, "Do the retrieved pages carry the evidence?",
        YES_NO_UNSURE, asked=goes_to_stages,
        recorded=lambda answers, facts: facts.retrieved_urls is not None,
    ),
    Field(
        "queries_adequate", 4, Kind.YES_NO, "Were the queries adequate?", YES_NO_UNSURE,
        asked=evidence_not_found, recorded=lambda answers, facts: facts.has_queries,
    ),
    _notes(4),
    # 5 Post-retrieval side
    *_probe_fields(
        "gold_only", "gold-only", goes_to_stages,
        lambda answers, facts: facts.has_gold_only_answer,
    ),
    *_probe_fields(
        "noise", "gold-plus-noise", gold_only_counts,
        lambda answers, facts: facts.has_noise_answer,
    ),
    Field(
        "misleading_urls", 5, Kind.PAGES, "Pages that misled the model",
        (
            Option("outdated", "Outdated"),
            Option("off_constraint", "Off constraint"),
            Option("republished", "Republished"),
            Option("fabricated", "Fabricated"),
            Option("other", "Other"),
        ),
        asked=is_distraction, required=never,
    ),
    _notes(5),
    # 6 Verdict
    Field(
        "override_labels", 6, Kind.SEVERAL, "Override the labels",
        tuple(Option(label.value, label.value) for label in Label),
        asked=goes_to_stages, required=never,
    ),
    Field(
        "override_reason", 6, Kind.TEXT, "Why override?",
        asked=lambda answers, facts: goes_to_stages(answers, facts)
        and bool(answers.get("override_labels")),
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


def compute_options(field: Field, answers: Answers) -> tuple[Option, ...]:
    """The options to show for a field; those of `response_rule` follow the answer before it."""
    if field.name == "response_rule":
        return RESPONSE_RULES.get(str(answers.get("response_correct")), ())
    return field.options
