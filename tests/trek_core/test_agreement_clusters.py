"""Which pairs hang together in the bootstrap by question."""

from tests.trek_core.agreement_samples import case
from trek_core.agreement import Pair
from trek_core.agreement.comparisons.question_clusters import cluster_by_question
from trek_core.taxonomy import LabelSet


def test_pairs_of_one_question_hang_together_in_every_dataset_and_year_and_unknown_ones_alone():
    cases = [
        case("a", system="one", question_key="Q1", dataset="fresh", year="2024"),
        case("b", system="two", question_key="Q1", dataset="fresh", year="2024"),
        case("c", question_key="Q2"),
        case("d", question_key="Q1", dataset="other", year="2025"),
        case("e"),
        case("f"),
    ]
    pairs = [Pair(each.case_id, LabelSet(), LabelSet()) for each in cases]
    found = cluster_by_question(pairs, {each.case_id: each for each in cases})
    ids = [[pair.case_id for pair in cluster] for cluster in found]
    assert ids == [["a", "b", "d"], ["c"], ["e"], ["f"]]
