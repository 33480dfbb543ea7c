"""All annotators together: how often they split, Fleiss' kappa and Krippendorff's alpha.

Fleiss' kappa needs as many answers on every case: it is made of the cases with the commonest
number of them, and says how many others there are. Alpha takes every case with two answers or
more, whoever is missing; on label sets it comes once more with two distances that give a set
partly right its part.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from trek_core.agreement.comparisons.all_answers import AllAnswers, gather_answers
from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.questions import LABEL_QUESTIONS
from trek_core.agreement.comparisons.rows import Row, row_of_figure, row_of_share
from trek_core.agreement.statistics.fleiss import compute_fleiss_kappa
from trek_core.agreement.statistics.krippendorff import NOMINAL, compute_alpha
from trek_core.agreement.statistics.ratings import Ratings
from trek_core.agreement.statistics.set_distance import JACCARD, MASI
from trek_core.taxonomy import LABEL_SETS

ALL_ANNOTATORS = "all_annotators"


def compute_all_annotators(material: Material) -> list[Row]:
    """Everybody's label sets in each round and mode, however many judged each case."""
    rows = []
    for within in material.rounds:
        profiles = material.find_profiles(within)
        place = {"comparison": ALL_ANNOTATORS, **within._asdict()}
        for question in LABEL_QUESTIONS:
            answers = gather_answers(question, profiles)
            rows += rows_of_answers(answers, place)
            if question.view == "joint":
                rows += _rows_of_set_distances(answers, {**place, "view": question.view})
                rows += _rows_of_labels(answers, place)
    return rows


def rows_of_answers(answers: AllAnswers, place: Mapping[str, Any]) -> list[Row]:
    """How often people split on one question, Fleiss' kappa, and alpha."""
    place = {**place, "view": answers.view}
    return [
        _row_of_split(answers, place),
        _row_of_fleiss(answers, place),
        _row_of_alpha(answers, place, answers.categories, NOMINAL),
    ]


def _rows_of_set_distances(answers: AllAnswers, place: Mapping[str, Any]) -> list[Row]:
    sets = tuple(frozenset(label_set.labels) for label_set in LABEL_SETS)
    return [_row_of_alpha(answers, place, sets, distance) for distance in (MASI, JACCARD)]


def _rows_of_labels(answers: AllAnswers, place: Mapping[str, Any]) -> list[Row]:
    """The same for each label: given or not."""
    return [row for part in answers.split_by_label() for row in rows_of_answers(part, place)]


def _row_of_split(answers: AllAnswers, place: Mapping[str, Any]) -> Row:
    return row_of_share(
        answers.split,
        answers.compared,
        place,
        details=_details(answers),
        case_ids=answers.groups,
    )


def _row_of_fleiss(answers: AllAnswers, place: Mapping[str, Any]) -> Row:
    size, counts, times = answers.find_equal_group()
    raters = len(answers.annotators)
    figure = compute_fleiss_kappa(Ratings(counts, answers.categories, times, raters))
    others = answers.compared - int(times.sum())
    details = {**_details(answers), "raters_per_case": size, "other_number_of_raters": others}
    return row_of_figure(figure, place, details=details, case_ids=answers.groups)


def _row_of_alpha(
    answers: AllAnswers, place: Mapping[str, Any], categories: Iterable[Any], distance: str
) -> Row:
    raters = len(answers.annotators)
    ratings = Ratings(answers.counts, tuple(categories), answers.times, raters)
    figure = compute_alpha(ratings, distance)
    return row_of_figure(figure, place, details=_details(answers), case_ids=answers.groups)


def _details(answers: AllAnswers) -> dict[str, Any]:
    return {
        "annotators": list(answers.annotators),
        "units": answers.units,
        "missing": dict(answers.missing),
    }
