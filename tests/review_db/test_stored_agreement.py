"""The agreement report over what the database holds; its statistics are tested where they are."""

from tests.review_db.case_lines import REFERENCE_WRONG, RESPONSE_WRONG, as_file, make_case

PROBED = {
    "retrieved_urls": ["https://a.example"],
    "gold_urls": ["https://a.example"],
    "gold_only": {"correct": False, "rag_answer": "x"},
}
INTERPRETATION = {
    **RESPONSE_WRONG,
    "gold_pages": {"https://a.example": "supports"},
    "page_marks": {"https://a.example": "carries_all"},
    "evidence_retrieved": "yes",
    "gold_only_model_ok": "yes",
    "gold_only_temporal_ok": "yes",
    "gold_only_context_ok": "yes",
    "gold_only_page_content_ok": "yes",
    "gold_only_correct": "no",
}


def test_every_case_counts_once_under_its_first_cause(empty_store):
    store = empty_store
    store.import_file(
        as_file(
            make_case("agreed", **PROBED),
            make_case("reference", **PROBED),
            make_case("pending", **PROBED),
            make_case("accepted", verdict="correct"),
        ),
        "cases",
    )
    store.add_annotator("Ada")
    for case_id, answers in (("agreed", INTERPRETATION), ("reference", REFERENCE_WRONG)):
        given = {**answers, "gold_pages": {"https://a.example": "supports"}}
        store.save_answers(case_id, "Ada", given)
        store.submit(case_id, "Ada")
    store.save_answer("pending", "Ada", "reference_valid", "yes")
    population = store.load_agreement_report().headline.population
    assert population.cases == 4
    assert [(pair.case_id, pair.first, pair.second) for pair in population.pairs] == [
        ("agreed", population.pairs[0].first, population.pairs[0].first)
    ]
    assert str(population.pairs[0].first) == "Interpretation"
    assert population.excluded == {
        "no_attribution": 1,
        "human_pending": 1,
        "system_independent": 1,
    }
    assert store.load_agreement_report("Ada").annotators == ("Ada",)
