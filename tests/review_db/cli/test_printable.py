import json
import re
from pathlib import Path

import review_db.cli
from review_db.cli.printable import make_printable, show, show_json

HOSTILE = "A\x1b[2Jda\x9b31m\r\x07\u202eb"


def test_a_name_from_a_file_cannot_steer_the_terminal():
    assert (
        make_printable("A\x1b[2Jda\ud83d")
        == "A\N{REPLACEMENT CHARACTER}[2Jda\N{REPLACEMENT CHARACTER}"
    )
    assert make_printable("नमस्ते می\u200cخواهم\u3000東京\t1") == "नमस्ते می\u200cخواهم\u3000東京\t1"


def test_lines_for_people_and_json_have_nothing_that_steers_and_json_loses_nothing(capsys):
    show(f"one {HOSTILE}\ntwo")
    show_json({"id": HOSTILE, "name": "é東"})
    lines = capsys.readouterr().out.split("\n")
    assert len(lines) == 4
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202e]", "".join(lines))
    assert json.loads(lines[2]) == {"id": HOSTILE, "name": "é東"}
    assert "é東" in lines[2]


def test_every_command_prints_through_the_one_place():
    folder = Path(review_db.cli.__file__).parent
    bare = re.compile(r"(?<![\w.])print\(|std(?:out|err)\.write\(")
    found = {path.name for path in folder.glob("*.py") if bare.search(path.read_text("utf-8"))}
    assert found == {"printable.py"}
