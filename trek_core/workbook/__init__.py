"""The review workbook (XLSX): what goes in each sheet, and how cells are made safe.

cells            any value -> a cell that Excel and XML can hold, and the escape of the format
columns          what a column and a table are; the columns that tables share
reviewed         one record with TrekTrace's side, unless withheld, and people's answers read
*_sheet          one sheet each: Checklist, Retrieval audit, Probes, Taxonomy, Agreement
manifest         where a workbook comes from, rows and hashes of its sheets
sheet_writer     one sheet, row by row; table_writer fills it; styles are its looks
writer           `write_workbook`: all sheets in one pass over the records
"""

from trek_core.workbook.manifest import SheetSummary, WorkbookAbout, WorkbookManifest
from trek_core.workbook.writer import write_workbook

__all__ = ["SheetSummary", "WorkbookAbout", "WorkbookManifest", "write_workbook"]
