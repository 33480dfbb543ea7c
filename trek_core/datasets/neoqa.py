"""NeoQA: multiple-choice questions about invented news, published encoded (Glockner et al., 2025).

Its authors' script says how: each line is base64 of its bytes, every one of them combined by XOR
with the published key modulo 256. Decoding happens here, in memory; nothing is sent anywhere.
"""

import base64
import binascii

from trek_core.datasets.cells import Cells
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.shapes import Dataset, make_question
from trek_core.errors import CaseFormatError

PUBLISHED_KEY = 23456
OPTION_COUNT = 7
"""Answer options of a question: the answer, distractors, and "Unanswerable" (dataset card)."""

_XOR = bytes(byte ^ PUBLISHED_KEY % 256 for byte in range(256))


def decode_line(line: bytes) -> bytes:
    """A published line as JSON in UTF-8; raises `CaseFormatError` for a line that is no base64."""
    try:
        # The authors' script reads each byte as one character.
        plain = base64.b64decode(line.strip(), validate=True).translate(_XOR).decode("latin-1")
    except binascii.Error:
        raise CaseFormatError("line", "a line that is no base64", "an encoded line") from None
    return plain.encode()


def read_question(cells: Cells, dataset: str) -> DatasetQuestion:
    """Read a question, or a question with the articles given for it (an instance)."""
    answer, options = cells.texts("answer"), cells.texts("answer_options")
    if options is not None:
        if len(options) != OPTION_COUNT:
            cells.note("answer_options", f"{len(options)} options", f"{OPTION_COUNT}")
        if answer and answer[0] not in options:
            cells.note("answer", "an answer that is no option", "one of the options")
    return make_question(
        cells,
        dataset=dataset,
        question_id=_question_id(cells),
        question=cells.question("question"),
        reference_answers=answer,
        hops="multi-hop" if cells.rest().get("category") == "multi-hop" else None,
        options=options,
        sufficient_documents=_sufficient(cells),
    )


def _question_id(cells: Cells) -> str | None:
    """The instance's id where there is one: instances of one question differ in their articles."""
    if "instance_id" in cells.rest():
        return cells.identifier("instance_id")
    return cells.identifier("question_id")


def _sufficient(cells: Cells) -> tuple[tuple[str, ...], ...] | None:
    name = "all_sufficient_article_id_combinations"
    value = cells.raw(name)
    if value is None:
        return None
    if not isinstance(value, list) or not all(_is_texts(each) for each in value):
        cells.note(name, "something else", "a list of lists of article ids")
        return None
    return tuple(tuple(each) for each in value)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


NEOQA = Dataset(
    name="neoqa",
    title="NeoQA",
    files="JSONL, encoded as published or decoded",
    marks=frozenset({"timeline_id", "question_id", "question", "answer", "answer_options"}),
    read=read_question,
    columns={
        "instance_id": "question_id",
        "answer": "reference_answers",
        "answer_options": "options",
        "all_sufficient_article_id_combinations": "sufficient_documents",
    },
    decode=decode_line,
    caution="NeoQA asks not to be shared as plain text: keep the decoded file to yourself.",
)
