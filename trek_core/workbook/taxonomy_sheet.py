"""The Taxonomy sheet: what every label, outcome, question and machine value means."""

from collections.abc import Iterator

from trek_core.checklist import FIELDS
from trek_core.checklist.options import RESPONSE_RULES
from trek_core.taxonomy import (
    LABEL_MEANINGS,
    LABEL_SETS,
    OUTCOME_TITLES,
    RETRIEVAL_SIDES,
    Label,
    LabelSet,
    Outcome,
)
from trek_core.workbook.blocks import Block, BlockSheet
from trek_core.workbook.cells import Value

OUTCOME_MEANINGS = {
    Outcome.SYSTEM_RELATED: "The reference is right and the response is wrong.",
    Outcome.REFERENCE_ANSWER_ERROR: "The reference is wrong at the target time: no label.",
    Outcome.JUDGE_ERROR: "The response is right and the judge rejected it: no label.",
    Outcome.NOT_A_FAILURE: "The response is right and was not rejected; in no failure count.",
    Outcome.UNDECIDED: "The reference or the response could not be decided.",
}

LABEL_RULE = {
    "retrieval": (
        "Evidence among the retrieved pages: no label. Not there and the queries adequate: "
        "Retrieval. Not there and the queries inadequate: Pre-retrieval. TrekTrace takes unknown "
        "evidence as not there and unknown queries as inadequate; a person's side is then "
        "undetermined."
    ),
    "post-retrieval": (
        "Gold-only answer wrong: Interpretation. Gold-only right and gold-plus-noise wrong: "
        "Distraction. Both right: no label."
    ),
    "neither": (
        "No label on either side: Randomness. TrekTrace gives it to whatever is left; a person "
        "only where both sides are decided."
    ),
}
"""The label rule in words (appendix C.4), by the side it decides."""

HEADER = ("kind", "of", "value", "title", "meaning")

Row = tuple[Value, ...]


def build_taxonomy() -> BlockSheet:
    """The sheet; it is the same in every workbook of one guideline version."""
    rows = (*_labels(), *_label_sets(), *_rules(), *_outcomes(), *_questions())
    return BlockSheet("Taxonomy", (14, 28, 30, 40, 90), (Block(HEADER, rows),))


def _labels() -> Iterator[Row]:
    for label in Label:
        if label is Label.RANDOMNESS:
            side = "neither"
        else:
            side = "retrieval" if label in RETRIEVAL_SIDES else "post-retrieval"
        yield ("label", side, label, label, LABEL_MEANINGS[label])


def _label_sets() -> Iterator[Row]:
    for label_set in LABEL_SETS:
        yield ("label_set", None, "\n".join(label_set.labels), str(label_set), _sides(label_set))


def _sides(label_set: LabelSet) -> str:
    return f"Retrieval side: {label_set.retrieval}; post-retrieval side: {label_set.post}."


def _rules() -> Iterator[Row]:
    for side, rule in LABEL_RULE.items():
        yield ("label_rule", side, None, None, rule)


def _outcomes() -> Iterator[Row]:
    for outcome in Outcome:
        yield ("outcome", None, outcome, OUTCOME_TITLES[outcome], OUTCOME_MEANINGS[outcome])


def _questions() -> Iterator[Row]:
    for field in FIELDS:
        yield ("question", f"step {field.step}", field.name, field.question, field.help)
        for option in field.options:
            yield ("option", field.name, option.value, option.title, None)
        if field.name == "response_rule":
            for answer, options in RESPONSE_RULES.items():
                for option in options:
                    when = f"Offered when response_correct is {answer}."
                    yield ("option", field.name, option.value, option.title, when)
