"""A dataset card to start from: README.md with the front matter that the Hugging Face Hub reads.

It says only what the tables show. What nobody here can know, above all the licence, is left to be
filled in.
"""

import json
from collections.abc import Iterator

from trek_core.counted import count_of
from trek_core.exports.tables import TablesSummary
from trek_core.workbook.manifest import SAMPLE_NOTICE, WorkbookAbout

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST = "1M<n<10M"

LICENCE_NOTICE = (
    "To be filled in before this is published. Questions, references and answers come from the "
    "datasets and systems named in the tables, each under terms of its own that this program does "
    "not know; judgements are their annotators'. `license: unknown` above stands until then."
)


def build_card(about: WorkbookAbout, summary: TablesSummary) -> str:
    """The text of README.md."""
    return "\n".join([*_front_matter(summary), "", *_body(about, summary), ""])


def _front_matter(summary: TablesSummary) -> Iterator[str]:
    yield "---"
    yield "license: unknown"
    yield "size_categories:"
    yield f"- {_size(summary.cases)}"
    yield "configs:"
    for table in summary.tables:
        yield f"- config_name: {table.name}"
        yield f"  data_files: {json.dumps(table.file)}"
        if table.name == "checklist":
            yield "  default: true"
    yield "---"


def _body(about: WorkbookAbout, summary: TablesSummary) -> Iterator[str]:
    yield "# Reviewed failure attributions"
    yield ""
    yield (
        f"{count_of(summary.cases, 'case')} with {count_of(summary.judgements, 'judgement')} by "
        f"people, exported from {about.app_name} {about.app_version} (guideline version "
        f"{about.guideline_version})."
    )
    yield ""
    if about.is_sample:
        yield f"This is the {SAMPLE_NOTICE}."
        yield ""
    side = "is in the tables" if about.with_trektrace else "is withheld: a blind round is open"
    yield f"TrekTrace's side {side}. How the tables came about is in `manifest.json`."
    for table in summary.tables:
        yield ""
        yield f"## {table.name}"
        yield ""
        fields = ", ".join(f"`{each}`" for each in table.columns)
        yield f"{count_of(table.rows, 'row')}. Fields: {fields}."
    yield ""
    yield "## Licence"
    yield ""
    yield LICENCE_NOTICE


def _size(cases: int) -> str:
    return next((name for most, name in _SIZES if cases < most), _LARGEST)
