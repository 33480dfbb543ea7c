"""An exported workbook, opened with another library, holds what the records hold."""

from tests.trek_core.workbook_samples import (
    BLIND,
    EQUIVALENT,
    GOLD,
    NOISE,
    SAME_AS_GOLD,
    as_rows,
    export,
    make_judgement,
    make_probes,
    make_record,
)
from trek_core.checklist import FIELDS
from trek_core.workbook.writer import TABLES

PEOPLES = ("annotator", "mode", "state", "reference_valid", "outcome", "labels", "notes_1")


def pick(rows, *names):
    return [tuple(row[name] for name in names) for row in rows]


def test_the_sheets_are_those_a_review_hands_around():
    _, sheets = export(make_record())
    assert list(sheets) == [
        "Checklist",
        "Retrieval audit",
        "Probes",
        "Taxonomy",
        "Decisions",
        "Agreement",
        "Judgements",
        "Manifest",
    ]


def test_a_case_that_nobody_judged_has_one_row_without_peoples_answers():
    _, sheets = export(make_record())
    (row,) = as_rows(sheets["Checklist"])
    assert row["case_id"] == "freshqa/007/model-a"
    assert all(row[name] is None for name in PEOPLES)


def test_a_case_has_a_row_per_judgement():
    _, sheets = export(make_record(make_judgement("Ada"), make_judgement("Bo", mode="blind")))
    assert pick(as_rows(sheets["Checklist"]), "annotator", "mode", "revision") == [
        ("Ada", "assisted", 7),
        ("Bo", "blind", 7),
    ]


def test_the_checklist_holds_the_case_and_trektraces_labels():
    _, sheets = export(make_record())
    (row,) = as_rows(sheets["Checklist"])
    expected = {
        "dataset": "freshqa",
        "question_id": "007",
        "system": "model-a · native",
        "effective_year": 2024,
        "reference_answers": "Ferry nine\nThe ninth ferry",
        "gold_urls": GOLD,
        "prediction": "Ferry four",
        "verdict": "incorrect",
        "protocol": "sealqa",
        "trektrace_labels": "Distraction",
        "trektrace_complete": "yes",
        "trektrace_missing": None,
        "trektrace_evidence_retrieved": "yes",
        "trektrace_queries_adequate": "yes",
        "trektrace_gold_only_correct": "yes",
        "trektrace_gold_plus_noise_correct": "no",
    }
    assert {name: row[name] for name in expected} == expected


def test_an_incomplete_attribution_says_what_is_unknown():
    _, sheets = export(make_record(probes=make_probes(gold_only=None, gold_plus_noise=None)))
    (row,) = as_rows(sheets["Checklist"])
    assert row["trektrace_complete"] == "no"
    assert row["trektrace_missing"] == "gold_only.correct"
    assert row["trektrace_gold_only_correct"] == "unknown"


def test_every_checklist_field_is_a_column_in_checklist_order():
    _, sheets = export(make_record())
    header = sheets["Checklist"][0]
    names = [field.name for field in FIELDS]
    assert [name for name in header if name in names] == names


def test_no_two_columns_of_a_sheet_share_a_name():
    _, sheets = export(make_record())
    for table in TABLES:
        header = sheets[table.name][0]
        assert len(set(header)) == len(header)


