"""The Rounds page: making rounds, leading them, and what is frozen when one is closed."""

from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.round_words import MODE_MEANINGS, say_pace
from review_db.lead_view import Pace
from review_db.store import RoundPlan
from tests.pages.conftest import GATE, HOSTILE, import_lines, make_line, shown_text
from tests.review_db.case_lines import REFERENCE_WRONG, RESPONSE_WRONG
from trek_core.errors import StoreError


@pytest.fixture
def team(store):
    """Two annotators, a lead, and ten failures of two systems beside one accepted answer."""
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    lines = [make_line(f"c{n}", system="alpha" if n < 4 else "beta") for n in range(10)]
    import_lines(store, *lines, make_line("fine", system="alpha", verdict="correct"))
    return store


def make_round(store, name="pilot", cases=("c0", "c1", "c2"), **plan):
    return store.create_round(RoundPlan(name, list(cases), ("Ada", "Bo"), **plan), by="Lea")


def judge(store, case_id, who, answers, round_name="pilot"):
    store.save_answers(case_id, who, answers, round=round_name)
    store.submit(case_id, who, round=round_name)


def fill(page, name="pilot", people=("Ada", "Bo")):
    page.text_input(key="round-name").input(name)
    page.multiselect(key="round-people").set_value(list(people)).run()
    return page


def tally(page):
    """The numbers of the preview, as shown."""
    return next(
        each.proto.body for each in page.get("html") if "Cases of the round" in each.proto.body
    )


def test_without_rounds_the_page_says_what_one_is_for(show, store):
    assert "No round of your own yet" in shown_text(show("rounds"))
    assert [each.name for each in store.list_rounds()] == ["default"]


@pytest.mark.usefixtures("team")
def test_filters_of_a_new_round_are_named_in_words(show):
    text = shown_text(show("rounds", who="Lea", new="1", state="not_started", backend=""))
    assert '<span class="mark">State</span> Not started' in text
    assert '<span class="mark">Search backend</span> not recorded' in text


def test_of_one_judgement_the_pace_is_what_it_took():
    assert say_pace(Pace(1, 64.0, 64.0, 64.0)) == "The one judgement took 64 s."
    assert say_pace(Pace(3, 50.0, 60.0, 80.0)) == (
        "Half of the 3 judgements took 50 s to 80 s, the median is 60 s."
    )


def test_a_round_takes_the_failures_of_the_filter_in_the_url_and_no_other_case(show, team):
    page = fill(show("rounds", who="Lea", new="1", system="alpha"))
    page.selectbox(key="round-overlap").set_value(2)
    page.radio(key="round-mode").set_value("blind").run()
    page.button(key="round-create").click().run()
    made = team.load_round("pilot")
    assert sorted(team.load_round_states("pilot")) == ["c0", "c1", "c2", "c3"]
    assert (made.mode, made.overlap, made.annotators) == ("blind", 2, ("Ada", "Bo"))
    assert made.created_by == "Lea"
    assert "pilot" in shown_text(page)


def test_a_sample_shows_how_many_of_each_stratum_before_it_is_made(show, team):
    page = fill(show("rounds", who="Lea", new="1"))
    page.segmented_control(key="round-source").set_value("sample").run()
    page.number_input(key="round-n").set_value(5)
    page.pills(key="round-strata").set_value(["system"]).run()
    assert 'alpha</td><td class="number">2<' in tally(page)
    assert 'beta</td><td class="number">3<' in tally(page)
    assert [each.name for each in team.list_rounds()] == ["default"]
    page.button(key="round-create").click().run()
    taken = sorted(team.load_round_states("pilot"))
    assert sum(int(each[1:]) < 4 for each in taken) == 2
    assert len(taken) == 5


def test_case_ids_typed_in_make_a_round_and_an_unknown_one_makes_none(show, team):
    page = fill(show("rounds", who="Lea", new="1"))
    page.segmented_control(key="round-source").set_value("ids").run()
    page.text_area(key="round-ids").input("c7\nnobody").run()
    assert "nobody" in shown_text(page)
    assert not any(button.key == "round-create" for button in page.button)
    page.text_area(key="round-ids").input("c7\n c1 \nc7\n").run()
    page.button(key="round-create").click().run()
    assert sorted(team.load_round_states("pilot")) == ["c1", "c7"]


