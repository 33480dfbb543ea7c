"""Adjudicate: what it keeps from whoever decides, until they ask for it."""

from dataclasses import replace

from pages.parts.adjudication_case import load_hidden_view
from tests.pages.conftest import import_lines, make_line
from tests.review_db.round_steps import INTERPRETATION, PAGE, PROBED

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
