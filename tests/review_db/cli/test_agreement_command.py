"""What `trek agreement` prints for people; its JSON is the report's own."""

import argparse
import json

import pytest

from review_db.cli.agreement import add_parser, write_report
from review_db.store import ReviewStore
from trek_core.agreement import MARK_TITLES, CaseAttribution, HumanJudgement, compute_report
from trek_core.agreement.comparisons.sections import SECTIONS
from trek_core.errors import TrekError
from trek_core.taxonomy import LabelSet


def write(cases, judgements):
    return list(write_report(compute_report(cases, judgements)))


def judge(case_id, post, annotator="Ada"):
    return HumanJudgement(
        case_id, annotator, "default", "assisted", "submitted", "system_related", "none", post
    )


def test_a_table_names_raters_exclusions_and_each_view():
    sets = {"c1": "Distraction", "c2": "Distraction", "c3": "Interpretation"}
    cases = [
        CaseAttribution(case_id, LabelSet("none", post), True) for case_id, post in sets.items()
    ]
    cases.append(CaseAttribution("c4", None, False))
    judgements = [judge("c1", "Distraction"), judge("c2", "Interpretation"),
                  judge("c3", "Interpretation")]  # fmt: skip
    lines = write(cases, judgements)
    assert lines[:3] == [
        "TrekTrace vs people, round default, assisted",
        "  3 of 4 cases count",
        "  1 left out: no TrekTrace attribution",
    ]
    # By hand: p_o = 2/3, p_e = (2 x 1 + 1 x 2) / 9 = 4/9, kappa = (2/9) / (5/9) = .4.
    joint = next(line for line in lines if line.lstrip().startswith("joint label set"))
    assert joint.split()[3:7] == ["3", "66.7", "%", ".400"]
    retrieval = next(line for line in lines if line.lstrip().startswith("retrieval side"))
    assert retrieval.split()[2:7] == ["3", "100.0", "%", "undefined", "-"]
    assert retrieval.endswith("  one answer only, few cases")
    assert any(line.startswith("few cases: Fewer than 30 cases") for line in lines)
    assert not any(code in line for line in lines for code in MARK_TITLES), "codes are for --json"


def test_what_was_left_out_is_not_said_to_wait_for_a_decision():
    lines = write([CaseAttribution("c1", None, False)], [judge("c1", "none")])
    assert "  0 of 1 cases count" in lines
    assert "  1 left out: no TrekTrace attribution" in lines
    (why,) = [line for line in lines if line.startswith("no cases: ")]
    assert why.startswith("no cases: There is nothing to compare: no case is decided by both")


def test_incomplete_attributions_stand_in_a_table_of_their_own():
    lines = write([CaseAttribution("c1", LabelSet(), False)], [judge("c1", "none")])
    headings = [line for line in lines if line.startswith("TrekTrace vs people")]
    assert headings == [
        "TrekTrace vs people, round default, assisted",
        "TrekTrace vs people, round default, assisted, incomplete attributions counted too",
    ]


def run_command(*words):
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["agreement", *words])
    return args.run(args)


@pytest.fixture
def database(tmp_path):
    """Three failed cases, two with probes recorded in part, none judged."""
    lines = [
        {"case_id": "c1", "question": "Who leads Ostrava?", "judge": {"verdict": "incorrect"},
         "gold_only": {"correct": False}},
        {"case_id": "c2", "question": "Who leads Ostrava?", "judge": {"verdict": "incorrect"},
         "gold_only": {"correct": False}},
        {"case_id": "c3", "question": "Who leads Ostrava?", "judge": {"verdict": "correct"}},
    ]  # fmt: skip
    source = tmp_path / "cases.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    path = tmp_path / "reviews.db"
    ReviewStore(path).import_file(source, "cases.jsonl")
    return str(path)


def test_json_is_one_object_on_stdout_and_nulls_where_undefined(database, capsys):
    assert run_command("--db", database, "--json") == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert err == ""
    assert report["population"] == {
        "cases": 3, "n": 0, "excluded": {"no_attribution": 1, "human_pending": 2}
    }  # fmt: skip
    assert report["results"][0]["value"] is None
    assert report["results"][0]["reason"] == "no_pairs"
    assert len(report["confusion"]["counts"]) == 9
    assert list(report)[:3] == ["population", "results", "confusion"]
    assert list(report)[3:] == [*SECTIONS, "over_time", "flips"]


def test_without_json_the_tables_are_printed(database, capsys):
    assert run_command("--db", database) == 0
    assert capsys.readouterr().out.startswith("TrekTrace vs people, round default, assisted\n")


def test_an_unknown_annotator_is_named_and_nothing_is_printed(database, capsys):
    with pytest.raises(TrekError, match=r"--annotator: 'Nobody' .* nobody yet"):
        run_command("--db", database, "--annotator", "Nobody")
    assert capsys.readouterr().out == ""


def test_submitted_judgements_are_read_from_the_database(tmp_path, capsys):
    page = "http://gold.example/a"
    checks = ("model", "temporal", "context", "page_content")
    answers = {
        "target_basis": "none", "gold_pages": {page: "supports"}, "reference_valid": "yes",
        "response_correct": "no", "response_rule": "wrong_entity",
        "page_marks": {page: "carries_all"}, "evidence_retrieved": "yes",
        **{f"gold_only_{check}_ok": "yes" for check in checks}, "gold_only_correct": "no",
    }  # fmt: skip
    case = {
        "case_id": "c1", "question": "Who leads Ostrava?", "reference_answers": ["A"],
        "gold_urls": [page], "search_calls": [{"query": "q", "urls": [page]}],
        "judge": {"verdict": "incorrect"}, "retrieval": {"url_match": True},
        "gold_only": {"rag_answer": "B", "correct": False},
        "judgements": [{"annotator": "Ada", "answers": answers}],
    }  # fmt: skip
    source = tmp_path / "cases.jsonl"
    source.write_text(json.dumps(case) + "\n", "utf-8")
    ReviewStore(tmp_path / "reviews.db").import_file(source, "cases.jsonl")
    assert run_command("--db", str(tmp_path / "reviews.db"), "--annotator", "Ada", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["population"] == {"cases": 1, "n": 1, "excluded": {}}
    interpretation = report["confusion"]["labels"].index("Interpretation")
    assert report["confusion"]["counts"][interpretation][interpretation] == 1
    (audit,) = (
        row
        for row in report["judge"]
        if (row["by"], row["view"], row["statistic"])
        == ("all", "response_correct", "percent_agreement")
    )
    assert (audit["value"], audit["n"], audit["comparison"]) == (1.0, 1, "judge_vs_human")


def test_a_round_in_which_nobody_judged_is_named(database, capsys):
    assert run_command("--db", database, "--round", "default") == 0
    assert capsys.readouterr().out.startswith("TrekTrace vs people, round default, assisted\n")
    with pytest.raises(TrekError, match=r"--round: .* in 'r3'; the choice is: default"):
        run_command("--db", database, "--round", "r3")