def test_a_plan_that_cannot_be_is_refused_in_one_sentence_and_makes_nothing(show, team):
    make_round(team)
    page = fill(show("rounds", who="Lea", new="1"))
    page.button(key="round-create").click().run()
    assert "Not made: There is a round 'pilot' already" in unescape(shown_text(page))
    assert team.load_round("pilot").n == 3


def test_each_mode_says_what_it_withholds(show):
    page = show("rounds", who="Lea", new="1")
    assert list(page.radio(key="round-mode").proto.captions) == list(MODE_MEANINGS.values())


def test_a_round_is_paused_and_opened_again(show, team):
    make_round(team)
    page = show("rounds", who="Lea", round="pilot")
    page.text_input(key="round-why-open").input("lunch")
    page.button(key="round-pause_round").click().run()
    assert team.load_round("pilot").state == "paused"
    page.button(key="round-open_round").click().run()
    assert team.load_round("pilot").state == "open"
    assert [(each.kind, each.by, each.why) for each in team.load_round_events("pilot")][1:] == [
        ("paused", "Lea", "lunch"),
        ("opened", "Lea", ""),
    ]


def test_closing_says_the_number_to_quote_and_later_imports_do_not_change_it(show, team):
    make_round(team)
    page = show("rounds", who="Lea", round="pilot")
    page.button(key="round-close_round").click().run()
    import_lines(team, make_line("later"))
    shown = shown_text(show("rounds", who="Lea", round="pilot"))
    day = team.load_round_events("pilot")[-1].at[:10]
    assert f"n = 3, closed {day} by Lea: quote these." in shown
    assert "What blocks the round" not in shown
    with pytest.raises(StoreError):
        team.save_answer("c0", "Ada", "target_basis", "none", round="pilot")


def test_closing_first_says_what_it_freezes_and_what_is_still_open(show, team):
    make_round(team, mode="blind")
    for who in ("Ada", "Bo"):
        judge(team, "c0", who, REFERENCE_WRONG)
    team.save_answer("c1", "Ada", "target_basis", "none", round="pilot")
    team.claim_case("c2", "Bo", "pilot")
    shown = shown_text(show("rounds", who="Lea", round="pilot"))
    for told in (
        "This freezes n = 3 for quoting",
        "1 of 3 cases are settled",
        "1 draft not handed in",
        "1 case somebody is on right now",
        "annotators see TrekTrace&#39;s side",
    ):
        assert told in shown
    assert team.load_round("pilot").state == "open"


def test_who_leads_is_asked_before_anything_can_be_made_or_changed(show, team):
    make_round(team)
    for query in ({"round": "pilot"}, {"new": "1"}):
        page = show("rounds", **query)
        assert "Who is leading?" in shown_text(page)
        assert not {"round-create", "round-close_round"} & {each.key for each in page.button}
        page.text_input(key="annotator-name").input("Lea")
        page.button[0].click().run()
        assert "Who is leading?" not in shown_text(page)
    page = show("rounds", new="1")
    page.text_input(key="annotator-name").input("LEA")
    page.button[0].click().run()
    assert "looks like &#39;Lea&#39;, who is here already" in shown_text(page)


def test_people_who_are_new_can_be_named_in_a_new_round(show, team):
    page = fill(show("rounds", who="Lea", new="1"), people=("Ada", "Kim"))
    assert "New here, and added with the round: Kim." in shown_text(page)
    page.button(key="round-create").click().run()
    assert team.load_round("pilot").annotators == ("Ada", "Kim")
    page = fill(show("rounds", who="Lea", new="1"), name="again", people=("ADA",))
    page.button(key="round-create").click().run()
    assert "looks like &#39;Ada&#39;" in shown_text(page)
    assert [each.name for each in team.list_rounds()] == ["default", "pilot"]


def test_reopening_needs_a_reason(show, team):
    make_round(team)
    team.close_round("pilot", by="Lea")
    page = show("rounds", who="Lea", round="pilot")
    page.button(key="round-reopen_round").click().run()
    assert "Reopening a closed round needs its reason" in shown_text(page)
    assert team.load_round("pilot").state == "closed"
    page.text_input(key="round-why-closed").input("two cases were wrong")
    page.button(key="round-reopen_round").click().run()
    assert team.load_round("pilot").state == "open"
    assert team.load_round_events("pilot")[-1].why == "two cases were wrong"


