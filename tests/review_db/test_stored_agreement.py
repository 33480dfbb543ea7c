"""The agreement report over what the database holds; its statistics are tested where they are."""

from review_db.sample import ensure_sample
from review_db.store import OWNER, RoundPlan
from tests.review_db.case_lines import REFERENCE_WRONG, RESPONSE_WRONG, as_file, make_case
from trek_core.agreement.comparisons.sections import SECTIONS
from trek_core.checklist import compute_facts, evaluate

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


def test_a_judgements_answers_are_read_without_its_case_as_the_checklist_reads_them(empty_store):
    store = empty_store
    ensure_sample(store.path)
    material = store.load_agreement_report().material
    finished = [one for one in material.judgements if one.answers is not None]
    assert len(finished) > 40
    for one in finished:
        stored = store.load_case(one.case_id)
        facts = compute_facts(stored.record, stored.attribution)
        answers = store.load_judgement(one.case_id, one.annotator).answers
        status = evaluate(answers, facts).status
        for field, reading in one.answers.items():
            expected = str(status[field])
            if expected == "answered":
                expected = str(answers[field])
            assert reading.rpartition(": ")[2] == expected, (one.case_id, one.annotator, field)
    assert {one.state for one in material.judgements if one.answers is None} == {"draft"}


def test_trektraces_side_is_read_with_its_judgements_system_dataset_and_verdict(empty_store):
    system = {"model": "m", "search": {"kind": "native"}}
    known = make_case("known", **PROBED, dataset="fresh", system=system, effective_year=2025)
    empty_store.import_file(as_file(known, make_case("accepted", verdict="correct")), "cases")
    known, accepted = empty_store.load_agreement_report().material.cases
    assert known.judgements == {"evidence_retrieved": "yes", "gold_only_correct": "no"}
    assert (known.dataset, known.system) == ("fresh", "m · native")
    assert (known.question, known.verdict) == ("2025 Who is known?", "incorrect")
    assert (accepted.label_set, accepted.judgements) == (None, {})
    assert accepted.verdict == "correct"


def test_judgements_carry_when_they_were_handed_in_and_drafts_no_answers(empty_store):
    empty_store.import_file(as_file(make_case("c1"), make_case("c2")), "cases")
    empty_store.add_annotator("Ada")
    empty_store.save_answers("c1", "Ada", {**RESPONSE_WRONG})
    empty_store.submit("c1", "Ada")
    empty_store.save_answer("c2", "Ada", "reference_valid", "yes")
    found = {one.case_id: one for one in empty_store.load_agreement_report().material.judgements}
    assert found["c1"].submitted_at == empty_store.load_judgement("c1", "Ada").submitted_at
    assert found["c1"].answers["response_correct"] == "no"
    assert (found["c2"].submitted_at, found["c2"].answers) == (None, None)


def test_training_judgements_are_in_no_figure(empty_store):
    store = empty_store
    store.import_file(as_file(make_case("c1", **PROBED)), "cases")
    store.add_annotator("Ada")
    store.create_round(RoundPlan("school", ["c1"], ("Ada",), kind="training"), by=OWNER)
    judge(store, "school")
    assert store.load_agreement_report().annotators == ()


def test_a_decision_is_the_human_side(empty_store):
    store = empty_store
    store.import_file(as_file(make_case("c1", **PROBED)), "cases")
    store.add_annotator("Ada")
    judge(store, "default")
    store.add_annotator("Lea")
    reference = {**REFERENCE_WRONG, "gold_pages": {"https://a.example": "supports"}}
    store.decide("c1", "default", reason="The page is older.", by="Lea", answers=reference)
    assert store.load_agreement_report().headline.population.excluded == {"system_independent": 1}


def test_after_a_reveal_the_first_conclusion_counts_and_the_flip_is_a_figure(empty_store):
    store = empty_store
    store.import_file(as_file(make_case("c1", **PROBED)), "cases")
    store.add_annotator("Ada")
    plan = RoundPlan("study", ["c1"], ("Ada",), mode="blind_then_reveal")
    store.create_round(plan, by=OWNER)
    judge(store, "study", gold_only_correct="yes", noise_correct=None)
    report = store.load_agreement_report()
    before, steps = report.headline, tell_sections(report)
    store.reveal("c1", "Ada", "study")
    store.reopen("c1", "Ada", round="study")
    judge(store, "study")
    report = store.load_agreement_report()
    after = report.headline
    assert tell_sections(report) == steps
    assert after.population.excluded == before.population.excluded == {"human_undetermined": 1}
    flips = store.count_flips("study").to_row(after.within).to_json()
    assert (flips["value"], flips["n"], flips["comparison"]) == (1.0, 1, "flip_to_model")


def tell_sections(report):
    """The figures question by question, of the judge, and with undecided sides counted."""
    return [row.to_json() for name in ("steps", "undecided") for row in SECTIONS[name](report)] + [
        row.to_json() for row in SECTIONS["judge"](report) if row.place.get("by") == "all"
    ]


def judge(store, round_name, **changed):
    answers = {**INTERPRETATION, **changed}
    store.save_answers("c1", "Ada", answers, round=round_name)
    store.submit("c1", "Ada", round=round_name)


def test_cases_outside_a_round_are_no_part_of_its_figures(empty_store):
    store = empty_store
    store.import_file(as_file(*(make_case(f"c{n}", **PROBED) for n in (1, 2, 3))), "cases")
    store.add_annotator("Ada")
    store.create_round(RoundPlan("study", ["c1", "c2"], ("Ada",)), by=OWNER)
    judge(store, "study")
    report = store.load_agreement_report()
    population = report.headline.population
    assert (population.cases, population.n, population.excluded) == (2, 1, {"human_pending": 1})
    told = tell_sections(report)
    assert told
    assert {row["n"] + sum(row["excluded"].values()) for row in told if "excluded" in row} == {2}


def test_a_question_is_the_same_in_every_wording_and_another_one_beyond_what_lists_show(
    empty_store,
):
    long = "Who " + "really " * 40 + "{}?"
    questions = {"a": "Who leads?", "b": "WHO  leads", "c": long.format("leads"),
                 "d": long.format("led")}  # fmt: skip
    lines = [make_case(name, question=text, **PROBED) for name, text in questions.items()]
    empty_store.import_file(as_file(*lines), "cases")
    cases = empty_store.load_agreement_report().material.cases_by_id
    keys = {name: cases[name].question_key for name in questions}
    assert keys["a"] == keys["b"]
    assert len({*keys.values()}) == 3
    assert {name: key for name, (_, key) in empty_store.load_question_keys().items()} == keys
