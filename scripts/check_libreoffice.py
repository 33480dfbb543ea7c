"""Send a workbook through LibreOffice and report what comes back.

`python scripts/check_libreoffice.py` opens an export of hard texts in LibreOffice without a screen,
saves it as XLSX, and imports that as a dry run. With a folder as argument, the saved file is kept
there. Needs `soffice` on the path (Debian: libreoffice-calc-nogui) and the tests beside it.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from review_db.store import ReviewStore
from tests.review_db.workbook_steps import export, fill

SECONDS = 300


def main() -> int:
    """Print the report; returns 0 when nothing came back changed."""
    soffice = shutil.which("soffice")
    if soffice is None:
        print("soffice is not on the path: install libreoffice-calc-nogui", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        store = ReviewStore(here / "reviews.db")
        fill(store)
        (here / "review.xlsx").write_bytes(export(store))
        saved = save_again(soffice, here)
        report = store.report_reviews(saved.read_bytes(), saved.name)
        if len(sys.argv) > 1:
            shutil.copy(saved, Path(sys.argv[1]) / "libreoffice.xlsx")
    for cell in report.cells:
        print(f"{cell.status}: {cell.sheet}, row {cell.row}, {cell.column}: {cell.why}")
    for note in report.notes:
        print(note)
    print(report.counts)
    return 1 if report.cells else 0


def save_again(soffice: str, folder: Path) -> Path:
    """The workbook after LibreOffice opened it and saved it as XLSX."""
    subprocess.run(
        [
            soffice,
            "--headless",
            f"-env:UserInstallation=file://{folder}/profile",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(folder / "saved"),
            str(folder / "review.xlsx"),
        ],
        check=True,
        capture_output=True,
        timeout=SECONDS,
    )
    return folder / "saved" / "review.xlsx"


if __name__ == "__main__":
    sys.exit(main())