def test_a_persons_states_add_up_and_each_number_lists_its_cases(show, team):
    make_round(team)
    judge(team, "c0", "Ada", RESPONSE_WRONG)
    judge(team, "c0", "Bo", REFERENCE_WRONG)
    team.save_answer("c1", "Ada", "target_basis", "none", round="pilot")
    team.skip("c2", "Bo", "too long", round="pilot")
    page = show("rounds", who="Lea", round="pilot")
    table = page.dataframe[0].value.set_index("Who")
    states = ["Submitted", "Needs discussion", "Draft", "Skipped", "Assigned", "Not started"]
    assert (table[states].sum(axis=1) == table["Cases"]).all()
    for who, column, case_id in (("Ada", "Draft", "c1"), ("Bo", "Skipped", "c2")):
        page.selectbox(key="round-cases-group").set_value(f"{who} · {column} (1)").run()
        assert list(page.dataframe[1].value["Case"]) == [case_id]


def test_what_blocks_a_round_is_named_with_its_cases(show, team):
    make_round(team)
    judge(team, "c0", "Ada", RESPONSE_WRONG)
    judge(team, "c0", "Bo", REFERENCE_WRONG)
    page = show("rounds", who="Lea", round="pilot")
    assert "Annotators differ and nothing is decided" in shown_text(page)
    page.selectbox(key="round-cases-group").set_value(
        "Blocks: annotators differ and nothing is decided (1)"
    ).run()
    assert list(page.dataframe[1].value["Case"]) == ["c0"]


def test_very_fast_judgements_are_named_by_person(show, team):
    make_round(team)
    judge(team, "c0", "Ada", RESPONSE_WRONG)
    page = show("rounds", who="Lea", round="pilot")
    assert (
        "Handed in after less than 30 s: Ada (1)" in page.selectbox(key="round-cases-group").options
    )


def test_annotators_are_added_to_a_round(show, team):
    make_round(team, overlap=2)
    page = show("rounds", who="Lea", round="pilot")
    page.multiselect(key="round-add").set_value(["Lea", "Kim"])
    page.number_input(key="round-new-overlap").set_value(3)
    page.button[-1].click().run()
    assert sorted(team.load_round("pilot").annotators) == ["Ada", "Bo", "Kim", "Lea"]
    assert team.load_round("pilot").overlap == 3


def test_a_lead_adopts_their_own_judgement_as_the_known_answers(show, team):
    make_round(team, name="warm-up", kind="training")
    judge(team, "c1", "Lea", RESPONSE_WRONG, "default")
    page = show("rounds", who="Lea", round="warm-up")
    page.button(key="training-adopt").click().run()
    known = team.load_known_answers("warm-up")
    assert list(known) == ["c1"]
    assert known["c1"]["response_correct"] == "no"
    judge(team, "c1", "Ada", REFERENCE_WRONG, "warm-up")
    right = {each.field: each.is_right for each in team.load_feedback("c1", "Ada", "warm-up")}
    assert right["reference_valid"] is False
    assert right["target_basis"] is True


def test_a_round_that_is_not_there_is_one_sentence(show):
    shown = unescape(shown_text(show("rounds", who="Lea", round="nope")))
    assert "There is no round 'nope' here: choose one from the list of rounds." in shown


def test_hostile_names_stay_text(show, team):
    person = team.add_annotator(HOSTILE[:80])
    name = HOSTILE[:70]
    team.create_round(RoundPlan(name, ["c0"], (person,)), by=person)
    team.pause_round(name, HOSTILE, by=person)
    for query in ({}, {"round": name}, {"new": "1"}):
        page = show("rounds", who="Lea", **query)
        assert "<script>" not in shown_text(page)
        assert all("beacon" not in str(each.value) for each in (*page.markdown, *page.error))


@pytest.mark.parametrize("page", ["charts", "compare", "agreement", "export", "probes"])
@pytest.mark.parametrize("mode", ["blind", "blind_then_reveal"])
def test_pages_that_show_what_is_withheld_open_after_the_round(team, page, mode):
    def is_let_in(who):
        gate = AppTest.from_string(GATE.format(page), default_timeout=30)
        gate.session_state["annotator"] = who
        return "It opens for you" not in shown_text(gate.run())

    make_round(team, mode=mode)
    assert (is_let_in("Ada"), is_let_in("Lea")) == (False, True)
    team.close_round("pilot", by="Lea")
    assert is_let_in("Ada")
