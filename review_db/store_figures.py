"""The part of the store that figures over many cases read."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from review_db.case_filter import CaseFilter
from review_db.connection import open_database

if TYPE_CHECKING:
    from review_db.comparing import RepeatedQuestion
    from trek_core.figures.cases import FigureCase
    from trek_core.figures.costs import ProbeSpending
    from trek_core.figures.facts import Role
    from trek_core.figures.named import Named
    from trek_core.side_by_side import ComparedCase


class FigureMethods:
    """Narrow reads over all cases; nothing is withheld, so they are not for blind annotators."""

    path: Path

    def load_figure_cases(
        self,
        filter: CaseFilter | None = None,  # noqa: A002
    ) -> "list[FigureCase]":
        """The cases of a filter with TrekTrace's labels and what people concluded."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_figure_cases(db, filter)

    def load_domains(self, role: "Role") -> dict[str, tuple[str, ...]]:
        """The domains of every case's gold, retrieved or misleading pages."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_domains(db, role)

    def load_page_ages(
        self,
        filter: CaseFilter | None = None,  # noqa: A002
    ) -> "dict[str, Mapping[Role, Sequence[int]]]":
        """Effective year minus the year of each dated page, by case and role."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_page_ages(db, filter)

    def load_misleading(self) -> "list[Named]":
        """The pages that people named as misleading, with their kinds."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_misleading(db)

    def load_reference_issues(self) -> "list[Named]":
        """What people found wrong with references."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_reference_issues(db)

    def load_spending_by_case(self) -> "list[ProbeSpending]":
        """What the calls of each probe to each model used, case by case."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_spending_by_case(db)

    def load_question_keys(self) -> dict[str, tuple[str, str]]:
        """The effective year of each case, and the key of its question."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_question_keys(db)

    def load_questions(self, case_ids: Iterable[str]) -> dict[str, str]:
        """The beginning of the question of each of these cases."""
        from review_db import figures

        with open_database(self.path) as db:
            return figures.load_questions(db, case_ids)

    def load_compared(self, case_ids: Iterable[str]) -> "list[ComparedCase]":
        """These cases with TrekTrace's side and what people concluded."""
        from review_db import comparing

        with open_database(self.path) as db:
            return comparing.load_compared(db, list(case_ids))

    def list_repeated_questions(
        self,
        words: str = "",
        *,
        of_several_runs: bool = False,
        case_filter: CaseFilter | None = None,
    ) -> "list[RepeatedQuestion]":
        """Questions with several cases, those whose labels and verdicts differ most first.

        `words`: all of them in the question, each by its beginning. `of_several_runs`: those alone
        that some system was asked more than once. Of a filter, the cases found count alone.
        """
        from review_db import comparing

        with open_database(self.path) as db:
            return comparing.list_repeated_questions(
                db, words, of_several_runs=of_several_runs, case_filter=case_filter
            )
