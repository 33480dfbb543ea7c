"""Paths side by side: where they part."""

from pages.parts.paths import TELLS_OF_TREKTRACE, Path, compute_rows, path_of_kept
from tests.review_db.round_steps import INTERPRETATION, WRONG
from tests.trek_core.checklist_samples import FACTS


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


def test_a_question_that_a_path_never_came_to_reads_not_asked():
    kept = {"answers": WRONG, "outcome": "reference_answer_error"}
    stopped = path_of_kept("A", kept, FACTS)
    went_on = path_of_kept("B", {"answers": INTERPRETATION, "outcome": "system_related"}, FACTS)
    cells = {row.title: row.cells for row in compute_rows([stopped, went_on])}
    assert cells["Do the retrieved pages carry the evidence?"] == ("not asked", "Yes")
    assert cells["Retrieval side"] == ("not asked", "no answer")


def test_labels_that_rest_on_what_is_not_known_say_so_and_are_no_difference_for_that():
    known = {"outcome": "system_related", "post_side": "Interpretation"}
    person = Path("A", {}, {**known, "retrieval_side": "Retrieval",
                            "labels": ("Retrieval", "Interpretation")})  # fmt: skip
    trektrace = Path("TrekTrace", {}, {**known, "labels": ("Retrieval", "Interpretation"),
                                       "incomplete": True})  # fmt: skip
    rows = {row.title: row for row in compute_rows([person, trektrace])}
    assert rows["Retrieval side"].cells == ("Retrieval", "not known")
    assert rows["Labels"].cells[1] == "Retrieval + Interpretation · incomplete"
    assert not any(row.differs for row in rows.values())
