"""What `trek judge` came to: verdicts and accuracy by dataset, and what a new verdict changed."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trek_core.probes.progress import RunSummary
    from trek_core.records import Record


def summarise(
    before: "list[Record]", after: "list[Record]", summary: "RunSummary | None"
) -> dict[str, Any]:
    """The result as plain JSON values; `before` and `after` are the same cases."""
    from trek_core.cases import SETTLED
    from trek_core.judging import compute_macro_accuracy, count_verdicts, sum_verdicts

    by_dataset = count_verdicts(record.case for record in after)
    changed = [
        {"case_id": new.case.case_id, "before": old.case.verdict, "after": new.case.verdict}
        for old, new in zip(before, after, strict=True)
        if old.case.verdict in SETTLED and old.case.verdict != new.case.verdict
    ]
    return {
        "cases": len(after),
        "by_equality": sum(
            _is_by_equality(old, new) for old, new in zip(before, after, strict=True)
        ),
        "by_dataset": {name: each.to_json() for name, each in by_dataset.items()},
        "micro": sum_verdicts(by_dataset).to_json(),
        "macro": compute_macro_accuracy(by_dataset),
        "changed": changed,
        "state": summary.state if summary else "done",
        "problem": summary.problem if summary else None,
        "calls": summary.progress.to_json() if summary else None,
        "not_asked": dict(summary.not_asked) if summary else {},
    }


def _is_by_equality(old: "Record", new: "Record") -> bool:
    from trek_core.judging import BY_EQUALITY

    judge = new.case.judge
    return old is not new and judge is not None and judge.raw == BY_EQUALITY


def describe(result: dict[str, Any]) -> str:
    """The result as lines of text."""
    from trek_core.counted import count_of

    calls = result["calls"] or {"asked": 0, "reused": 0}
    done = (
        f"{result['out']}: {count_of(result['cases'], 'case')}, "
        f"{result['by_equality']} judged by equality, "
        f"{count_of(calls['asked'], 'call')} asked and {calls['reused']} found in the log"
    )
    lines = [done]
    for name, counts in result["by_dataset"].items():
        lines.append(f"  {name or 'no dataset'}: {_tell(counts)}")
    lines.append(f"  all, micro: {_tell(result['micro'])}")
    if result["macro"] is not None:
        lines.append(f"  all, macro: {result['macro']:.1%}, the mean over datasets")
    lines += [
        f"case {each['case_id']}: was {_word(each['before'])}, now {_word(each['after'])}"
        for each in result["changed"]
    ]
    lines += [f"  {count:>6}  not asked, {why}" for why, count in result["not_asked"].items()]
    if "references" in result:
        from review_db.cli.judge_references import describe as describe_references

        lines += describe_references(result["references"])
    if result["state"] != "done":
        lines.append("The judging is not complete: go on with it with --resume.")
    return "\n".join(lines)


def _tell(counts: dict[str, Any]) -> str:
    told = ", ".join(
        f"{value} {_word(name)}" for name, value in counts.items() if name not in ("accuracy", "ci")
    )
    if counts["accuracy"] is None:
        return f"{told}; no accuracy"
    low, high = counts["ci"]
    return f"{told}; accuracy {counts['accuracy']:.1%} (95 % CI {low:.1%} to {high:.1%}, Wilson)"


def _word(verdict: str | None) -> str:
    return "without a verdict" if verdict in (None, "none") else verdict.replace("_", " ")
