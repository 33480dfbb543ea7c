"""Published datasets: their questions, references, gold URLs and flags (docs/datasets.md).

registry, shapes   which datasets there are, and what one is
freshqa ... trektrace   one dataset each: how its rows are known and read
row_files, csv_rows, csv_lines, json_rows, parquet_rows   a file -> rows, by its content
cells, url_cells, spreadsheet_damage   a row -> typed values, with what is wrong
reading            a file -> questions and problems
selection          questions by condition, the paper's subsets
question_index, joining   recorded answers + questions: which belong together, what is filled in
"""
