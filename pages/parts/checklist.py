"""The checklist pane of Review: steps that open in order, and what follows from the answers."""

import streamlit as st

from pages.parts.answers import (
    Place,
    make_place,
    note_saved,
    report_problem,
)
from pages.parts.browser import listen_for_keys
from pages.parts.checklist_form import Form
from pages.parts.evidence import CASE_PROBES, list_pages
from pages.parts.evidence_entries import ADD_EVIDENCE
from pages.parts.probe_offer import list_citable, render_offer
from pages.parts.probe_reads import load_answered_probes
from pages.parts.probe_request import when_requested
from pages.parts.save_bar import find_next, remember_shown, render_save_bar, when_refused
from pages.parts.shortcuts import key_bindings
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import StoredCase, StoredJudgement
from trek_core.checklist import (
    FIELDS,
    FIELDS_BY_NAME,
    GUIDELINE,
    UNDETERMINED,
    Evaluation,
    Guidance,
    Kind,
    Status,
    compute_facts,
    evaluate,
)
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.errors import TrekError
from trek_core.taxonomy import NONE, OUTCOME_TITLES, Outcome

OUTCOME_WORDS = {
    Outcome.SYSTEM_RELATED: "The reference is right and the response is wrong: find the stage.",
    Outcome.REFERENCE_ANSWER_ERROR: "The reference is wrong: no stage is to blame.",
    Outcome.JUDGE_ERROR: "The response is right and was rejected: no stage is to blame.",
    Outcome.NOT_A_FAILURE: "The response is right: there is no failure to explain.",
    Outcome.UNDECIDED: "Unsure so far. Go on; the case will be discussed.",
}


@st.fragment(key="checklist-fragment")
def render_checklist(stored: StoredCase, annotator: str) -> None:
    """Show the checklist of one case for one annotator; reruns alone with every answer."""
    case_id = stored.record.case.case_id
    if st.query_params.get("case") != case_id or find_next(case_id):
        st.rerun()
    judgement = current_store().load_judgement(case_id, annotator)
    place = make_place(judgement, case_id)
    facts = compute_facts(stored.record, stored.attribution, load_answered_probes(case_id))
    evaluation = evaluate(judgement.answers, facts)
    numbers = {
        p.url: p.number for p in list_pages(stored.record.case, stored.record.probes) if p.number
    }
    locked = judgement.state in ("submitted", "needs_discussion")
    form = Form(place, judgement.answers, facts, evaluation, numbers, locked)
    form.citable = list_citable(stored, judgement.answers, evaluation.status)
    remember_shown(case_id)
    _render_progress(annotator, judgement, stored)
    for guidance in GUIDELINE:
        _render_step(form, guidance, evaluation)
    render_save_bar(form, judgement)
    refused_at = when_refused(case_id)
    missing = form.find_open_item(problem.field for problem in evaluation.problems)
    listen_for_keys(
        {
            "case": place.case_key,
            "revision": place.revision,
            "items": form.items,
            "reveal": {"key": CASE_PROBES, "at": when_requested(case_id)},
            "attention": {"key": missing, "at": refused_at} if refused_at else None,
            "controls": {
                "save": f"save-{place.case_key}",
                "undo": f"undo-{place.case_key}",
                "help": "keys-help",
                "evidence": ADD_EVIDENCE,
                "previous_case": "browse-previous",
                "next_case": "browse-next",
            },
            "bindings": key_bindings(),
        }
    )


def _render_progress(annotator: str, judgement: StoredJudgement, stored: StoredCase) -> None:
    progress = current_store().count_progress(annotator)
    done = progress.submitted + progress.needs_discussion
    state = judgement.state.replace("_", " ")
    outdated = judgement.revision > 0 and judgement.case_version < stored.version
    st.progress(
        done / progress.total if progress.total else 0.0,
        text=f"{done} of {progress.total} cases done by you · this one: {state}",
    )
    if outdated:
        st.warning("The case changed after these answers were given. Check them against it.")


