"""Adjudicate: what it keeps from whoever decides, until they ask for it."""

from dataclasses import replace

from pages.parts.adjudication_case import load_hidden_view
from review_db.store import RoundPlan
from tests.pages.conftest import import_lines, make_line, shown_text
from tests.review_db.round_steps import INTERPRETATION, PAGE, PROBED, WRONG

EQUIVALENT = "https://equivalent.example"


def test_deciding_anew_asks_nothing_that_tells_of_trektraces_side_while_it_is_hidden(store):
    retrieval = {**PROBED["retrieval"], "equivalent_urls": [EQUIVALENT]}
    case = {**PROBED, "retrieval": retrieval, "retrieved_urls": [PAGE, EQUIVALENT]}
    import_lines(store, make_line("a", **case))
    store.add_annotator("Lea")
    view = store.load_case_for("a", "Lea")
    hidden = load_hidden_view(view, "Lea", "default").facts
    assert (hidden.trektrace_side, hidden.claimed_urls) == ("withheld", (PAGE,))
    assert (hidden.has_noise_answer, hidden.trektrace_labels) == (True, None)
    store.change_decision_draft(
        "a", "default", "Lea", lambda draft: replace(draft, shows_model=True)
    )
    assert load_hidden_view(view, "Lea", "default").facts == view.facts
    for who in ("Ada", "Bo"):
        store.add_annotator(who)
        store.save_answers("a", who, INTERPRETATION)
    decision = store.decide("a", "default", reason="So it is.", by="Lea", answers=INTERPRETATION)
    assert decision.labels == ("Interpretation",)


def test_a_lead_who_judges_a_case_blind_is_told_that_it_waits_for_another(show, store):
    import_lines(store, make_line("a", **PROBED))
    for who in ("Ada", "Bo", "Lea"):
        store.add_annotator(who)
    store.create_round(RoundPlan("veiled", ["a"], ("Ada", "Bo", "Lea"), mode="blind"))
    for who, answers in (("Ada", INTERPRETATION), ("Bo", WRONG)):
        store.save_answers("a", who, answers, round="veiled")
        store.submit("a", who, round="veiled")
    shown = shown_text(show("adjudicate", who="Lea", round="veiled"))
    assert "Nothing that you may decide" in shown
    assert "1 case waits for another lead." in shown
    assert "concluded alike" not in shown
