"""Records to export, and a reader of workbooks that shares nothing with the writer."""

import io
import re
from dataclasses import replace
from datetime import date

import openpyxl

from trek_core.cases import Case
from trek_core.judgements import Judgement
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.workbook import WorkbookAbout, write_workbook

ABOUT = WorkbookAbout(
    app_name="Trek Review",
    app_version="0.1.0",
    created_at="2025-03-01T09:30:00Z",
    database_revision=41,
    filters={"dataset": "freshqa", "state": "submitted"},
)

BLIND = replace(ABOUT, with_trektrace=False)

GOLD = "https://www.example.org/harbour/"
SAME_AS_GOLD = "http://example.org/harbour"
EQUIVALENT = "https://news.example.net/harbour-2024"
NOISE = "https://blog.example.com/harbour"

ANSWERS = {
    "target_basis": "explicit",
    "target_time": "2024",
    "answers_are": "alternatives",
    "gold_pages": {GOLD: "supports"},
    "reference_evidence": [
        {
            "url": GOLD,
            "quote": "Ferry nine opened the harbour line.",
            "published_at": "2024-02-01",
            "accessed_at": "2025-01-05",
        }
    ],
    "reference_valid": "yes",
    "response_correct": "no",
    "response_rule": "wrong_entity",
    "page_marks": {SAME_AS_GOLD: "carries_all", EQUIVALENT: "wrong_time", NOISE: "carries_part"},
    "key_evidence_ok": "yes",
    "evidence_retrieved": "yes",
    **{
        f"{probe}_{name}": "yes"
        for probe in ("gold_only", "noise")
        for name in ("model_ok", "temporal_ok", "context_ok", "page_content_ok")
    },
    "gold_only_correct": "yes",
    "noise_correct": "no",
    "misleading_urls": {NOISE: "outdated"},
    "override_labels": ["Pre-retrieval", "Distraction"],
}


def make_case(**changes):
    fields = {
        "case_id": "freshqa/007/model-a",
        "dataset": "freshqa",
        "question_id": "007",
        "question": "Which ferry opened the harbour line in 2024?",
        "effective_year": 2024,
        "reference_answers": ("Ferry nine", "The ninth ferry"),
        "gold_urls": (GOLD,),
        "system": {"model": "model-a", "search": "native"},
        "prediction": "Ferry four",
        "judge": {"protocol": "sealqa", "verdict": "incorrect"},
        "search_calls": (
            {"query": "harbour line ferry", "urls": (SAME_AS_GOLD, EQUIVALENT)},
            {"query": "harbour line opening", "urls": (NOISE, EQUIVALENT)},
            {"query": "no such thing", "urls": ()},
            {"query": "a lost answer", "urls": None},
        ),
        "documents": (
            {"url": NOISE, "title": "Harbour diary", "date": "2019-05-01", "status": "ok"},
        ),
    }
    return Case(**fields | changes)


def make_probes(**changes):
    fields = {
        "retrieval": {
            "key_evidence": "Ferry nine came first.",
            "retrieved_key_evidence": "The ninth ferry was first.",
            "equivalent_urls": (EQUIVALENT,),
            "reason": "Two pages carry it.",
        },
        "queries": {"query_reasonable": True, "reason": "They name the line."},
        "gold_only": {
            "context_urls": (GOLD,),
            "rag_answer": "Ferry nine",
            "page_accessible": True,
            "used_urls": (GOLD,),
            "rag_reasoning": "Named on the page.",
            "correct": True,
            "grade_reason": "Same ferry.",
            "model": "model-a",
        },
        "gold_plus_noise": {
            "ran": True,
            "context_urls": (NOISE, GOLD),
            "answer": "Ferry four",
            "used_urls": (NOISE,),
            "reasoning": "The diary says so.",
            "correct": False,
            "grade_reason": "Another ferry.",
            "model": "model-a",
        },
    }
    return Probes(**fields | changes)


def make_judgement(annotator="Ada", **changes):
    fields = {
        "annotator": annotator,
        "revision": 7,
        "answers": ANSWERS,
        "override_reason": "The queries never name the year.",
        "disagreement_reason": {"retrieval": "No query asks for 2024."},
        "notes": {"1": "Checked twice.", "4": "The diary is old.", "5": "Clear."},
        "submitted_at": "2025-02-28T10:00:00Z",
    }
    return Judgement(**fields | changes)


def make_record(*judgements, probes=None, **changes):
    return Record(
        case=make_case(**changes), probes=probes or make_probes(), judgements=tuple(judgements)
    )


def export(*records, report=None, about=ABOUT, **options):
    """Write records; return the manifest and the sheets as `read_workbook` gives them."""
    target = io.BytesIO()
    manifest = write_workbook(target, records, report, about, **options)
    return manifest, read_workbook(target)


def read_workbook(source):
    """Sheet name -> rows of plain values, read with openpyxl."""
    book = openpyxl.load_workbook(source)
    return {
        sheet.title: [[decode(cell.value) for cell in row] for row in sheet.iter_rows()]
        for sheet in book
    }


def as_rows(sheet):
    """The first table of a sheet as one dictionary per row, by heading."""
    header, *rows = sheet
    table = []
    for row in rows:
        if not any(value is not None for value in row):
            break
        table.append(dict(zip(header, row, strict=True)))
    return table


def decode(value):
    """Undo the format's `_xHHHH_` escape, which openpyxl leaves to its caller."""
    assert not isinstance(value, date)
    if not isinstance(value, str):
        return value
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), value)
