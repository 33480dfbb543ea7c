"""A statistic's input as JSON gives it, taken apart into the arguments of its function.

Every reader takes the `input` of one worked example, in any of the shapes that one statistic is
given in, and passes over keys it does not know. ValueError says what is wrong with a value,
KeyError what is missing; both name the place.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from trek_core.agreement.statistics.adt_score import Accuracy
from trek_core.agreement.statistics.holm import FailureSplit
from trek_core.agreement.statistics.intervals import CONFIDENCE
from trek_core.agreement.statistics.json_fields import (
    Fields,
    order_table,
    take,
    take_fields,
    take_label,
    take_label_set,
    take_labels,
    take_list,
    take_object,
    take_rows,
    take_set,
    take_table,
)
from trek_core.agreement.statistics.krippendorff import turn_coders
from trek_core.agreement.statistics.mcnemar import Discordance, read_discordance
from trek_core.agreement.statistics.ratings import Ratings, count_ratings, expand_table, take_counts
from trek_core.agreement.statistics.tables import agreement_table, check_table, is_count
from trek_core.taxonomy import LABEL_SETS

Arguments = tuple[Any, ...]


def read_table(data: Any) -> Arguments:
    """`table`, or `pairs` of two answers each with `categories` where declared."""
    return (take_table(take_fields(data, "table")),)


def read_declared_table(data: Any) -> Arguments:
    """A table, the view it is (no other than itself) and the `q` categories declared."""
    fields = take_fields(data, "table")
    return take_table(fields), "joint", fields.get("q")


def read_table_and_category(data: Any) -> Arguments:
    """A table and the position of one `category`, from 0."""
    fields = take_fields(data)
    return take_table(fields), take(fields, "category")


def read_joint_table(data: Any) -> Arguments:
    """`cells` of system, human and count; or a 9 x 9 `table`."""
    fields = take_fields(data, "cells")
    if "cells" not in fields and "table" in fields:
        return (order_table(check_table(fields["table"]), fields.get("label_sets_order")),)
    table = np.zeros((len(LABEL_SETS), len(LABEL_SETS)), dtype=np.int64)
    for position, cell in enumerate(take_list(fields, "cells")):
        where = f"cells[{position}]"
        count = take(take_object(cell, where), "count", where)
        if not is_count(count):
            raise ValueError(f"{where}.count: found {count!r}, expected a count")
        pair = (take_label_set(cell, "system", where), take_label_set(cell, "human", where))
        table += int(count) * agreement_table([pair])
    return (table,)


def read_ratings(data: Any) -> Arguments:
    """Several people's answers in any of the shapes of `RATING_SHAPES`."""
    fields = take_fields(data)
    for key, take_ratings in RATING_SHAPES.items():
        if key in fields:
            return (take_ratings(fields, key),)
    raise KeyError(f"input: found none of {', '.join(RATING_SHAPES)}")


def read_ratings_and_category(data: Any) -> Arguments:
    """Answers and one `category`: the answer itself, or its position in a table of counts."""
    (ratings,) = read_ratings(data)
    return ratings, take_label(take(take_fields(data), "category"), "category")


def read_ratings_and_q(data: Any) -> Arguments:
    """Answers and the number `q` of categories declared, where given."""
    (ratings,) = read_ratings(data)
    return ratings, take_fields(data).get("q")


def read_set_ratings(data: Any) -> Arguments:
    """`coders_x_units_sets`, or `units_x_coders_sets`: lists of labels, null where missing."""
    fields = take_fields(data, "coders_x_units_sets")
    by_unit = "units_x_coders_sets"
    if by_unit in fields and "coders_x_units_sets" not in fields:
        return (count_ratings(take_rows(fields, by_unit, take_set)),)
    return (count_ratings(turn_coders(take_rows(fields, "coders_x_units_sets", take_set))),)


def read_two_sets(data: Any) -> Arguments:
    """Two sets of labels, `a` and `b`."""
    fields = take_fields(data)
    first, second = (take_set(take(fields, key), key) for key in ("a", "b"))
    return first, second


