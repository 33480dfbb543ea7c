"""Small files in the shapes of published datasets, with invented content."""

import gzip
import json
from pathlib import Path

from trek_core.datasets.reading import load_dataset

FRESHQA_FILE = Path(__file__).parents[1] / "data" / "freshqa_2025_04.csv.gz"

CANARY = "canary 5f1c0de0-0000-4000-8000-000000000000"

FRESHQA_HEADER = (
    "id,split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,"
    "answer_0,answer_1,note"
)


def infodeepseek(**fields):
    return {
        "id": 3,
        "determinacy": True,
        "multi_hop": True,
        "time_sensitive": True,
        "freshness": True,
        "false_premise": False,
        "domain": ["sports"],
        "query_zh": "谁赢了？",
        "answer_zh": "安娜",
        "query_en": "Who won the river race?",
        "answer_en": "Anna",
        "sources": ["https://a.example/race\u00a0https://b.example/results"],
        "verified": False,
        **fields,
    }


def sealqa(**fields):
    return {
        "question": "How many bridges does the town have?",
        "answer": "Four",
        "urls": ["https://town.example/bridges"],
        "freshness": "fast-changing",
        "question_types": ["advanced reasoning"],
        "effective_year": "before 2024",
        "search_results": "conflicting",
        "topic": "Others",
        "canary": CANARY,
        **fields,
    }


def neoqa(**fields):
    return {
        "timeline_id": "town:1",
        "question_id": "ab12",
        "parent_question_id": None,
        "evidence_ids": ["N0-S1", "N1-S4"],
        "question": "Which council paid for the tower Ida Brook designed?",
        "answer": "Lowfield",
        "category": "multi-hop",
        "answer_options": ["Lowfield", "B", "C", "D", "E", "F", "Unanswerable"],
        "all_sufficient_article_id_combinations": [["a0", "a1"], ["a0", "a2"]],
        **fields,
    }


def page(url, **fields):
    return {"url": url, "title": "A page", "date": None, "text": "Words.", **fields}


def write_lines(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def write_freshqa(path, *rows, header=FRESHQA_HEADER, start="A warning,,\n,,\n", bom=True):
    text = start + header + "\n" + "".join(row + "\n" for row in rows)
    path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + text.encode())
    return path


def load(path, **options):
    return load_dataset(path, **options)


def load_one(path, **options):
    (question,) = load(path, **options).questions
    return question


def unpack_freshqa(folder):
    path = folder / "freshqa.csv"
    path.write_bytes(gzip.decompress(FRESHQA_FILE.read_bytes()))
    return path