def _render_step(form: Form, guidance: Guidance, evaluation: Evaluation) -> None:
    step = guidance.step
    is_open = step <= evaluation.open_step
    mark = "done" if is_open and step < evaluation.open_step else "open" if is_open else "locked"
    with st.container(key=f"step-{step}", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
            render_template(
                "step.html", guidance=guidance, mark=mark, open_step=evaluation.open_step
            )
            if is_open:
                with st.popover("Guideline", type="tertiary", key=f"guideline-{step}"):
                    render_template("guideline.html", guidance=guidance)
        if is_open:
            _STEP_BODIES.get(step, _render_fields)(form, step, evaluation)
            for sentence in _list_faults(step, evaluation):
                render_template("problem.html", sentence=sentence)


def _list_faults(step: int, evaluation: Evaluation) -> list[str]:
    """What is wrong with the answers of a step, beyond questions that are simply still open."""
    return [
        problem.message
        for problem in evaluation.problems
        if problem.step == step
        and (
            evaluation.status[problem.field] is Status.ANSWERED
            or FIELDS_BY_NAME[problem.field].kind is Kind.ENTRIES
        )
    ]


def _render_fields(form: Form, step: int, _evaluation: Evaluation) -> None:
    form.render_fields(field for field in FIELDS if field.step == step)


def _render_outcome(form: Form, step: int, evaluation: Evaluation) -> None:
    if evaluation.outcome is not None:
        render_template(
            "outcome.html",
            title=OUTCOME_TITLES[evaluation.outcome],
            words=OUTCOME_WORDS[evaluation.outcome],
            judge_agrees=evaluation.judge_agrees,
            lenient=form.facts.verdict == "correct" and evaluation.judge_agrees is False,
        )
    _render_fields(form, step, evaluation)


def _render_stages(form: Form, step: int, evaluation: Evaluation) -> None:
    if evaluation.outcome not in (Outcome.SYSTEM_RELATED, Outcome.UNDECIDED):
        render_template(
            "not_asked.html", outcome=evaluation.outcome and OUTCOME_TITLES[evaluation.outcome]
        )
    elif step == 5:
        _render_probes(form)
        return
    _render_fields(form, step, evaluation)


def _render_probes(form: Form) -> None:
    fields = [field for field in FIELDS if field.step == 5]
    for prefix, title in (("gold_only", "Gold-only"), ("noise", "Gold-plus-noise")):
        asked = [f for f in fields if f.name.startswith(f"{prefix}_")]
        statuses = {form.evaluation.status[f.name] for f in asked}
        if statuses == {"not_asked"}:
            continue
        conditions = [f"{prefix}_{name}" for name in PROBE_CONDITIONS]
        button = f"all-{prefix}-{form.place.case_key}"
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(title, width="stretch")
            if statuses != {"not_recorded"} and not form.locked:
                st.button(
                    "All four hold (A)", key=button, type="tertiary",
                    on_click=_answer_all, args=(form.place, conditions),
                )  # fmt: skip
        if statuses == {"not_recorded"}:
            render_template("not_run.html", was_run=prefix == "gold_only")
            render_offer(form.place, prefix, locked=form.locked)
            continue
        form.render_fields(asked, all_hold=button)
    form.render_fields(f for f in fields if not f.name.startswith(("gold_only_", "noise_")))


def _render_verdict(form: Form, step: int, evaluation: Evaluation) -> None:
    if evaluation.outcome is not None:
        render_template(
            "verdict.html",
            evaluation=evaluation,
            outcome=OUTCOME_TITLES[evaluation.outcome],
            none_side=NONE,
            undetermined=UNDETERMINED,
            trektrace=form.facts.trektrace_labels,
            is_incomplete=None in (form.facts.trektrace_retrieval, form.facts.trektrace_post),
        )
    _render_fields(form, step, evaluation)


_STEP_BODIES = {3: _render_outcome, 4: _render_stages, 5: _render_stages, 6: _render_verdict}


def _answer_all(place: Place, fields: list[str]) -> None:
    try:
        answers = dict.fromkeys(fields, "yes")
        note_saved(
            place.case_id, current_store().save_answers(place.case_id, place.annotator, answers)
        )
    except TrekError as error:
        report_problem(place.case_id, f"Not saved: {error}")
