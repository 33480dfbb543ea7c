"""Made-up cases in any number, for benchmarks: the same seed makes the same database.

Shares of labels, verdicts and missing parts are those a review meets; four cases have one question,
each has 20 retrieved pages, and a tenth of the cases was judged by one or two of 10 annotators.
"""

import json
import random
from io import BytesIO
from pathlib import Path
from typing import Any

from review_db.store import ReviewStore, RoundPlan

ANNOTATORS = tuple(f"Annotator {number}" for number in range(1, 11))
BLIND = ANNOTATORS[0]
"""Who judges a twentieth of the cases blind."""

PAGES = 20
ONE_QUESTION = 4
"""Cases of each question."""
AT_ONCE = 5000
JUDGED = 0.12

_DATASETS = {"freshqa": "fast-changing", "infodeepseek": "", "sealqa_hard": "slow-changing"}
_MODELS = ("gpt-a", "gpt-b", "gemini-a", "grok-a", "claude-a", "sonar-a")
_BACKENDS = ("native", "serp", "crawl")
_THINGS = ("harbour", "mayor", "bridge", "album", "treaty", "record", "festival", "museum")
_PLACES = ("Lowmere", "Aldvik", "Tarnby", "Osterholm", "Wexcombe", "Brindle", "Calder", "Yarwick")
_STARTS = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "za")
_ENDS = ("ren", "lok", "mir", "das", "tun", "pel", "gor", "nis", "fay", "hul")
_WORDS = [start + end for start in _STARTS for end in _ENDS]


def make_line(number: int, draw: random.Random) -> dict[str, Any]:
    """One case as a line of a file."""
    dataset = draw.choice(list(_DATASETS))
    asked = random.Random(number // ONE_QUESTION)  # noqa: S311 - the same for each of its cases
    thing, place = asked.choice(_THINGS), asked.choice(_PLACES)
    gold = [f"https://{place.lower()}.example/{thing}/{number}/{part}"
            for part in range(draw.choice((1, 1, 1, 2)))]  # fmt: skip
    pages = [f"https://site{draw.randrange(400)}.example/{number}/{page}" for page in range(PAGES)]
    if draw.random() < 0.3:
        pages[draw.randrange(PAGES)] = gold[0]
    queries = [f"{place} {thing} {_say(draw, 3)}" for _ in range(draw.randint(1, 8))]
    share = -(-PAGES // len(queries))
    verdict = draw.choices(("incorrect", "not_attempted", "correct"), (70, 15, 15))[0]
    gold_only = draw.random() < 0.7
    return {
        "schema": "trektrace/1",
        "case_id": f"{dataset}/{number // ONE_QUESTION}/{number}",
        "dataset": dataset,
        "question_id": str(number // ONE_QUESTION),
        "question": f"Who was the {thing} of {place} {_say(asked, 4)}?",
        "effective_year": draw.choice((2022, 2023, 2024, 2025)),
        "freshness": _DATASETS[dataset],
        "reference_answers": [_say(draw, 2)],
        "gold_urls": gold,
        "system": {
            "model": draw.choice(_MODELS),
            "reasoning_effort": draw.choice(("low", "high")),
            "search": {"kind": "native", "backend": draw.choice(_BACKENDS)},
        },
        "prediction": _say(draw, 40),
        "judge": {"protocol": dataset.split("_")[0], "model": "judge", "verdict": verdict},
        "search_calls": [
            {"query": query, "urls": pages[start * share : (start + 1) * share]}
            for start, query in enumerate(queries)
        ],
        "retrieval": {
            "key_evidence": _say(draw, 20),
            "evidence_match": draw.random() < 0.4,
            "reason": _say(draw, 25),
        },
        "queries": {"query_reasonable": draw.random() < 0.6, "reason": _say(draw, 15)},
        "gold_only": {"rag_answer": _say(draw, 15), "correct": gold_only},
        "gold_plus_noise": {"ran": gold_only, "correct": draw.random() < 0.6},
    }  # fmt: skip


def make_judgement(line: dict[str, Any], name: str, draw: random.Random) -> dict[str, Any]:
    """A finished judgement on a case: the reference is wrong, or it follows the recorded probes."""
    gold, pages = line["gold_urls"], [url for each in line["search_calls"] for url in each["urls"]]
    quote = {"url": gold[0], "quote": _say(draw, 12)}
    answers: dict[str, Any] = {
        "target_basis": "none",
        "gold_pages": dict.fromkeys(gold, "supports"),
        "reference_evidence": [quote],
        "notes_1": _say(draw, 8),
    }
    reasons = {part: _say(draw, 6) for part in ("outcome", "retrieval", "post")}
    if draw.random() < 0.15:
        answers |= {
            "reference_valid": "no",
            "reference_issue": draw.choice(("answer_changed", "page_no_longer_supports", "other")),
            "verified_answer_status": "cannot_be_established",
        }
    else:
        found = bool(set(gold) & set(pages)) or line["retrieval"]["evidence_match"]
        graded = {
            "evidence_retrieved": found if draw.random() < 0.9 else not found,
            "gold_only_correct": line["gold_only"]["correct"],
            "noise_correct": line["gold_plus_noise"]["correct"],
            "queries_adequate": line["queries"]["query_reasonable"],
        }
        answers |= {name: "yes" if given else "no" for name, given in graded.items()}
        answers |= {
            f"{probe}_{each}": "yes"
            for probe in ("gold_only", "noise")
            for each in ("model_ok", "temporal_ok", "context_ok", "page_content_ok")
        }
        answers |= {
            "reference_valid": "yes", "response_correct": "no", "response_rule": "plain",
            "key_evidence_ok": "yes",
            "page_marks": dict.fromkeys({*gold} & {*pages}, "carries_all"),
        }  # fmt: skip
    block = {"annotator": name, "answers": answers, "disagreement_reason": reasons}
    return block | {"submitted_at": "2026-02-03T10:00:00Z"}


def make_database(path: Path, n: int, seed: int = 1) -> ReviewStore:
    """A database of `n` cases, imported as any file is."""
    store = ReviewStore(path)
    for name in ANNOTATORS:
        store.add_annotator(name)
    draw = random.Random(seed)  # noqa: S311 - made-up cases
    for start in range(0, n, AT_ONCE):
        lines = (_judged(make_line(number, draw), draw)
                 for number in range(start, min(start + AT_ONCE, n)))  # fmt: skip
        file = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        report = store.import_file(BytesIO(file), "made-up cases")
        if report.rejections:
            raise RuntimeError(str(report.rejections[0]))
    blind = [row.case_id for row in store.list_cases(limit=n // 10).rows if row.labels]
    store.create_round(RoundPlan("blind", blind[: n // 20], (BLIND,), mode="blind"))
    return store


def _judged(line: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    if line["judge"]["verdict"] == "correct" or draw.random() > JUDGED:
        return line
    names = draw.sample(ANNOTATORS, draw.choice((1, 1, 2)))
    return line | {"judgements": [make_judgement(line, name, draw) for name in names]}


def _say(draw: random.Random, words: int) -> str:
    return " ".join(draw.choices(_WORDS, k=words))
