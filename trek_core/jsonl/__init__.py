"""Reading and writing `trektrace/1` JSONL (docs/data-format.md).

physical_lines   bytes -> numbered lines in constant memory (gz, BOM, over-long lines)
json_values      bytes -> numbered records, also of one JSON array or of objects over several lines
strict_json      one line -> one object, with every mended or refused value named
flat_fields      flat records -> the nested form, by one table of field names
refusals         a model's complaint -> field, found, expected, in the file's words
reader           lines -> entries: taken, repeated or rejected
content          the hash by which two records have the same content
writer           records -> lines, with the labels computed
"""

from trek_core.jsonl.content import content_hash
from trek_core.jsonl.flat_fields import FLAT_FIELDS
from trek_core.jsonl.reader import Entry, Rejected, Repeated, Taken, read_jsonl
from trek_core.jsonl.strict_json import Repair
from trek_core.jsonl.writer import record_to_json, write_jsonl, write_lines

__all__ = [
    "FLAT_FIELDS",
    "Entry",
    "Rejected",
    "Repair",
    "Repeated",
    "Taken",
    "content_hash",
    "read_jsonl",
    "record_to_json",
    "write_jsonl",
    "write_lines",
]
