"""Cases grouped by who says what: as if each case were read by itself."""

from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.test_agreement_population import CASES, JUDGEMENTS
from trek_core.agreement import RoundMode
from trek_core.agreement.comparisons.handed_in import HandedIn, group_by_case
from trek_core.agreement.comparisons.profiles import Profiles
from trek_core.agreement.comparisons.sides import HumanJudgement

WITHIN = RoundMode("default", "assisted")
PEOPLE = st.lists(st.sampled_from(["Ada", "Bo", "Cleo", "Dan"]), unique=True)


def say(said):
    if isinstance(said, HumanJudgement):
        return said.state, said.outcome, said.retrieval_side, said.post_side
    return said


def read(handed_in, case_id, name):
    judgement = handed_in.own.get(case_id, {}).get(name)
    return say(judgement or handed_in.say_why_missing(case_id, name))


@given(CASES, JUDGEMENTS, PEOPLE)
def test_every_case_is_in_the_one_group_that_says_what_its_people_say(cases, judgements, people):
    case_ids = [case.case_id for case in cases]
    handed_in = HandedIn(WITHIN, group_by_case(judgements, WITHIN.round))
    found = {
        case_ids[place]: tuple(say(each) for each in said)
        for places, said in Profiles(case_ids, handed_in).group_by_people(people)
        for place in places.tolist()
    }
    assert found == {
        case_id: tuple(read(handed_in, case_id, name) for name in people) for case_id in case_ids
    }


def test_a_group_has_its_cases_in_order():
    given = HumanJudgement(
        "c2", "Ada", "default", "assisted", "submitted", "system_related", "none", "Distraction"
    )
    handed_in = HandedIn(WITHIN, group_by_case([given], "default"))
    groups = Profiles(["c0", "c1", "c2", "c3"], handed_in).group_by_people(["Ada"])
    assert [(places.tolist(), said[0] == given) for places, said in groups] == [
        ([2], True), ([0, 1, 3], False),
    ]  # fmt: skip
