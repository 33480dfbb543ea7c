"""How long a workbook takes, and how much memory: `python benchmarks/workbook.py`.

Writes a sheet of 5,000 rows and 30 columns as the export writes every sheet, and the same cells
with the bare writer; then 5,000 and 50,000 rows for the peak of memory. Each run is a process of
its own.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from xlsxwriter import Workbook

from trek_core.workbook.sheet_writer import SheetWriter
from trek_core.workbook.styles import make_formats
from trek_core.workbook.writer import OPTIONS

COLUMNS = 30
REPEATS = 5


def make_rows(n: int) -> Iterator[list[str | int]]:
    """Rows as reviews have them: short words, numbers, a few sentences."""
    text = "A sentence about a harbour line, as long as an answer usually is. " * 3
    for number in range(n):
        row: list[str | int] = [f"case-{number}-{column}" for column in range(COLUMNS - 10)]
        yield [*row, *([number] * 5), *([text] * 5)]


def write_ours(path: Path, n: int) -> None:
    """Every cell made safe, counted and hashed."""
    with Workbook(str(path), OPTIONS) as book:
        widths = [12] * COLUMNS
        sheet = SheetWriter(book, make_formats(book), "Sheet", widths, even_rows=True)
        for row in make_rows(n):
            sheet.add_row(row)
        sheet.summarize()


def write_bare(path: Path, n: int) -> None:
    """The same cells with the same looks, and nothing else."""
    with Workbook(str(path), OPTIONS) as book:
        formats = make_formats(book)
        sheet = book.add_worksheet("Sheet")
        for number, row in enumerate(make_rows(n)):
            for column, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(number, column, value, formats["text"])
                else:
                    sheet.write_number(number, column, value, formats["number"])


WRITERS = {"ours": write_ours, "bare": write_bare}


def measure(name: str, n: int) -> dict[str, float]:
    """Seconds and peak megabytes of one run in a process of its own."""
    command = [sys.executable, __file__, name, str(n)]
    found: dict[str, float] = json.loads(
        subprocess.run(command, check=True, capture_output=True).stdout
    )
    return found


def run(name: str, n: int) -> None:
    """One run; prints what it took."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        WRITERS[name](Path(folder) / "book.xlsx", n)
        seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": round(seconds, 2), "megabytes": round(peak, 1)}))


def main() -> None:
    """Print the figures."""
    best = {name: min(measure(name, 5_000)["seconds"] for _ in range(REPEATS)) for name in WRITERS}
    print(f"5,000 x {COLUMNS}, best of {REPEATS}, processor seconds: {best}")
    print(f"ours / bare: {best['ours'] / best['bare']:.2f}")
    for n in (5_000, 50_000):
        print(f"{n:,} rows: {measure('ours', n)}")


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 1 else main()