def read_discordant(data: Any) -> Arguments:
    """A 2 x 2 `table`, or its two discordant counts `b` and `c`, or both where they agree."""
    fields = take_fields(data, "table")
    if "table" not in fields and "pairs" not in fields:
        return (Discordance(take(fields, "b"), take(fields, "c")),)
    cases = read_discordance(take_table(fields))
    for key, counted in (("b", cases.b), ("c", cases.c)):
        if fields.get(key, counted) != counted:
            raise ValueError(f"{key}: found {fields[key]!r}, but the table has {counted}")
    return (cases,)


def read_answers(data: Any) -> Arguments:
    """A `matrix` of 0 and 1, one row a case and one column a condition."""
    return (take_rows(take_fields(data, "matrix"), "matrix", lambda answer, _: answer),)


def read_p_values(data: Any) -> Arguments:
    """A list `p` of p values."""
    return (take_list(take_fields(data, "p"), "p"),)


def read_splits(data: Any) -> Arguments:
    """`tests`: for each system both, post_only, upstream_only and neither; `n` is their sum."""
    splits = []
    for position, test in enumerate(take_list(take_fields(data, "tests"), "tests")):
        where = f"tests[{position}]"
        fields = take_object(test, where)
        names = ("both", "post_only", "upstream_only", "neither")
        try:
            split = FailureSplit(
                str(fields.get("model", position)), *(take(fields, name, where) for name in names)
            )
        except ValueError as error:
            raise ValueError(f"{where}.{error}") from None
        if fields.get("n", split.n) != split.n:
            raise ValueError(f"{where}.n: found {fields['n']!r}, but the counts sum to {split.n}")
        splits.append(split)
    return (splits,)


def read_accuracies(data: Any) -> Arguments:
    """Two lists, `answerable` and `unanswerable`, of accuracy `acc` and number `n`."""
    fields = take_fields(data)
    return tuple(
        [
            Accuracy(*(take(take_object(kind, where), key, where) for key in ("acc", "n")))
            for position, kind in enumerate(take_list(fields, name))
            for where in [f"{name}[{position}]"]
        ]
        for name in ("answerable", "unanswerable")
    )


def read_phi(data: Any) -> Arguments:
    """`phi` and the number `n` of cases behind it."""
    fields = take_fields(data)
    return take(fields, "phi"), take(fields, "n")


def read_proportion(data: Any) -> Arguments:
    """`k` of `n`, and the `confidence` where it is not .95."""
    fields = take_fields(data)
    return take(fields, "k"), take(fields, "n"), fields.get("confidence", CONFIDENCE)


def read_parts(data: Any) -> Arguments:
    """A list of `k` of `n`, or one of them."""
    parts = data if isinstance(data, list) else [data]
    return (
        [
            (take(fields, "k", where), take(fields, "n", where))
            for position, part in enumerate(parts)
            for where in [f"input[{position}]"]
            for fields in [take_object(part, where)]
        ],
    )


def _take_coders(fields: Fields, key: str) -> Ratings:
    rows = turn_coders(take_rows(fields, key, take_label))
    return count_ratings(rows, _declare(fields))


def _take_units(fields: Fields, key: str) -> Ratings:
    return count_ratings(take_rows(fields, key, take_label), _declare(fields))


def _take_counted(fields: Fields, key: str) -> Ratings:
    return take_counts(take_rows(fields, key, lambda count, _: count))


def _take_two_raters(fields: Fields, _: str) -> Ratings:
    return expand_table(take_table(fields))


def _declare(fields: Fields) -> list[Any] | None:
    return take_labels(fields, "categories") if "categories" in fields else None


RATING_SHAPES: dict[str, Callable[[Fields, str], Ratings]] = {
    "ratings_items_x_raters": _take_units,
    "counts_items_x_categories": _take_counted,
    "coders_x_units": _take_coders,
    "table": _take_two_raters,
    "pairs": _take_two_raters,
}
"""The keys under which several people's answers come, and how each is read."""
