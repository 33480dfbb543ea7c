"""Facts of a case and answers to the checklist that its tests start from."""

from trek_core.checklist import CaseFacts, Evaluation, Status, evaluate

GOLD = "https://example.org/council"
CLAIMED = "https://example.net/council-2024"
OTHER = "https://example.com/council"
GOLD_ONLY_RUN = f"gold_only:{'a' * 64}"
NOISE_RUN = f"gold_plus_noise:{'b' * 64}"

# Everything is recorded; TrekTrace's side is withheld.
FACTS = CaseFacts(
    reference_count=1,
    has_effective_year=True,
    verdict="incorrect",
    gold_urls=(GOLD,),
    retrieved_urls=(CLAIMED, OTHER),
    claimed_urls=(CLAIMED,),
    has_key_evidence=True,
    has_queries=True,
    has_gold_only_answer=True,
    has_noise_answer=True,
    noise_urls=(CLAIMED, OTHER, GOLD),
)
# What a dataset without logs, probes or a judge gives.
NOTHING_RECORDED = CaseFacts(reference_count=1)

ENTRY = {"url": GOLD, "quote": "Ada chairs the council since May 2024."}

STEP_1 = {
    "target_basis": "effective_year",
    "gold_pages": {GOLD: "supports"},
    "reference_valid": "yes",
}
WRONG_REFERENCE = {
    "target_basis": "effective_year",
    "gold_pages": {GOLD: "no_longer_supports"},
    "reference_evidence": [ENTRY],
    "reference_valid": "no",
    "reference_issue": "answer_changed",
    "verified_answer_status": "established",
    "verified_answer": "Ada",
}
WRONG_RESPONSE = {**STEP_1, "response_correct": "no", "response_rule": "wrong_entity"}
RIGHT_RESPONSE = {**STEP_1, "response_correct": "yes", "response_rule": "equivalent_wording"}

RETRIEVAL_ANSWERS = {
    "none": {"evidence_retrieved": "yes"},
    "Pre-retrieval": {"evidence_retrieved": "no", "queries_adequate": "no"},
    "Retrieval": {"evidence_retrieved": "no", "queries_adequate": "yes"},
    "undetermined": {"evidence_retrieved": "no", "queries_adequate": "unsure"},
}
POST_ANSWERS = {
    "none": {"gold_only_correct": "yes", "noise_correct": "yes"},
    "Interpretation": {"gold_only_correct": "no"},
    "Distraction": {"gold_only_correct": "yes", "noise_correct": "no"},
    "undetermined": {"gold_only_correct": "yes", "noise_correct": "unsure"},
}
PAGES = {"page_marks": {CLAIMED: "carries_part"}, "key_evidence_ok": "yes"}
GOLD_ONLY_HOLDS = {
    "gold_only_model_ok": "yes",
    "gold_only_temporal_ok": "yes",
    "gold_only_context_ok": "yes",
    "gold_only_page_content_ok": "yes",
}
NOISE_HOLDS = {
    "noise_model_ok": "yes",
    "noise_temporal_ok": "yes",
    "noise_context_ok": "yes",
    "noise_page_content_ok": "yes",
}


def stage_answers(retrieval: str, post: str) -> dict:
    """A finished judgement on `FACTS` whose answers put these two sides."""
    return {
        **WRONG_RESPONSE,
        **PAGES,
        **GOLD_ONLY_HOLDS,
        **NOISE_HOLDS,
        **RETRIEVAL_ANSWERS[retrieval],
        **POST_ANSWERS[post],
    }


def missing_fields(answers: dict, facts: CaseFacts = FACTS) -> list[str]:
    """The fields that keep the judgement from being handed in."""
    return [problem.field for problem in evaluate(answers, facts).problems]


def fields_with(status: Status, evaluation: Evaluation) -> set[str]:
    """The fields that stand so."""
    return {name for name, found in evaluation.status.items() if found is status}


def without(answers: dict, *names: str) -> dict:
    """The answers but for these."""
    return {name: value for name, value in answers.items() if name not in names}
