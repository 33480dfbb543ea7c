"""A store with probed cases and people, and the steps of a round that many tests take."""

from review_db.store import ReviewStore, RoundPlan
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case

PAGE = "https://a.example"

PROBED = {
    "reference_answers": ["Ada"],
    "gold_urls": [PAGE],
    "retrieved_urls": [PAGE],
    "search_queries": ["who"],
    "retrieval": {"url_match": True, "key_evidence": "Ada chairs."},
    "gold_only": {"context_urls": [PAGE], "rag_answer": "Ada", "correct": True},
    "gold_plus_noise": {"ran": True, "answer": "Bo", "correct": False},
}
"""A case with both probes recorded: TrekTrace says Distraction."""

INTERPRETATION = {
    "target_basis": "none",
    "gold_pages": {PAGE: "supports"},
    "reference_valid": "yes",
    "response_correct": "no",
    "response_rule": "plain",
    "page_marks": {PAGE: "carries_all"},
    "evidence_retrieved": "yes",
    "gold_only_model_ok": "yes",
    "gold_only_temporal_ok": "yes",
    "gold_only_context_ok": "yes",
    "gold_only_page_content_ok": "yes",
    "gold_only_correct": "no",
}
"""A finished blind checklist on such a case that ends at Interpretation."""

NOISE_HOLDS = {
    "noise_model_ok": "yes",
    "noise_temporal_ok": "yes",
    "noise_context_ok": "yes",
    "noise_page_content_ok": "yes",
}
DISTRACTION = {
    **INTERPRETATION,
    **NOISE_HOLDS,
    "gold_only_correct": "yes",
    "noise_correct": "no",
}
"""One that ends at Distraction, as TrekTrace's."""

WRONG = {
    name: value for name, value in REFERENCE_WRONG.items() if name != "disagreement_outcome"
} | {"gold_pages": {PAGE: "supports"}}
"""A finished blind checklist that ends at a reference-answer error."""


def make_round_store(path, n=6, people=("Ada", "Bo", "Cy", "Lea"), **fields):
    """A store with `n` cases c0, c1, ... and these people."""
    store = ReviewStore(path)
    lines = [make_case(f"c{number}", **{**PROBED, **fields}) for number in range(n)]
    store.import_file(as_file(*lines), "cases")
    for name in people:
        store.add_annotator(name)
    return store


def start_round(store, name="r1", n=6, **plan):
    """Make a round of the first `n` cases in the order of import, blind, for Ada and Bo."""
    given = {"annotators": ("Ada", "Bo"), "overlap": 2, "order": "imported", "mode": "blind"} | plan
    return store.create_round(RoundPlan(name, [f"c{i}" for i in range(n)], **given), by="Lea")


def hand_in(store, case_id, annotator, answers, round_name="r1"):
    """Answer everything and submit."""
    store.save_answers(case_id, annotator, answers, round=round_name)
    return store.submit(case_id, annotator, round=round_name)
