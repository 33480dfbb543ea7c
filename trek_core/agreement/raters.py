"""All annotators together: how often they split, Fleiss' kappa and Krippendorff's alpha."""

from collections.abc import Mapping
from typing import Any

from trek_core.agreement.material import Material
from trek_core.agreement.people import Ratings, gather_ratings
from trek_core.agreement.questions import LABEL_QUESTIONS
from trek_core.agreement.rows import Row, row_of_share


def rows_of_ratings(ratings: Ratings, place: Mapping[str, Any]) -> list[Row]:
    """The figures of everybody's answers to one question."""
    return [_row_of_split(ratings, {**place, "view": ratings.view})]


def _row_of_split(ratings: Ratings, place: Mapping[str, Any]) -> Row:
    return row_of_share(
        len(ratings.split),
        len(ratings.compared),
        place,
        details={
            "annotators": list(ratings.annotators),
            "units": len(ratings.units),
            "missing": dict(ratings.missing),
        },
        case_ids={"differing": ratings.split, "compared": ratings.compared},
    )


def compute_all_annotators(material: Material) -> list[Row]:
    """Everybody's label sets in one round and mode, however many judged each case."""
    rows = []
    for within in material.rounds:
        handed_in = material.find_handed_in(within)
        for question in LABEL_QUESTIONS:
            ratings = gather_ratings(question, material.case_ids, handed_in)
            place = {"comparison": "all_annotators", **within._asdict()}
            rows += rows_of_ratings(ratings, place)
    return rows
