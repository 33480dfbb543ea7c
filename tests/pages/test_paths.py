"""Paths side by side: where they part."""

from pages.parts.paths import TELLS_OF_TREKTRACE, Path, compute_rows


def find_first(*paths):
    return [row.title for row in compute_rows(paths) if row.is_first]


def test_the_first_deciding_question_answered_otherwise_is_marked():
    one = {"target_basis": "none", "reference_valid": "yes", "evidence_retrieved": "yes"}
    other = {"target_basis": "explicit", "reference_valid": "yes", "evidence_retrieved": "no"}
    assert find_first(Path("A", one, {}), Path("B", other, {})) == [
        "Do the retrieved pages carry the evidence?"
    ]


def test_a_question_that_one_path_never_came_to_is_no_difference():
    stopped = Path("A", {"reference_valid": "no"}, {"outcome": "reference_answer_error"})
    went_on = Path("B", {"evidence_retrieved": "yes"}, {"outcome": "system_related"})
    assert find_first(stopped, went_on) == ["Outcome"]


def test_paths_that_agree_have_no_first_difference():
    path = Path("A", {"reference_valid": "yes"}, {"outcome": "judge_error"})
    assert find_first(path, path) == []
    assert not any(row.differs for row in compute_rows([path, path]))


def test_why_somebody_differs_from_trektrace_is_left_out_while_its_side_is_hidden():
    path = Path("A", {"reference_valid": "yes", "disagreement_post": "It is no Distraction."}, {})
    shown = [row.cells for row in compute_rows([path])]
    hidden = [row.cells for row in compute_rows([path], without=TELLS_OF_TREKTRACE)]
    assert ("It is no Distraction.",) in shown
    assert ("It is no Distraction.",) not in hidden
    assert len(hidden) == len(shown) - 1
