"""The review workbook (XLSX): what goes in each sheet, how cells are made safe, reading it back.

cells            any value -> a cell that Excel and XML can hold, and the escape of the format
answer_text      an answer as a cell's text, and that text read back
columns          what a column and a table are; the columns that tables share
row_keys         the hidden key of a row, and the place in a judgement that a cell belongs to
reviewed         one case with TrekTrace's side, unless withheld, and people's answers read
*_sheet          one sheet each
manifest         where a workbook comes from, rows and hashes of its sheets
sidecar          the whole texts of shortened cells, in a file beside the workbook
sheet_writer     one sheet, row by row; table_writer fills it; styles are its looks
writer           `write_workbook`: all sheets in one pass over the cases
package_check    what a file must be before it is opened
reader           `open_workbook`: the rows of an edited workbook
spreadsheet      what spreadsheet programs make of a cell
"""

from trek_core.workbook.manifest import SheetSummary, WorkbookAbout, WorkbookManifest
from trek_core.workbook.reviewed import Revision, Seat, WorkbookCase
from trek_core.workbook.writer import write_workbook

__all__ = [
    "Revision",
    "Seat",
    "SheetSummary",
    "WorkbookAbout",
    "WorkbookCase",
    "WorkbookManifest",
    "write_workbook",
]
