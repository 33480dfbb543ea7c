"""Cases as figures read them, and a figure's marks by name."""

from trek_core.agreement.comparisons.sides import Conclusion
from trek_core.figures.cases import FigureCase
from trek_core.taxonomy import Label, LabelSet

DISTRACTION = LabelSet(post=Label.DISTRACTION)


BOTH = LabelSet(Label.RETRIEVAL, Label.INTERPRETATION)


WRONG_REFERENCE = Conclusion("reference_answer_error")


def case(case_id, recorded=DISTRACTION, **fields):
    fields = {"complete": True, "verdict": "incorrect", "system": "s", "dataset": "d"} | fields
    return FigureCase(case_id, recorded=recorded, **fields)


def by_name(figure, *, source=None):
    """(group, part) -> the mark, of one source if it is named."""
    return {
        (mark.group, mark.part): mark
        for mark in figure.marks
        if source in (None, mark.source)
    }  # fmt: skip
