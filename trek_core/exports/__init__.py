"""What was reviewed, for other programs: lines of conclusions, and the workbook's sheets as tables.

conclusions     what each case comes to, people's labels first; and corrections of references
tables          one pass over the cases fills a table for each sheet
csv_tables      such tables as CSV; formula_text keeps their text from running in a spreadsheet
parquet_tables  such tables as Parquet; dataset_card is the README.md beside them
"""

from trek_core.exports.conclusions import (
    CORRECTION_FIELDS,
    REVIEWED_FIELDS,
    build_corrections,
    build_reviewed,
    is_of_trektrace,
)

__all__ = [
    "CORRECTION_FIELDS",
    "REVIEWED_FIELDS",
    "build_corrections",
    "build_reviewed",
    "is_of_trektrace",
]
