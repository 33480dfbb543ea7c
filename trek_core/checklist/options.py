"""The values an answer may take, with the words shown for them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """One value an answer may take, with the word shown for it."""

    value: str
    title: str


Options = tuple[Option, ...]

YES_NO_UNSURE: Options = (Option("yes", "Yes"), Option("no", "No"), Option("unsure", "Unsure"))

TARGET_BASES: Options = (
    Option("explicit", "In the question"),
    Option("effective_year", "Effective year"),
    Option("none", "No target time"),
)

ANSWERS_ARE: Options = (
    Option("alternatives", "Alternatives"),
    Option("all_required", "All required"),
)

GOLD_PAGE_MARKS: Options = (
    Option("supports", "Supports"),
    Option("no_longer_supports", "No longer supports"),
    Option("does_not_support", "Does not support"),
    Option("unavailable", "Unavailable"),
    Option("not_opened", "Not opened"),
)

REFERENCE_ISSUES: Options = (
    Option("answer_changed", "Answer changed"),
    Option("page_no_longer_supports", "Page no longer supports"),
    Option("never_supported", "Never supported"),
    Option("ambiguous_question", "Ambiguous question"),
    Option("other", "Other"),
)

VERIFIED_ANSWER_STATUSES: Options = (
    Option("established", "Is established"),
    Option("cannot_be_established", "Cannot be established"),
)

RESPONSE_RULES: dict[str, Options] = {
    "yes": (
        Option("plain", "No special rule"),
        Option("equivalent_wording", "Equivalent wording"),
        Option("valid_alternative", "Valid alternative"),
    ),
    "no": (
        Option("plain", "No special rule"),
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

PAGE_MARKS: Options = (
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

MISLEADING_KINDS: Options = (
    Option("outdated", "Outdated"),
    Option("off_constraint", "Off constraint"),
    Option("republished", "Republished"),
    Option("fabricated", "Fabricated"),
    Option("other", "Other"),
)
