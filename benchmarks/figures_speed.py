"""How quick the figures of Charts are at 100,000 cases: what they read, and each figure by itself.

    python -m benchmarks.figures_speed [--cases 100000]

The narrow tables are written directly, as an import would leave them. CPU time of this process is
printed, so that a busy machine says nothing false; a server keeps what is read, and each figure,
until the database changes.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from review_db.connection import write_transaction
from review_db.store import ReviewStore
from trek_core.figures.accuracy import compute_accuracy, compute_backends
from trek_core.figures.annotation_errors import compute_annotation_errors
from trek_core.figures.domains import compute_domains
from trek_core.figures.label_shares import compute_label_shares
from trek_core.figures.labels_together import compute_labels_together
from trek_core.figures.page_ages import compute_page_ages
from trek_core.figures.search_effort import compute_search_effort
from trek_core.taxonomy import LABEL_SETS, LabelSet

PAGES = 20
JUDGED = 0.12
SEED = 20260101


def main() -> None:
    """Write the tables, then measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = ReviewStore(Path(folder) / "figures.db")
        write_tables(store, args.cases)
        print(f"{args.cases:,} cases with {PAGES} pages each; CPU milliseconds")
        cases = measure("read the cases", store.load_figure_cases)
        case_ids = [case.case_id for case in cases]
        retrieved = measure("read retrieved domains", lambda: store.load_domains("retrieved"))
        ages = measure("read page ages", store.load_page_ages)
        named = measure("read what was wrong with references", store.load_reference_issues)
        measure("list questions of several cases", store.list_repeated_questions)
        figures: dict[str, Callable[[], object]] = {
            "label shares": lambda: compute_label_shares(cases, "both", "dataset_and_system"),
            "labels together": lambda: compute_labels_together(cases, "both"),
            "accuracy": lambda: compute_accuracy(cases, "both"),
            "search backends": lambda: compute_backends(cases, "both"),
            "queries": lambda: compute_search_effort(cases, "both", "queries"),
            "domains": lambda: compute_domains(case_ids, "retrieved", {"Pages": retrieved}),
            "page ages": lambda: compute_page_ages(ages),
            "annotation errors": lambda: compute_annotation_errors(cases, named),
        }
        for name, compute in figures.items():
            measure(name, compute)


def measure(name: str, run: Callable[[], Any]) -> Any:
    """Run once and print the CPU time it took."""
    begun = time.process_time()
    result = run()
    print(f"{1000 * (time.process_time() - begun):8.0f}  {name}")
    return result


def write_tables(store: ReviewStore, cases: int) -> None:
    """Cases, their facts, and judgements on some of them, as an import would leave them."""
    draw = random.Random(SEED)  # noqa: S311 - made-up cases
    store.add_annotator("Ada")
    names = [f"site{number}.example" for number in range(400)]
    with write_transaction(store.path) as db:
        for number in range(cases):
            label_set = draw.choice(LABEL_SETS)
            case_id = f"case-{number}"
            _insert(db, "cases", _make_case(case_id, label_set, draw))
            _insert(db, "figure_facts", _make_facts(case_id, names, draw))
            if draw.random() < JUDGED:
                _insert(db, "judgements", _make_judgement(case_id, label_set, draw))


def _insert(db: Any, table: str, row: dict[str, Any]) -> None:
    places = ", ".join(f":{name}" for name in row)
    db.execute(f"insert into {table} ({', '.join(row)}) values ({places})", row)  # noqa: S608


def _make_case(case_id: str, label_set: LabelSet, draw: random.Random) -> dict[str, Any]:
    return {
        "case_id": case_id, "version": 1, "content_hash": case_id, "is_failure": 1,
        "dataset": draw.choice(("freshqa", "infodeepseek", "sealqa_hard")),
        "system": f"model-{draw.randrange(6)} · serp · high", "effective_year": "2024",
        "verdict": "incorrect", "labels": str(label_set), "complete": draw.random() < 0.9,
        "question": f"What is {draw.randrange(25_000)}?", "search_text": "",
        "backend": draw.choice(("serp", "native")), "queries": draw.randrange(9), "pages": PAGES,
    }  # fmt: skip


def _make_facts(case_id: str, names: list[str], draw: random.Random) -> dict[str, Any]:
    pages = {"gold": draw.sample(names, 1), "retrieved": draw.sample(names, PAGES)}
    ages = {"gold": [0], "retrieved": [draw.randrange(9) for _ in range(PAGES)]}
    return {
        "case_id": case_id, "model": f"model-{draw.randrange(6)}",
        "input_tokens": None, "output_tokens": None, "cost": None,
        "domains": json.dumps(pages), "ages": json.dumps(ages),
    }  # fmt: skip


def _make_judgement(case_id: str, label_set: LabelSet, draw: random.Random) -> dict[str, Any]:
    is_wrong = draw.random() < 0.15
    sides = (None, None) if is_wrong else (str(label_set.retrieval), str(label_set.post))
    return {
        "case_id": case_id, "annotator": "Ada", "round": "default", "mode": "assisted",
        "state": "submitted", "outcome": "reference_answer_error" if is_wrong else "system_related",
        "retrieval_side": sides[0], "post_side": sides[1], "revision": 1, "epoch": 0,
        "saved_at": "", "case_version": 1, "answers": '{"reference_issue":"answer_changed"}',
        "extras": "{}",
    }  # fmt: skip


if __name__ == "__main__":
    main()
