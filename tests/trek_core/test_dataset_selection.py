"""Choosing questions of a dataset: by conditions, and the paper's subset."""

import pytest

from tests.trek_core.dataset_files import (
    FRESHQA_FILE,
    infodeepseek,
    load,
    neoqa,
    page,
    sealqa,
    write_lines,
)
from trek_core.datasets.questions import DatasetQuestion
from trek_core.datasets.selection import (
    Condition,
    paper_conditions,
    parse_condition,
    select_questions,
)
from trek_core.errors import TrekError
from trek_core.jsonl import Taken, read_jsonl
from trek_core.jsonl import write_lines as write_jsonl_lines


def test_conditions_go_by_any_name_of_a_field_and_by_items_of_a_list(tmp_path):
    found = load(write_lines(tmp_path / "s.jsonl", sealqa(), sealqa(effective_year="2025")))

    def count(*texts):
        conditions = [parse_condition(text) for text in texts]
        return len(select_questions(found.questions, conditions, found.dataset))

    assert count("question_types=Advanced reasoning") == 2
    assert count("effective_year=2025", "topic=others") == 1
    assert count("effective_year=before 2024", "topic=Sports") == 0
    assert count("answer=four") == count("reference_answers=Four") == 2
    assert count("question_id=") == 2, "nothing after the sign asks for what is not recorded"
    with pytest.raises(TrekError, match="No question has a field 'colour'"):
        select_questions(found.questions, [Condition("colour", "red")], found.dataset)
    with pytest.raises(TrekError, match="No question has a field 'canary'"):
        select_questions(found.questions, [Condition("canary", "x")], found.dataset)
    for text in ("freshness", "=x"):
        with pytest.raises(ValueError, match="field=value"):
            parse_condition(text)


def test_selected_questions_are_lines_of_a_trektrace_file_and_a_dataset_again(tmp_path):
    files = {
        "freshqa": FRESHQA_FILE,
        "infodeepseek": write_lines(tmp_path / "i.jsonl", infodeepseek()),
        "longseal": write_lines(
            tmp_path / "l.jsonl",
            sealqa(**{f"{count}_docs": [page("https://p.example")] for count in (12, 20, 30)}),
        ),
        "neoqa": write_lines(tmp_path / "n.jsonl", neoqa()),
    }
    for name, path in files.items():
        questions = load(path).questions
        out = tmp_path / f"{name}.out.jsonl"
        write_jsonl_lines(out, map(DatasetQuestion.to_json, questions))
        assert all(isinstance(entry, Taken) for entry in read_jsonl(out))
        again = load(out)
        assert (again.dataset.name, again.problems) == ("trektrace", ())
        assert list(map(DatasetQuestion.to_json, again.questions)) == list(
            map(DatasetQuestion.to_json, questions)
        )


def test_a_dataset_the_paper_took_nothing_from_has_no_paper_subset(tmp_path):
    found = load(write_lines(tmp_path / "n.jsonl", neoqa()))
    with pytest.raises(TrekError, match="takes no questions from NeoQA"):
        paper_conditions(found.dataset)