def test_the_checklist_holds_a_persons_answers_and_what_follows_from_them():
    _, sheets = export(make_record(make_judgement()))
    (row,) = as_rows(sheets["Checklist"])
    expected = {
        "annotator": "Ada",
        "round": "default",
        "state": "submitted",
        "submitted_at": "2025-02-28T10:00:00Z",
        "gold_pages": f"{GOLD} — supports",
        "reference_evidence": f"{GOLD} — Ferry nine opened the harbour line. "
        "(published 2024-02-01; accessed 2025-01-05)",
        "response_rule": "wrong_entity",
        "page_marks": f"{SAME_AS_GOLD} — carries_all\n{EQUIVALENT} — wrong_time\n"
        f"{NOISE} — carries_part",
        "gold_only_correct": "yes",
        "noise_correct": "no",
        "misleading_urls": f"{NOISE} — outdated",
        "outcome": "system_related",
        "judge_agrees": "yes",
        "computed_retrieval": "none",
        "computed_post": "Distraction",
        "override_labels": "Pre-retrieval\nDistraction",
        "override_reason": "The queries never name the year.",
        "labels": "Pre-retrieval\nDistraction",
        "disagreement_retrieval": "No query asks for 2024.",
        "notes_1": "Checked twice.",
        "notes_2": None,
    }
    assert {name: row[name] for name in expected} == expected


def test_a_moot_answer_is_left_out_and_missing_evidence_reads_not_recorded():
    answers = {
        "reference_valid": "yes",
        "response_correct": "no",
        "reference_issue": "other",  # moot: the reference is valid
        "evidence_retrieved": "no",
    }
    record = make_record(
        make_judgement(answers=answers), probes=make_probes(gold_only=None), search_calls=()
    )
    _, sheets = export(record)
    (row,) = as_rows(sheets["Checklist"])
    assert row["reference_issue"] is None
    assert row["gold_only_correct"] == "not recorded"
    assert row["evidence_retrieved"] == "no"


def test_the_audit_has_every_query_and_page_in_order_with_its_claim():
    _, sheets = export(make_record())
    rows = as_rows(sheets["Retrieval audit"])
    assert pick(rows, "call", "query", "page_url", "returned", "claim") == [
        (1, "harbour line ferry", SAME_AS_GOLD, "page", "identity"),
        (1, "harbour line ferry", EQUIVALENT, "page", "equivalent"),
        (2, "harbour line opening", NOISE, "page", "none"),
        (2, "harbour line opening", EQUIVALENT, "page", "equivalent"),
        (3, "no such thing", None, "none returned", None),
        (4, "a lost answer", None, "not recorded", None),
    ]
    assert pick(rows[2:3], "document_title", "document_date", "document_status") == [
        ("Harbour diary", "2019-05-01", "ok")
    ]
    assert rows[0]["key_evidence"] == "Ferry nine came first."
    assert rows[0]["reason"] == "Two pages carry it."


def test_the_audit_has_each_persons_mark_and_what_it_makes_of_the_claim():
    _, sheets = export(
        make_record(make_judgement("Ada"), make_judgement("Bo", answers={}, notes={}))
    )
    rows = as_rows(sheets["Retrieval audit"])
    assert pick(rows[:6], "page_url", "annotator", "page_mark", "verification", "notes") == [
        (SAME_AS_GOLD, "Ada", "carries_all", "confirmed", "The diary is old."),
        (SAME_AS_GOLD, "Bo", None, None, None),
        (EQUIVALENT, "Ada", "wrong_time", "refuted: wrong_time", "The diary is old."),
        (EQUIVALENT, "Bo", None, None, None),
        (NOISE, "Ada", "carries_part", "missed by TrekTrace", "The diary is old."),
        (NOISE, "Bo", None, None, None),
    ]


def test_queries_and_pages_recorded_apart_are_not_joined():
    record = make_record(
        search_calls=None, search_queries=("one", "two"), retrieved_urls=(NOISE, NOISE)
    )
    _, sheets = export(record)
    assert pick(as_rows(sheets["Retrieval audit"]), "query", "page_url", "returned") == [
        ("one", None, "not recorded"),
        ("two", None, "not recorded"),
        (None, NOISE, "page"),
    ]


def test_the_audit_tells_nothing_returned_from_nothing_recorded():
    unrecorded = make_record(search_calls=None, case_id="a")
    empty = make_record(search_calls=None, retrieved_urls=(), case_id="b")
    never_searched = make_record(search_calls=(), case_id="c")
    _, sheets = export(unrecorded, empty, never_searched)
    assert pick(as_rows(sheets["Retrieval audit"]), "case_id", "returned") == [
        ("a", "not recorded"),
        ("b", "none returned"),
        ("c", "none returned"),
    ]


