"""A question of a published dataset, in the same words whichever dataset it comes from."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from trek_core.cases import Document
from trek_core.recorded import Flag, Text, Texts, Whole


class DatasetQuestion(BaseModel):
    """One question with what its dataset says about it; None where that dataset does not say.

    `flags` are the dataset's own Boolean properties, `options` the choices of a multiple-choice
    question, `sufficient_documents` the sets of document ids each of which is enough to answer it,
    `document_lists` the pages that the dataset supplies, by its own names for them. Other fields
    are kept as they came. `canary` marks test data; it is never shown and only written when asked.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    dataset: Text
    question_id: Text | None = None
    question: Text
    reference_answers: Texts | None = None
    gold_urls: Texts | None = None
    effective_year: Whole | Text | None = None
    freshness: Text | None = None
    hops: Text | None = None
    false_premise: Flag | None = None
    flags: dict[str, Flag] | None = None
    options: Texts | None = None
    sufficient_documents: tuple[Texts, ...] | None = None
    document_lists: dict[str, tuple[Document, ...]] | None = None
    canary: Any = Field(default=None, exclude=True, repr=False)

    def to_json(self, *, with_canary: bool = False) -> dict[str, Any]:
        """The question as plain JSON values, with only what was given: a line of a TrekTrace file.

        Its canary is among them only when asked for.
        """
        line = self.model_dump(mode="json", exclude_unset=True)
        if with_canary and self.canary is not None:
            line["canary"] = self.canary
        return line
