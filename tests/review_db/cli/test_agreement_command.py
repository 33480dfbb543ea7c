"""What `trek agreement` prints for people; its JSON is the report's own."""

from review_db.cli.agreement import make_printable, write_report
from trek_core.agreement import CaseAttribution, HumanJudgement, compute_report
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
    assert retrieval.split()[2:] == [
        "3",
        "100.0",
        "%",
        "undefined",
        "-",
        "single_category,",
        "small_n",
    ]
    assert any(line.startswith("small_n: Fewer than 30 cases") for line in lines)
    assert not any(line.startswith("no_pairs") for line in lines)


def test_incomplete_attributions_stand_in_a_table_of_their_own():
    lines = write([CaseAttribution("c1", LabelSet(), False)], [judge("c1", "none")])
    headings = [line for line in lines if line.startswith("TrekTrace vs people")]
    assert headings == [
        "TrekTrace vs people, round default, assisted",
        "TrekTrace vs people, round default, assisted, incomplete attributions counted too",
    ]


def test_a_name_from_a_file_cannot_steer_the_terminal():
    assert (
        make_printable("A\x1b[2Jda\ud83d")
        == "A\N{REPLACEMENT CHARACTER}[2Jda\N{REPLACEMENT CHARACTER}"
    )