def test_the_probes_sheet_holds_both_probes_with_peoples_conditions_and_grades():
    _, sheets = export(make_record(make_judgement()))
    rows = as_rows(sheets["Probes"])
    assert pick(rows, "probe", "status", "context_urls", "answer", "used_urls", "grade") == [
        ("gold_only", "run", GOLD, "Ferry nine", GOLD, "yes"),
        ("gold_plus_noise", "run", f"{NOISE}\n{GOLD}", "Ferry four", NOISE, "no"),
    ]
    assert pick(rows, "reasoning", "grade_reason", "model", "page_accessible") == [
        ("Named on the page.", "Same ferry.", "model-a", "yes"),
        ("The diary says so.", "Another ferry.", "model-a", None),
    ]
    assert pick(rows, "annotator", "model_ok", "context_ok", "correct", "misleading_urls") == [
        ("Ada", "yes", "yes", "yes", None),
        ("Ada", "yes", "yes", "no", f"{NOISE} — outdated"),
    ]
    assert rows[0]["notes"] == "Clear."


def test_a_probe_that_was_not_run_is_told_from_one_not_recorded():
    not_run = make_record(probes=make_probes(gold_plus_noise={"ran": False}), case_id="a")
    nothing = make_record(probes=make_probes(gold_only=None, gold_plus_noise=None), case_id="b")
    _, sheets = export(not_run, nothing)
    assert pick(as_rows(sheets["Probes"]), "case_id", "probe", "status") == [
        ("a", "gold_only", "run"),
        ("a", "gold_plus_noise", "not run"),
        ("b", "gold_only", "not recorded"),
        ("b", "gold_plus_noise", "not recorded"),
    ]


def test_the_taxonomy_explains_every_label_set_question_and_option():
    _, sheets = export()
    rows = as_rows(sheets["Taxonomy"])
    kinds = [row["kind"] for row in rows]
    assert (kinds.count("label"), kinds.count("label_set"), kinds.count("outcome")) == (5, 9, 5)
    assert kinds.count("question") == len(FIELDS)
    options = {(row["of"], row["value"]) for row in rows if row["kind"] == "option"}
    assert ("page_marks", "wrong_time") in options
    assert ("response_rule", "premise_missed") in options


def test_an_accepted_answer_has_no_trektrace_labels():
    _, sheets = export(make_record(judge={"verdict": "correct"}))
    (row,) = as_rows(sheets["Checklist"])
    assert (row["trektrace_labels"], row["trektrace_complete"]) == (None, None)


def test_a_blind_workbook_holds_nothing_of_trektraces_side():
    record = make_record(make_judgement(mode="blind"))
    _, sheets = export(record, about=BLIND)
    texts = [
        str(value)
        for name in ("Checklist", "Retrieval audit", "Probes")
        for row in sheets[name]
        for value in row
    ]
    for secret in (
        "The ninth ferry was first.",
        "Two pages carry it.",
        "They name the line.",
        "Named on the page.",
        "Same ferry.",
        "The diary says so.",
        "Another ferry.",
        "No query asks for 2024.",
        "equivalent",
        "gold_plus_noise",
        "missed by TrekTrace",
    ):
        assert not [text for text in texts if secret in text]
    assert not [text for text in texts if text.startswith("trektrace")]
    assert {row["probe"] for row in as_rows(sheets["Probes"])} == {"gold_only"}
    assert as_rows(sheets["Probes"])[0]["answer"] == "Ferry nine"
    (row,) = as_rows(sheets["Checklist"])
    assert (row["labels"], row["verdict"]) == ("Pre-retrieval\nDistraction", "incorrect")
