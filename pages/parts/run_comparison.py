"""The labels a probe run gives, beside the recorded ones."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

import pandas as pd
import streamlit as st

from pages.parts.case_table import render_case_links
from pages.parts.probe_run_line import count_finished
from pages.parts.probe_words import PROBE_TITLES
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import ProbeRun
from trek_core.attribution import attribute
from trek_core.counted import count_of
from trek_core.errors import CaseNotFoundError
from trek_core.probes.comparison import (
    JudgementChange,
    LabelComparison,
    compare_attributions,
    count_causes,
)
from trek_core.probes.repeats import GRADED_BY, RepeatedProbe, tell_reproductions
from trek_core.recorded_probes import Probes

VALUES = {True: "yes", False: "no", None: "unknown"}


def render_run_comparison(run: ProbeRun) -> None:
    """Show what a run changed: counts, causes, and the cases behind each."""
    st.header(f"Run {run.run_id} beside the recorded labels")
    store = current_store()
    compared, repeated = _load_comparison(str(store.path), store.stamp(), run.run_id)
    if not compared:
        st.text("It has no result yet.")
        return
    if run.plan.repeats > 1:
        st.text(f"Labels of the first of {run.plan.repeats} times; failures of all of them.")
    changed = [each for each in compared if each.is_changed]
    still_open = [each for each in compared if each.is_open]
    causes = count_causes(compared)
    counts, moves = st.columns([2, 3], gap="large")
    with counts:
        rows = [
            ("The same labels", len(compared) - len(changed) - len(still_open)),
            ("Other labels", len(changed)),
            ("Not all judged: labels open", len(still_open)),
        ]
        if without := len(run.case_ids) - len(compared):
            rows.append(("Not begun: no result yet", without))
        render_template("tally.html", rows=rows, total=len(run.case_ids), total_name="Cases")
        if begun := _say_begun(run, len(compared)):
            render_template("note.html", text=begun)
        if causes:
            named = [(_sentence_case(name), number) for name, number in causes.items()]
            render_template("causes.html", causes=named)
    with moves:
        _render_moves(changed)
    groups = {"All": compared, "Other labels": changed, "Labels open": still_open}
    for name in causes:
        caused = [each for each in changed if name in {cause.name for cause in each.causes}]
        groups[f"Changed by: {name}"] = caused
    tables = {
        f"{title} ({count_of(len(cases), 'case')})": _as_table(cases, repeated)
        for title, cases in groups.items()
        if cases
    }
    render_case_links(tables, key="probe-comparison")


def _say_begun(run: ProbeRun, compared: int) -> str:
    """Why more cases have a result than are finished; empty where they are as many."""
    begun = compared - count_finished(run)
    if begun <= 0:
        return ""
    are = "is" if begun == 1 else "are"
    return (
        f"{begun:,} of {count_of(compared, 'case')} with a result {are} begun, not finished: some "
        "of what the run asks is still to be asked."
    )


def _render_moves(changed: list[LabelComparison]) -> None:
    moves = Counter((str(each.recorded), str(each.new)) for each in changed)
    render_template("label_moves.html", moves=moves.most_common(9))


def _as_table(
    compared: Iterable[LabelComparison], repeated: dict[str, dict[RepeatedProbe, str]]
) -> pd.DataFrame:
    rows = [
        {
            "case_id": each.case_id,
            "Recorded": str(each.recorded),
            "New": "open" if each.is_open else str(each.new),
            "Changed by": "; ".join(map(_describe, each.causes)),
            "Other differences": "; ".join(
                _describe(change) for change in each.changes if change not in each.causes
            ),
        }
        | {
            f"{PROBE_TITLES[probe]} again": said
            for probe, said in repeated.get(each.case_id, {}).items()
        }
        for each in compared
    ]
    return pd.DataFrame(rows).fillna("")


def _describe(change: JudgementChange) -> str:
    return f"{change.name}: {VALUES[change.recorded]} → {VALUES[change.new]}"


def _sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]


@st.cache_data(show_spinner=False, max_entries=8)
def _load_comparison(
    path: str,  # noqa: ARG001 - with the stamp, what the answer holds for
    stamp: str,  # noqa: ARG001
    run_id: int,
) -> tuple[list[LabelComparison], dict[str, dict[RepeatedProbe, str]]]:
    """The comparison of each case by its first repeat; failures of k where there are several."""
    store = current_store()
    plan = store.load_probe_run(run_id).plan
    by_case: dict[str, list[Probes]] = {}
    for result in store.load_probe_results(run_id):
        by_case.setdefault(result.case_id, []).append(result.probes)
    compared = []
    for case_id, repeats in by_case.items():
        with suppress(CaseNotFoundError):
            stored = store.load_case(case_id)
            if stored.attribution:
                new = attribute(stored.record.case, repeats[0])
                compared.append(compare_attributions(case_id, stored.attribution, new))
    asked = [probe for probe in GRADED_BY if probe in plan.probes and plan.repeats > 1]
    repeated = {
        case_id: {probe: tell_reproductions(repeats, probe) for probe in asked}
        for case_id, repeats in by_case.items()
    }
    return compared, repeated
