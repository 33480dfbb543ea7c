"""Rows of a CSV or TSV file, one at a time, with the lines they begin on."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any, cast

from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import DAMAGE, Source, open_source
from trek_core.jsonl.reader import Parsed
from trek_core.jsonl.strict_json import Repair, mend

_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def delimiter_of(name: str) -> str | None:
    """What parts the cells of a file of this name; None where it is no table."""
    bare = name.lower().removesuffix(".gz")
    return next((sign for end, sign in _DELIMITERS.items() if bare.endswith(end)), None)


def load_rows(
    source: Source,
    delimiter: str,
    max_cell_bytes: int,
    take_header: Callable[[tuple[str, ...]], None],
) -> Generator[tuple[int, Parsed | CaseFormatError], None, None]:
    """Yield each row as an object of its cells that are not empty; the first row names them.

    The names go to `take_header` before the first row comes.
    """
    csv.field_size_limit(max_cell_bytes)
    with open_source(source) as stream:
        text = io.TextIOWrapper(cast(Any, stream), encoding="utf-8-sig", newline="")
        rows = csv.DictReader(text, delimiter=delimiter, strict=True)
        began = 1
        try:
            take_header(tuple(rows.fieldnames or ()))
            for row in rows:
                yield began + (began == 1), _parse(row)
                began = rows.line_num + 1
        except (csv.Error, UnicodeDecodeError, *DAMAGE) as error:
            yield began, CaseFormatError("line", f"a damaged table ({error})", "UTF-8 text cells")
        finally:
            text.detach()


def _parse(row: dict[str | Any, Any]) -> Parsed | CaseFormatError:
    if row.pop(None, None):
        return CaseFormatError("line", "more cells than columns", "a cell for each column")
    counts: Counter[str] = Counter()
    cells = cast(dict[str, Any], mend({k: v for k, v in row.items() if v}, counts))
    return cells, tuple(Repair(name, count) for name, count in counts.items())
