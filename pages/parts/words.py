"""Machine names in words for the screen."""

from trek_core.checklist import FIELDS_BY_NAME
from trek_core.taxonomy import OUTCOME_TITLES

STATE_WORDS: dict[str | None, str] = {
    "not_started": "Not started",
    "draft": "Draft",
    "in_progress": "In progress",
    "submitted": "Submitted",
    "needs_discussion": "Needs discussion",
    "needs_adjudication": "Needs adjudication",
    "final": "Final",
    "skipped": "Skipped",
    "withheld": "Withheld",
}
VERDICT_WORDS: dict[str | None, str] = {
    "correct": "correct",
    "incorrect": "incorrect",
    "not_attempted": "not attempted",
    "unparseable": "unparseable",
    "unknown": "unknown",
}
SAME_WORDS: dict[str | None, str] = {
    "same": "the same",
    "differ": "they differ",
    "open": "cannot be said yet",
}
CAUSE_WORDS: dict[str | None, str] = {
    option.value: option.title for option in FIELDS_BY_NAME["reference_issue"].options
}
OUTCOME_WORDS: dict[str | None, str] = {str(name): words for name, words in OUTCOME_TITLES.items()}
