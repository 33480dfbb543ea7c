"""`trek backup`, `trek restore` and `trek merge` as somebody types them."""

import json

from review_db.cli import main
from review_db.store import ReviewStore
from tests.review_db.apart import dump, part


def test_a_backup_goes_and_comes_back(store, tmp_path, capsys):
    kept, new = str(tmp_path / "kept.db"), str(tmp_path / "new.db")
    assert main(["backup", "--to", kept, "--db", str(store.path)]) == 0
    assert main(["restore", kept, "--db", new]) == 0
    assert capsys.readouterr().out == f"Wrote {store.path} to {kept}\nRestored {new} from {kept}\n"
    assert dump(tmp_path / "new.db") == dump(store.path)
    assert main(["restore", kept, "--db", new, "--force"]) == 0
    assert "The database that was there is kept as " in capsys.readouterr().out


def test_a_failure_is_one_sentence(store, tmp_path, capsys):
    place = str(store.path)
    for arguments, said in (
        (["backup", "--to", place, "--db", place], "is that database itself"),
        (
            ["backup", "--to", "x.db", "--db", str(tmp_path / "no.db")],
            "There is no review database",
        ),
        (["restore", str(tmp_path), "--db", place], "cannot be read: Is a directory."),
        (["restore", str(tmp_path / "no.db"), "--db", place], "cannot be read: No such file"),
        (["merge", place, str(tmp_path / "no.db")], "cannot be read: No such file"),
    ):
        assert main(arguments) == 1
        err = capsys.readouterr().err
        assert err.startswith(f"trek {arguments[0]}: ")
        assert said in err
        assert err.count("\n") == 1


def test_a_merge_says_what_it_took_and_what_is_in_conflict(store, tmp_path, capsys):
    theirs = part(store, tmp_path / "theirs.db")
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    theirs.save_answer("c1", "Ada", "reference_valid", "no")
    theirs.save_answer("c2", "Bo", "reference_valid", "no")
    arguments = ["merge", str(store.path), str(theirs.path)]
    assert main([*arguments, "--dry-run"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "conflict: judgement: case c1, annotator Ada, round default: both sides went on "
        "differently: here state draft, revision 1; there state draft, revision 1"
    )
    assert lines[-1].startswith("Would take 1 step of a judgement, 1 judgement")
    assert lines[-1].endswith("; 1 conflict")
    assert ReviewStore(store.path).load_judgement("c2", "Bo").revision == 0
    assert main([*arguments, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["written"], report["taken"]["judgements"]) == (True, 1)
    assert report["conflicts"][0]["theirs"] == {"state": "draft", "revision": 1}
    assert ReviewStore(store.path).load_judgement("c2", "Bo").revision == 1
    capsys.readouterr()
    assert main([*arguments[:2], arguments[2]]) == 1
    assert capsys.readouterr().out.endswith("Took nothing; 1 conflict\n")
